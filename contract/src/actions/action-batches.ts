import { z } from 'zod'
import { sentence } from '../text/sentence.ts'
import { ActionMethod } from './action-messages.ts'
import { ActionClass } from './action-options.ts'
import { ActionState, Expiry, NotSentReason, Page, Pagination, Payload } from './actions.ts'
import { MOST_UNITS_A_BATCH } from './batch-limits.ts'
import { API_BASE, endpointsWith, envelope } from '../api/endpoint.ts'
import { DataId, UtcTime } from '../api/ids.ts'

/**
 * `first`: the first unit has it. `rest`: that one answered OK, and the others are getting it. `finished`: each has ended. `stopped`: it
 * ended early; requests that no unit has confirmed are not sent.
 */
export const BatchState = z.enum(['first', 'rest', 'finished', 'stopped'])
export type BatchState = z.infer<typeof BatchState>

/**
 * `failures`: as many units failed as were allowed. `cancelled`: a user stopped it. `not-permitted`: the user or token that started it may
 * no longer send requests. `restored`: the portal was restored from a backup in which it was going on.
 */
export const BatchStopReason = z.enum(['failures', 'cancelled', 'not-permitted', 'restored'])
export type BatchStopReason = z.infer<typeof BatchStopReason>

export const ActionBatch = z.object({
  batchID: z.number().int(),
  actionClass: z.string(),
  method: ActionMethod,
  action: z.string(),
  /** As that of a listed request. */
  payload: z.string(),
  state: BatchState,
  /** Null for a batch that was not stopped. */
  stopReason: BatchStopReason.nullable(),
  /** The batch stops after so many failures. */
  stopAfter: z.number().int(),
  createdUTC: UtcTime,
  /** Null for someone out of reach. */
  createdBy: z.string().nullable(),
  endedUTC: UtcTime.nullable(),
  counts: z.object({
    units: z.number().int(),
    /** Not sent yet, or not ended. */
    open: z.number().int(),
    ok: z.number().int(),
    /** Answered with anything else, expired, cancelled or not sent. */
    failed: z.number().int(),
    leftOut: z.number().int(),
  }),
})
export type ActionBatch = z.infer<typeof ActionBatch>

export const BatchUnit = z.object({
  dataID: DataId,
  friendlyName: z.string(),
  /** As a request, and `queued`: its turn has not come, `left-out`: it never will. */
  state: z.enum(['queued', 'left-out', ...ActionState.options]),
  /** Null before its turn. */
  action_id: z.number().int().nullable(),
  /** As that of its request; null before its turn. */
  status: z.string().nullable(),
  notSentReason: NotSentReason.nullable(),
  createdUTC: UtcTime.nullable(),
  handedOverUTC: UtcTime.nullable(),
  endedUTC: UtcTime.nullable(),
})
export type BatchUnit = z.infer<typeof BatchUnit>

export const ActionBatchTable = ActionBatch.extend({
  /** In the order in which they get it. */
  units: z.array(BatchUnit),
})
export type ActionBatchTable = z.infer<typeof ActionBatchTable>

const BatchId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

const manageEndpoint = endpointsWith({ scope: 'manage-units', tag: 'actions' })
const readEndpoint = endpointsWith({ scope: 'read', tag: 'actions' })

export const createActionBatch = manageEndpoint(`POST ${API_BASE}/actions/batches`, {
  idempotent: true,
  summary: 'Send a request to many units (admin): to one, then to the others, stopping at the first failures',
  body: z.object({
    dataIDs: z
      .array(DataId)
      .min(1, 'fields.choose-units')
      .max(MOST_UNITS_A_BATCH, sentence('fields.units-chosen', { count: MOST_UNITS_A_BATCH })),
    actionClass: ActionClass,
    method: ActionMethod,
    payload: Payload,
    expiresInSeconds: Expiry,
    stopAfter: z.number().int().min(1).max(MOST_UNITS_A_BATCH).default(1),
  }),
  reply: envelope(ActionBatchTable),
})

export const listActionBatches = readEndpoint(`GET ${API_BASE}/actions/batches`, {
  summary: 'The batches of requests to units in reach, newest first (admin)',
  query: z.object({ ...Page }),
  reply: envelope(z.object({ batches: z.array(ActionBatch), pagination: Pagination })),
})

export const getActionBatch = readEndpoint(`GET ${API_BASE}/actions/batches/:batchID`, {
  summary: 'A batch with what became of it at each unit (admin)',
  params: z.object({ batchID: BatchId }),
  reply: envelope(ActionBatchTable),
})

export const stopActionBatch = manageEndpoint(`POST ${API_BASE}/actions/batches/:batchID/stop`, {
  summary: 'Stop a batch (admin): what no unit has yet is not sent any more',
  params: z.object({ batchID: BatchId }),
  reply: envelope(ActionBatchTable),
})
