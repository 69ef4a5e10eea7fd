import { sql } from 'kysely'
import {
  finderOf,
  isBy,
  isOneOf,
  type KindOfPeople,
  type KindWithUnits,
} from '#delivery/consequences/affected-store.ts'

const requests = finderOf({ table: 'action_request', name: 'action' })
const batches = finderOf({ table: 'action_batch', name: 'action' })

/** Those that may still be answered. */
export const openRequestsOfUnits = requests<KindWithUnits>(
  ({ dataIDs }) => sql`${isOneOf('data_id', dataIDs)} and state in ('waiting', 'handed-over')`,
)

/** Those that were not handed over yet. */
export const waitingRequestsOfUnits = requests<KindWithUnits>(
  ({ dataIDs }) => sql`${isOneOf('data_id', dataIDs)} and state = 'waiting'`,
)

export const waitingRequestsOfPeople = requests<KindOfPeople>((change) => sql`${isBy(change)} and state = 'waiting'`)

export const batchesOfUnits = batches<KindWithUnits>(
  ({ dataIDs }) => sql`ended_at is null and exists (
    select from action_batch_unit member
    where member.batch_id = action_batch.id and action_id is null and ${isOneOf('member.data_id', dataIDs)}
  )`,
)

export const runningBatchesOfPeople = batches<KindOfPeople>((change) => sql`ended_at is null and ${isBy(change)}`)
