import { z } from 'zod'
import { API_BASE, defineEndpoint, envelope } from '../api/endpoint.ts'
import { DataId, EntityId, SourceName } from '../api/ids.ts'
import { SeenVersion, Version } from '../api/version.ts'

const DAYS_PROBLEM = 'fields.days'

/** Days that something is kept; null: no number of its own. */
export const RetentionDays = z
  .number(DAYS_PROBLEM)
  .int(DAYS_PROBLEM)
  .min(1, DAYS_PROBLEM)
  .max(36_500, DAYS_PROBLEM)
  .nullable()

export const Retention = z.object({
  /** Days that records are kept, by their `messageUTC`. */
  rawDays: RetentionDays,
  /** Days that summaries are kept, which charts over wide ranges are drawn from when the records are gone. */
  summaryDays: RetentionDays,
})
export type Retention = z.infer<typeof Retention>

/** The retention that applies to a source; null: for ever. */
const Effective = z.object({ rawDays: z.number().nullable(), summaryDays: z.number().nullable() })

export const RetentionSettings = z.object({
  /** The retention of the portal, where nothing else has a number; null: for ever. */
  portal: Effective,
  entities: z.array(Retention.extend({ entityID: EntityId, version: Version })),
  sources: z.array(Retention.extend({ source: SourceName, effective: Effective, version: Version })),
  /** What sources of the unit begin with that have sent nothing yet; absent without a unit. */
  newSources: Retention.optional(),
  /** False for a unit that also belongs to entities out of reach: its retention is not the caller's to choose. */
  mayChangeSources: z.boolean(),
})
export type RetentionSettings = z.infer<typeof RetentionSettings>

export const getRetention = defineEndpoint(`GET ${API_BASE}/retention`, {
  scope: 'read',
  tag: 'retention',
  summary: 'How long records and summaries are kept: of the entities in reach, or of a unit and its entities (admin)',
  query: z.object({ dataID: DataId.optional() }),
  reply: envelope(RetentionSettings),
})

const Days = z.coerce.number(DAYS_PROBLEM).int(DAYS_PROBLEM).min(1, DAYS_PROBLEM).max(36_500, DAYS_PROBLEM).optional()

/** What there is of one kind, or what of it would be removed. */
const Extent = z.object({
  units: z.number(),
  /** Records, whole to within a day of those of each source. */
  records: z.number(),
  /** The time of the oldest one; absent without any. */
  oldest: z.number().optional(),
})

export const RetentionPreview = z.object({
  /** Records in the units of the entity. */
  kept: Extent,
  /** What goes by age now, and would not before. `summaries` counts the records that they were made of. */
  removed: z.object({ records: Extent, summaries: Extent }),
})
export type RetentionPreview = z.infer<typeof RetentionPreview>

export const previewRetention = defineEndpoint(`GET ${API_BASE}/retention/preview`, {
  scope: 'read',
  tag: 'retention',
  summary: 'What the units of an entity hold, and what other days would remove of it; days left out are none (admin)',
  query: z.object({ entityID: EntityId, rawDays: Days, summaryDays: Days }),
  reply: envelope(RetentionPreview),
})

/** What is said when summaries would go before the records. */
export const SUMMARIES_TOO_SHORT = 'fields.summaries-short'

/** What is left out stays. */
const Changes = { rawDays: RetentionDays.optional(), summaryDays: RetentionDays.optional(), version: SeenVersion }

const Target = z.union([
  z.strictObject({ ...Changes, entityID: EntityId }),
  z.strictObject({ ...Changes, dataID: DataId, source: SourceName }),
])

export const setRetention = defineEndpoint(`PUT ${API_BASE}/retention`, {
  tag: 'retention',
  summary: 'Choose how long an entity, or a source of a unit, keeps records and summaries (admin)',
  body: Target.refine(keepsSummariesLonger, {
    path: ['summaryDays'],
    message: SUMMARIES_TOO_SHORT,
  }),
})

interface DaysToKeep {
  rawDays?: number | null | undefined
  summaryDays?: number | null | undefined
}

/** Whether summaries outlive the records that they summarise, as far as both have a number. */
export function keepsSummariesLonger({ rawDays = null, summaryDays = null }: DaysToKeep): boolean {
  return rawDays === null || summaryDays === null || summaryDays >= rawDays
}
