import { sql } from 'kysely'
import { findWhere, isOneOf, type KindWithUnits, type KindWithUsers } from '#delivery/consequences/affected-store.ts'
import type { Find } from '#delivery/consequences/declaration.ts'

const IS_OPEN = sql`state in ('waiting', 'sent', 'delivered')`
const REQUEST = { table: 'action_request', name: sql`action` }
const BATCH = { table: 'action_batch', name: sql`action` }

export const openRequestsOfUnits: Find<KindWithUnits> = findWhere(({ dataIDs }) => ({
  ...REQUEST,
  where: sql`${isOneOf('data_id', dataIDs)} and ${IS_OPEN}`,
}))

/** Those that were not handed over yet. */
export const openRequestsOfPeople: Find<KindWithUsers> = findWhere(({ userIDs }) => ({
  ...REQUEST,
  where: sql`${isOneOf('created_by', userIDs)} and state = 'waiting'`,
}))

export const batchesOfUnits: Find<KindWithUnits> = findWhere(({ dataIDs }) => ({
  ...BATCH,
  where: sql`ended_at is null and exists (
    select from action_batch_unit member
    where member.batch_id = action_batch.id and action_id is null and ${isOneOf('member.data_id', dataIDs)}
  )`,
}))

export const runningBatchesOfPeople: Find<KindWithUsers> = findWhere(({ userIDs }) => ({
  ...BATCH,
  where: sql`ended_at is null and ${isOneOf('created_by', userIDs)}`,
}))
