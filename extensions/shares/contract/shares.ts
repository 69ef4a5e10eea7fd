import { z } from 'zod'
import { API_BASE, defineEndpoint, endpointsWith, envelope } from '@fieldwatch/contract/api/endpoint'
import { addErrors } from '@fieldwatch/contract/api/errors'
import { DataId, EntityId, UtcTime } from '@fieldwatch/contract/api/ids'
import { EventName, OccurrenceFilter } from '@fieldwatch/contract/events/events'
import { sentence } from '@fieldwatch/contract/text/sentence'
import { line, phrase } from '@fieldwatch/contract/text/text'
import { ZonedTime } from '@fieldwatch/contract/time/times'
import { LONGEST_SHARED_MINUTES, SharedRange } from '@fieldwatch/contract/visitors/shared-range'
import { SharedScreen } from '@fieldwatch/contract/visitors/shared-screens'

/** The most links of one entity that were not withdrawn. */
export const MOST_SHARES = 200
/** The most origins that may show one link in a frame. */
const MOST_SHARE_ORIGINS = 10
/** The most units of a shared map. */
export const MOST_SHARED_UNITS = 200
const SHORTEST_SHARE_PASSWORD = 8

/** How a secret of a link begins. */
export const SHARE_PREFIX = 'fws_'

/** Where the page of a link is: `/shared/{shareID}#{secret}`. The secret stays in the browser, as no browser sends what is behind `#`. */
export const SHARED_PATH = '/shared'

export const ShareId = z
  .string()
  .regex(/^[0-9a-f-]{36}$/, 'fields.share-id')
  .brand<'ShareId'>()
export type ShareId = z.infer<typeof ShareId>

export const ShareKind = z.enum(['overview', 'chart', 'events', 'incident', 'map'])
export type ShareKind = z.infer<typeof ShareKind>

const AskedRange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('last'), minutes: z.number().int().min(1).max(LONGEST_SHARED_MINUTES) }),
  z
    .strictObject({ kind: z.literal('between'), fromUTC: ZonedTime, toUTC: ZonedTime })
    .refine(({ fromUTC, toUTC }) => Date.parse(fromUTC) < Date.parse(toUTC), {
      path: ['toUTC'],
      message: 'fields.ends-before',
    }),
])

/** A chart of the unit by its title, as the template of the unit has it. */
const ChartShare = z.strictObject({ dataID: DataId, chart: phrase(200), range: AskedRange })

/** An event table with its columns as the template of the unit has them; of its occurrences only those that pass the filter. */
const EventsShare = z.strictObject({
  dataID: DataId,
  table: EventName,
  range: AskedRange,
  filter: OccurrenceFilter.strict().optional(),
})

const IncidentShare = z.strictObject({ incidentID: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER) })

const MapShare = z.strictObject({
  title: line(100).min(1, 'fields.map-title'),
  dataIDs: z.array(DataId).min(1, 'fields.choose-unit').max(MOST_SHARED_UNITS),
  /** Where the units were at this moment; left out: where they are. */
  atUTC: ZonedTime.optional(),
})

/** The origin of a page that may show a link in a frame. */
const FrameOrigin = z.string().max(200).refine(isOrigin, 'fields.origin')

/** What a content security policy takes as it is: a scheme, a host name and a port. */
function isOrigin(text: string): boolean {
  return /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?$/.test(text) && URL.canParse(text) && new URL(text).origin === text
}

const settings = {
  /** Left out: the link does not expire. */
  expiresUTC: ZonedTime.optional(),
  /** Left out: everyone who has the link can open it. */
  password: z
    .string()
    .min(SHORTEST_SHARE_PASSWORD, sentence('fields.password-length', { count: SHORTEST_SHARE_PASSWORD }))
    .max(200)
    .optional(),
  /** The pages that may show it in a frame, by their origins. */
  origins: z.array(FrameOrigin).max(MOST_SHARE_ORIGINS).optional(),
}

