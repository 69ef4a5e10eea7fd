import { parseJson } from '../text/json.ts'
import { z } from 'zod'
import { ActionMethod, type ActionPayload } from './action-messages.ts'
import { ActionClass, ActionOptions, ConfiguredClass } from './action-options.ts'
import { API_BASE, defineEndpoint, endpointsWith, envelope } from '../api/endpoint.ts'
import { DataId, UtcTime } from '../api/ids.ts'
import { Door } from '../api/doors.ts'
import { SeenVersion } from '../api/version.ts'
import { Sentence } from '../text/sentence.ts'

/*
 * Requests to units. Who may send them, read their history, cancel them or send them to many units is an admin whose reach has all
 * entities of the unit. Viewers send, follow and cancel those of the sensor screens, unless an entity of the unit leaves that to admins:
 * `ListConfigInfo`, and `UpdateConfig` with a configuration. The configuration that a unit last reported is for everyone who has the unit in reach.
 */

/** The most bytes of a payload as JSON: with what is around it, a unit gets at most 64 KiB. */
const MOST_PAYLOAD_BYTES = 60 * 1024

/** How long a request waits for its answer, in seconds: by default, at least and at most. */
export const STANDARD_EXPIRY_SECONDS = 24 * 3600
export const SHORTEST_EXPIRY_SECONDS = 30
const LONGEST_EXPIRY_SECONDS = 30 * 24 * 3600

/** The most requests that wait for one unit. */
export const MOST_WAITING_A_UNIT = 100

/**
 * `waiting`: the unit has not confirmed it. `handed-over`: it has, and has not answered. `not-sent`: the portal does not hand it over any
 * more.
 */
export const ActionState = z.enum(['waiting', 'handed-over', 'answered', 'expired', 'cancelled', 'not-sent'])
export type ActionState = z.infer<typeof ActionState>

/**
 * `restored`: the portal was restored from a backup in which it waited. `deactivated`: its unit was deactivated while it waited.
 * `not-permitted`: the user or token that sent it may no longer send requests to the unit.
 */
export const NotSentReason = z.enum(['restored', 'deactivated', 'not-permitted'])
export type NotSentReason = z.infer<typeof NotSentReason>

/**
 * How far a request to a LoRaWAN device is, as its network server reports. `queued`: it has taken the downlink. `sent`: a gateway has sent
 * it. `acknowledged`: the device has confirmed it. `not-acknowledged`: the device has not, and the network server may try again.
 * `failed`: it is given up.
 */
export const DownlinkState = z.enum(['queued', 'sent', 'acknowledged', 'not-acknowledged', 'failed'])
export type DownlinkState = z.infer<typeof DownlinkState>

export const DownlinkProgress = z.object({
  state: DownlinkState,
  /** When the portal learned of it. */
  atUTC: UtcTime,
  /** Why it failed, for a person. */
  reason: Sentence.nullable(),
})
export type DownlinkProgress = z.infer<typeof DownlinkProgress>

const TOO_LONG = 'fields.payload-size'

/** JSON text of an object is taken for what it says. */
export const Payload = z
  .union([z.string(), z.record(z.string(), z.unknown())], 'fields.payload-type')
  .transform((payload): ActionPayload => {
    if (typeof payload !== 'string' || !payload.trimStart().startsWith('{')) return payload
    // What begins like an object is one, or no JSON.
    return (parseJson(payload) as ActionPayload | undefined) ?? payload
  })
  .refine((payload) => payload !== '', 'fields.payload')
  .refine((payload) => new TextEncoder().encode(JSON.stringify(payload)).length <= MOST_PAYLOAD_BYTES, TOO_LONG)

export const Expiry = z.coerce
  .number<number | string>('fields.seconds')
  .int('fields.whole-seconds')
  .min(SHORTEST_EXPIRY_SECONDS, 'fields.request-shortest')
  .max(LONGEST_EXPIRY_SECONDS, 'fields.request-longest')
  .default(STANDARD_EXPIRY_SECONDS)

const what = { actionClass: ActionClass, payload: Payload, expiresInSeconds: Expiry }

const Asked = {
  dataID: DataId,
  ...what,
  /**
   * Only for an Update: the `action_id` of the Read or Update whose result was seen. When the configuration is another one since, or
   * someone else is changing it, the request is refused with 409.
   */
  version: SeenVersion,
}

const Sent = envelope(z.object({ action_id: z.number().int() }))

const sendEndpoint = endpointsWith({ scope: 'manage-units', tag: 'actions', idempotent: true, reply: Sent })

export const getAction = sendEndpoint(`GET ${API_BASE}/actions`, {
  summary:
    'Ask a unit for something (admin), or for its configuration; each call without an Idempotency-Key is another request',
  query: z.object({
    dataID: DataId,
    ...what,
    /** `true`: a screen reads the configuration when it opens. Such a read is not in the activity, but in the history of requests. */
    automatic: z.enum(['true', 'false']).optional(),
  }),
})

export const postAction = sendEndpoint(`POST ${API_BASE}/actions`, {
  summary: 'Ask a unit to do something (admin)',
  body: z.object(Asked),
})

export const putAction = sendEndpoint(`PUT ${API_BASE}/actions`, {
  summary: 'Ask a unit to change something (admin), or its configuration',
  body: z.object(Asked),
})

export const deleteAction = sendEndpoint(`DELETE ${API_BASE}/actions`, {
  summary: 'Ask a unit to remove something (admin); `actions/cancel` takes a request back',
  body: z.object(Asked),
})

const readEndpoint = endpointsWith({ scope: 'read', tag: 'actions' })

