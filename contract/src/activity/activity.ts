import { z } from 'zod'
import { Moment } from '../telemetry/data.ts'
import { API_BASE, endpointsWith, envelope } from '../api/endpoint.ts'
import { DataId, EntityId, UserId, UtcTime } from '../api/ids.ts'
import { PagePosition } from '../api/page-position.ts'
import { AskedFormat } from '../tables/file-format.ts'
import { line } from '../text/text.ts'
import { isTimeZone } from '../time/time-zone.ts'

/** What an entry of the activity is about, in groups that a person can choose from. */
export const ActivityTopic = z.enum(['people', 'organisation', 'units', 'templates', 'sims', 'alerts'])
export type ActivityTopic = z.infer<typeof ActivityTopic>

/**
 * `user`: a user in reach, who may be deleted; `removed`: one whose name was erased; `outside`: one of an entity that is out of reach; `token`: a program
 * by a token of the entity; `portal`: without a signed-in person, such as the command line or a failed sign-in.
 */
export const ActivityActor = z.enum(['user', 'removed', 'outside', 'token', 'portal'])
export type ActivityActor = z.infer<typeof ActivityActor>

export const ActivityEntry = z.object({
  activityID: z.number().int(),
  atUTC: UtcTime,
  actor: ActivityActor,
  /** The user who did it, if in reach; null otherwise. */
  userUID: UserId.nullable(),
  name: z.string().nullable(),
  /** The token by which a program did it, for that user or for the entity; null: a person did it, or someone of another entity. */
  token: z.string().nullable(),
  /** Whose activity it is; null when no entity in reach has it. */
  entity: EntityId.nullable(),
  /** A verb and a noun, such as `create unit`. */
  action: z.string(),
  /** The same for a reader: `Created a unit`. */
  actionText: z.string(),
  /** The kind of the thing, such as `unit`, and which one. */
  subjectKind: z.string(),
  subjectID: z.string(),
  subjectName: z.string().nullable(),
  /** From which network address; empty when it is not known. */
  address: z.string(),
})
export type ActivityEntry = z.infer<typeof ActivityEntry>

const narrowing = {
  entity: EntityId.optional(),
  topic: ActivityTopic.optional(),
  /** What a user did, and what was done to that account. */
  userUID: UserId.optional(),
  /** What was done to a unit and to what belongs to it. */
  dataID: DataId.optional(),
  /** Part of a name, an identifier, an action or an address. */
  search: line(100).optional(),
  from: Moment.optional(),
  /** Excluded itself. */
  to: Moment.optional(),
}

const readEndpoint = endpointsWith({ scope: 'read', tag: 'activity' })

export const listActivity = readEndpoint(`GET ${API_BASE}/activity`, {
  summary:
    'Who changed what and signed in from where, in the entities in reach (admin) or of oneself, the newest first',
  query: z.object({
    ...narrowing,
    /** From the page before. A page may have few entries or none, and still another one behind it. */
    after: PagePosition.optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  reply: envelope(z.object({ activity: z.array(ActivityEntry), next: z.string().nullable() })),
})

export const getActivity = readEndpoint(`GET ${API_BASE}/activity/:activityID`, {
  summary: 'An entry of the activity with the thing before and after (admin, or of oneself)',
  params: z.object({ activityID: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
  reply: envelope(ActivityEntry.extend({ before: z.unknown(), after: z.unknown() })),
})

export const exportActivity = readEndpoint(`GET ${API_BASE}/activity/export`, {
  format: 'table',
  summary: 'The activity as CSV or a workbook (XLSX) in the language of the reader (admin, or of oneself)',
  query: z.object({
    ...narrowing,
    format: AskedFormat,
    /** An IANA time zone, whose clocks the times of a workbook show. */
    timeZone: line(100).refine(isTimeZone, 'fields.no-time-zone').default('UTC'),
  }),
  reply: z.unknown(),
})