export const ShareDraft = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('overview'), what: z.strictObject({ dataID: DataId }), ...settings }),
  z.strictObject({ kind: z.literal('chart'), what: ChartShare, ...settings }),
  z.strictObject({ kind: z.literal('events'), what: EventsShare, ...settings }),
  z.strictObject({ kind: z.literal('incident'), what: IncidentShare, ...settings }),
  z.strictObject({ kind: z.literal('map'), what: MapShare, ...settings }),
])
export type ShareDraft = z.infer<typeof ShareDraft>

/**
 * Whether a link opens, or why not: it expired; its creator is gone, disabled or no admin any more; its entity
 * or that of its units is disabled; the unit, or each unit of a map, is deleted or out of the creator's reach; the unit is deactivated;
 * all sources that were shared are deleted; the event table or the incident is deleted or out of reach; or nothing that was shared is on the screen any more.
 */
export const ShareState = z.enum([
  'open',
  'expired',
  'creator',
  'entity',
  'unit',
  'inactive',
  'source',
  'table',
  'incident',
  'screen',
])
export type ShareState = z.infer<typeof ShareState>

export const Share = z.object({
  shareID: ShareId,
  kind: ShareKind,
  /** Null: the unit was deleted, or it is not about one unit. */
  dataID: DataId.nullable(),
  /** The name of the unit; null when it was deleted or is out of reach. */
  unit: z.string().nullable(),
  /** The title of the chart, event table, incident or map; null for an overview, and for what was deleted or is out of reach. */
  title: z.string().nullable(),
  /** How many units of a map are in reach; null for what is no map. */
  units: z.number().int().nullable(),
  range: SharedRange.nullable(),
  /** The moment of a map that stays as it is. */
  atUTC: UtcTime.nullable(),
  entity: EntityId,
  /** Null: someone who is gone or out of reach. */
  createdBy: z.string().nullable(),
  createdUTC: UtcTime,
  expiresUTC: UtcTime.nullable(),
  hasPassword: z.boolean(),
  origins: z.array(z.string()),
  opened: z.number().int(),
  lastOpenedUTC: UtcTime.nullable(),
  state: ShareState,
})
export type Share = z.infer<typeof Share>

declare module '@fieldwatch/contract/api/errors' {
  interface AddedErrors {
    'share/not-found': number
    'share/not-yours': number
    'share/too-many': number
    'share/nothing-shown': number
  }
}
addErrors({ 'share/not-found': 404, 'share/not-yours': 403, 'share/too-many': 409, 'share/nothing-shown': 409 })

const userEndpoint = endpointsWith({
  tag: 'shares',
  errors: [
    'share/not-found',
    'share/not-yours',
    'share/too-many',
    'share/nothing-shown',
    'unit/not-found',
    'event/not-found',
    'incident/not-found',
    'data/read-too-long',
  ],
})

export const listShares = userEndpoint(`GET ${API_BASE}/shares`, {
  summary: 'The shared links of the entities in reach and of units in reach, the newest first (admin)',
  query: z.object({ dataID: DataId.optional() }),
  reply: envelope(z.object({ shares: z.array(Share) })),
})

export const createShare = userEndpoint(`POST ${API_BASE}/shares`, {
  idempotent: true,
  summary: 'Share a screen with people who have no account, by a link (admin); `link` is in this answer only',
  body: ShareDraft,
  reply: envelope(z.object({ share: Share, link: z.string() })),
})

export const takeOverShare = userEndpoint(`PUT ${API_BASE}/shares`, {
  summary: 'Take over a shared link, which shows what you can share from then on (admin)',
  body: z.object({ shareID: ShareId }),
  reply: envelope(z.object({ share: Share })),
})

export const withdrawShare = userEndpoint(`DELETE ${API_BASE}/shares`, {
  summary: 'End a shared link at once, with the pages that show it (admin)',
  body: z.object({ shareID: ShareId }),
})

/** The secret of a link. */
const Secret = z.string().max(200)

export const openShared = defineEndpoint(`POST ${API_BASE}/shared/open`, {
  tag: 'shared',
  access: 'public',
  summary:
    'Open a shared link; `pass` is the bearer token of what follows. Everything that does not open gets one answer',
  body: z.object({ secret: Secret, password: z.string().max(200).optional() }),
  reply: envelope(z.object({ pass: z.string(), screen: SharedScreen })),
})
