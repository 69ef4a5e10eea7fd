import { sql } from 'kysely'
import { findWhere, isOneOf, type KindWithUnits, type KindWithUsers } from '#delivery/consequences/affected-store.ts'
import type { Find } from '#delivery/consequences/declaration.ts'

const REQUEST = { table: 'action_request', name: sql`action` }
const BATCH = { table: 'action_batch', name: sql`action` }

/** Those that may still be answered. */
export const openRequestsOfUnits: Find<KindWithUnits> = findWhere(({ dataIDs }) => ({
  ...REQUEST,
  where: sql`${isOneOf('data_id', dataIDs)} and state in ('waiting', 'handed-over')`,
}))

/** Those that were not handed over yet. */
export const waitingRequestsOfUnits: Find<KindWithUnits> = findWhere(({ dataIDs }) => ({
  ...REQUEST,
  where: sql`${isOneOf('data_id', dataIDs)} and state = 'waiting'`,
}))

export const waitingRequestsOfPeople: Find<KindWithUsers> = findWhere(({ userIDs }) => ({
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
