import { z } from 'zod'
import { API_BASE, defineEndpoint, envelope } from '../api/endpoint.ts'

/** How the payload of a request is meant: to be read, done, changed or removed. */
export const ActionMethod = z.enum(['GET', 'POST', 'PUT', 'DELETE'])
export type ActionMethod = z.infer<typeof ActionMethod>

/** The sources that hold the history of requests. */
export const ACTION_REQUEST = 'action_request'
export const ACTION_RESULT = 'action_result'

/** The status of a request as long as there is no result, of one that worked, and those that the portal gives by itself. */
export const PENDING = 'PENDING'
export const OK = 'OK'
export const TIMEOUT = 'TIMEOUT'
export const CANCELLED = 'CANCELLED'
export const NOT_SENT = 'NOT_SENT'

/** A text, such as `ListConfigInfo`, or an object with one word for what is to be done, such as `{UpdateConfig: {…}}`. */
export type ActionPayload = string | Readonly<Record<string, unknown>>

/** What a unit gets: on its `actions` topic, or by asking with HTTP. The same `action_id` again is the same request. */
export const ActionMessage = z.object({
  /** Grows from each request of a unit to its next. */
  action_id: z.number().int(),
  actionClass: z.string(),
  method: ActionMethod,
  /** The name of the request, such as `Read`. */
  action: z.string(),
  payload: z.union([z.string(), z.record(z.string(), z.unknown())]),
})
export type ActionMessage = z.infer<typeof ActionMessage>

/** What a unit sends to its source `action_result`. A payload that is an object or a list is kept as its JSON text. */
export interface ActionAnswer {
  readonly action_id: number
  readonly actionClass: string
  readonly action: string
  /** `OK`, or a word for what went wrong. */
  readonly status: string
  readonly payload?: unknown
}

/** The longest that a unit may wait for requests. */
export const LONGEST_WAIT_SECONDS = 60

/** The most requests of one answer. */
export const MOST_REQUESTS_A_POLL = 10

export const pollActions = defineEndpoint(`GET ${API_BASE}/ingest/:dataID/actions`, {
  access: 'unit',
  scope: 'send-for-units',
  tag: 'ingest',
  summary:
    'The requests that wait for the unit, oldest first; without any the answer waits for one. `after` says what has arrived',
  params: z.object({ dataID: z.string() }),
  query: z.object({
    /** Seconds. */
    wait: z.coerce.number().min(0).max(LONGEST_WAIT_SECONDS).default(0),
    /** The last `action_id` that has arrived: that request and those before it are handed over and do not come again. */
    after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  }),
  reply: envelope(z.object({ requests: z.array(ActionMessage) })),
})