export const getActionOptions = readEndpoint(`GET ${API_BASE}/actions/options`, {
  summary: 'What can be asked of units: settings with their name and actions, each with method and payload',
  query: z.object({ version: z.literal('1', 'fields.version-one').default('1') }),
  reply: envelope(ActionOptions),
})

/** The most characters of a payload in a list. */
export const LISTED_PAYLOAD = 2_000

export const ActionRequest = z.object({
  action_id: z.number().int(),
  dataID: DataId,
  friendlyName: z.string(),
  actionClass: z.string(),
  method: ActionMethod,
  /** The name of the request, such as `Read`. */
  action: z.string(),
  /** A text as it is, an object as JSON; in a list the first 2,000 characters. */
  payload: z.string(),
  state: ActionState,
  /** `PENDING` until there is a result, then its status; `TIMEOUT`, `CANCELLED` and `NOT_SENT` come from the portal. */
  status: z.string(),
  createdUTC: UtcTime,
  /** Null for someone out of reach. */
  createdBy: z.string().nullable(),
  /** When it was last sent to the unit, which may not have got it. */
  sentUTC: UtcTime.nullable(),
  /** When the unit confirmed it. */
  handedOverUTC: UtcTime.nullable(),
  /** The door by which the unit got it; null until it has. */
  channel: Door.nullable(),
  /** When the answer arrived. A unit may answer what is cancelled or expired: the request is then answered, and has both times. */
  answeredUTC: UtcTime.nullable(),
  /** What the unit answered besides the status, as the payload; null without an answer or when it had none. */
  result: z.string().nullable(),
  /** When it is given up unless it is answered. */
  expiresUTC: UtcTime,
  expiredUTC: UtcTime.nullable(),
  cancelledUTC: UtcTime.nullable(),
  cancelledBy: z.string().nullable(),
  notSentUTC: UtcTime.nullable(),
  notSentReason: NotSentReason.nullable(),
  /** Null where the request did not go to a LoRaWAN network server. */
  downlink: DownlinkProgress.nullable(),
  /** The batch that it is part of. */
  batchID: z.number().int().nullable(),
})
export type ActionRequest = z.infer<typeof ActionRequest>

/** A request by its `action_id`. */
const ActionId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

/** Which page of a list. */
export const Page = {
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(10),
}

export const Pagination = z.object({ page: z.number(), pageSize: z.number(), total: z.number(), hasNext: z.boolean() })

export const listActionRequests = readEndpoint(`GET ${API_BASE}/actions/requests`, {
  summary: 'The requests to a unit with their state and times, newest first (admin)',
  query: z.object({
    dataID: DataId,
    actionClass: ActionClass.optional(),
    state: ActionState.optional(),
    ...Page,
  }),
  reply: envelope(z.object({ requests: z.array(ActionRequest), pagination: Pagination })),
})

export const getActionRequest = readEndpoint(`GET ${API_BASE}/actions/requests/:action_id`, {
  summary: 'One request with its whole payload and result (admin), or one about the configuration',
  params: z.object({ action_id: ActionId }),
  reply: envelope(ActionRequest),
})

export const cancelAction = defineEndpoint(`POST ${API_BASE}/actions/requests/:action_id/cancel`, {
  scope: 'manage-units',
  tag: 'actions',
  summary:
    'Take back a request that is not answered (admin), or one about the configuration; a unit that has it already may still answer',
  params: z.object({ action_id: ActionId }),
  reply: envelope(ActionRequest),
})

/** One version of the configuration of a unit. */
export const ConfigurationVersion = z.object({
  /** The `action_id` of the request whose result contained it. */
  version: z.number().int(),
  /** `Update`: changed by the portal. `Read`: the unit reported it as another one than before. */
  action: z.string(),
  /** When the result arrived. */
  atUTC: UtcTime,
  /** Who had asked; null for someone out of reach. */
  by: z.string().nullable(),
})
export type ConfigurationVersion = z.infer<typeof ConfigurationVersion>

export const Configuration = ConfigurationVersion.extend({
  /** As the unit reported it. */
  configuration: z.record(z.string(), z.unknown()),
})
export type Configuration = z.infer<typeof Configuration>

/** What the portal asked for last. */
export const WantedConfiguration = z.object({
  action_id: z.number().int(),
  state: ActionState,
  status: z.string(),
  createdUTC: UtcTime,
  by: z.string().nullable(),
  configuration: z.record(z.string(), z.unknown()),
})
export type WantedConfiguration = z.infer<typeof WantedConfiguration>

export const ConfigurationHistory = z.object({
  /** What the unit reported last; null when it never did. */
  reported: Configuration.nullable(),
  /** Null when no one has asked for one. */
  wanted: WantedConfiguration.nullable(),
  /** Whether the unit reports something else than was asked for; false while that is under way. */
  differs: z.boolean(),
  /** Newest first. */
  versions: z.array(ConfigurationVersion),
  pagination: Pagination,
})
export type ConfigurationHistory = z.infer<typeof ConfigurationHistory>

export const listConfigurations = readEndpoint(`GET ${API_BASE}/actions/configurations`, {
  summary: 'The configuration that a unit reported, the one that was asked for, and the versions that there were',
  query: z.object({ dataID: DataId, actionClass: ConfiguredClass, ...Page }),
  reply: envelope(ConfigurationHistory),
})

export const getConfiguration = readEndpoint(`GET ${API_BASE}/actions/configurations/:version`, {
  summary: 'One version of the configuration of a unit',
  params: z.object({ version: ActionId }),
  reply: envelope(Configuration),
})
