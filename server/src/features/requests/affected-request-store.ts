import { sql } from 'kysely'
import {
  findWhere,
  isBy,
  isOneOf,
  type KindOfPeople,
  type KindWithUnits,
} from '#delivery/consequences/affected-store.ts'
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

export const waitingRequestsOfPeople: Find<KindOfPeople> = findWhere((change) => ({
  ...REQUEST,
  where: sql`${isBy(change)} and state = 'waiting'`,
}))

export const batchesOfUnits: Find<KindWithUnits> = findWhere(({ dataIDs }) => ({
  ...BATCH,
  where: sql`ended_at is null and exists (
    select from action_batch_unit member
    where member.batch_id = action_batch.id and action_id is null and ${isOneOf('member.data_id', dataIDs)}
  )`,
}))

export const runningBatchesOfPeople: Find<KindOfPeople> = findWhere((change) => ({
  ...BATCH,
  where: sql`ended_at is null and ${isBy(change)}`,
}))
