import { z } from 'zod'
import { nameOfValue } from '../calculations/calculation-rules.ts'
import { CalculationValue, FillProgress, StartDate } from '../calculations/calculations.ts'
import { parseComparison } from '../calculations/conditions.ts'
import { Moment } from '../telemetry/data.ts'
import { API_BASE, endpointsWith, envelope } from '../api/endpoint.ts'
import { nameOfEvent } from './event-columns.ts'
import { DataId, SourceName, UtcTime } from '../api/ids.ts'
import { RAW_DATA } from './report-names.ts'
import { AskedFormat } from '../tables/file-format.ts'
import { line } from '../text/text.ts'
import { SeenVersion, Version } from '../api/version.ts'
import { Sentence } from '../text/sentence.ts'

/** The most event tables of one unit. */
export const MOST_EVENT_TABLES = 100

/** The most values of an event table. */
export const MOST_EVENT_VALUES = 20

/** Rows of a page of occurrences; without a size there are as many as the Data API gives. */
export const MOST_OCCURRENCES_A_PAGE = 1_000

/** Where a gap comes from: how often the last records came, a chart of the unit, or neither. */
export const GAP_ORIGINS = ['learned', 'chart', 'standard'] as const

/** How an event table is asked for. */
export const EventName = line(100).transform(nameOfEvent).pipe(z.string().min(1, 'fields.name-required'))
const aboutTable = { dataID: DataId, name: EventName }

const Comparison = line(300).transform((text, context) => {
  const { condition, problem } = parseComparison(text)
  if (condition !== undefined) return { text, condition }
  context.issues.push({ code: 'custom', message: problem, input: text })
  return z.NEVER
})

const fields = {
  /** A source and field, an operator and a constant, such as `room.temp > 20`. */
  comparison: Comparison,
  startDate: StartDate,
  /** What becomes columns of the occurrences. */
  values: z
    .array(CalculationValue)
    .max(MOST_EVENT_VALUES, 'fields.values-most')
    .refine((values) => new Set(values.map(nameOfValue)).size === values.length, 'fields.value-twice'),
  /** A longer time without a number in the field ends an occurrence. */
  maxGapMinutes: z.number().positive('fields.gap-shortest').max(525_600, 'fields.gap-longest'),
}

/** What a person writes to make an event table. */
export const EventDraft = z.object({
  name: EventName,
  /** What it is called on the screen; the name with blanks by default. */
  title: line(100).min(1, 'fields.name-required').optional(),
  comparison: fields.comparison,
  startDate: fields.startDate,
  values: fields.values.default([]),
  /** Left out, it is learned from how often the source has the value. */
  maxGapMinutes: fields.maxGapMinutes.optional(),
})
export type EventDraft = z.infer<typeof EventDraft>

/** `ended`: what it watched was deleted; its events are kept. */
const EVENT_STATES = ['refreshing', 'ready', 'ended'] as const

export const EventTable = z.object({
  name: z.string(),
  title: z.string(),
  comparison: z.string(),
  startDate: UtcTime,
  values: z.array(CalculationValue),
  maxGapMinutes: z.number(),
  /** All that an occurrence of it has. */
  columns: z.array(z.string()),
  state: z.enum(EVENT_STATES),
  /** Why it ended. */
  ended: Sentence.nullable(),
  progress: FillProgress,
  version: Version,
})
export type EventTable = z.infer<typeof EventTable>

/** An occurrence with a column for each value of the table and each figure of it. */
export const EventOccurrence = z
  .object({
    startUTC: UtcTime,
    /** Null while it is ongoing. */
    endUTC: UtcTime.nullable(),
    /** Milliseconds; until the last record while it is ongoing. */
    duration: z.number(),
    tag: z.string().nullable(),
    /** It ended because no data came for longer than the gap of the table. */
    noDataAfter: z.boolean(),
  })
  .catchall(z.union([z.number(), z.string(), z.boolean(), z.null()]))
export type EventOccurrence = z.infer<typeof EventOccurrence>

export const EventPage = z.object({
  occurrences: z.array(EventOccurrence),
  comparison: z.string(),
  startDate: UtcTime,
  columns: z.array(z.string()),
  state: z.enum(EVENT_STATES),
  /** Why it ended. */
  ended: Sentence.nullable(),
  progress: FillProgress,
  pagination: z.object({ page: z.number(), pageSize: z.number(), total: z.number(), hasNext: z.boolean() }),
})
export type EventPage = z.infer<typeof EventPage>

/** Periods as a drawing of a range shows them: what falls together in its width is one. */
export const EventBands = z.object({
  title: z.string(),
  comparison: z.string(),
  bands: z.array(
    z.object({
      startUTC: UtcTime,
      /** For an ongoing one, the time of its last record. */
      endUTC: UtcTime,
      /** How many occurrences it represents. */
      count: z.number(),
      /** The last of them is ongoing. */
      ongoing: z.boolean(),
    }),
  ),
  /** When there was no data for longer than the gap of the table. */
  noData: z.array(z.object({ startUTC: UtcTime, endUTC: UtcTime })),
})
export type EventBands = z.infer<typeof EventBands>

const range = { startDate: Moment.optional(), endDate: Moment.optional() }

/** In milliseconds. An occurrence that is ongoing lasts until its last record. */
const Duration = z.coerce.number().min(0).max(1e15)

/** Which occurrences are listed, beside their range. */
export const OccurrenceFilter = z.object({
  /** Only those with this tag; an empty text: those without one. */
  tag: line(100).optional(),
  /** Only those with this in their tag or in one of their figures. */
  text: line(100).optional(),
  minDuration: Duration.optional(),
  maxDuration: Duration.optional(),
})
export type OccurrenceFilter = z.infer<typeof OccurrenceFilter>

const manageEndpoint = endpointsWith({ scope: 'manage-units', tag: 'events' })
const readEndpoint = endpointsWith({ scope: 'read', tag: 'events' })

export const createEvent = manageEndpoint(`POST ${API_BASE}/events`, {
  idempotent: true,
  summary: 'Make an event table: from the start date on, the periods in which a value satisfies a condition',
  body: EventDraft.safeExtend({ dataID: DataId }),
  reply: envelope(EventTable),
})

export const listEvents = readEndpoint(`GET ${API_BASE}/events`, {
  summary: 'Occurrences of an event table that overlap a range, page by page; without name the event tables of a unit',
  query: z.object({
    dataID: DataId,
    name: EventName.optional(),
    ...range,
    ...OccurrenceFilter.shape,
    /** A column of the table; `startUTC` by default. */
    sort: line(200).optional(),
    direction: z.enum(['asc', 'desc']).default('asc'),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(MOST_OCCURRENCES_A_PAGE).default(MOST_OCCURRENCES_A_PAGE),
  }),
  reply: envelope(z.union([EventPage, z.object({ tables: z.array(EventTable) })])),
})

export const getEventGap = readEndpoint(`GET ${API_BASE}/events/gap`, {
  summary: 'After how many minutes without data occurrences of a value end unless a new event table says otherwise',
  query: z.object({ dataID: DataId, source: SourceName, field: CalculationValue.shape.field }),
  reply: envelope(z.object({ maxGapMinutes: z.number(), origin: z.enum(GAP_ORIGINS) })),
})

export const refreshEvent = manageEndpoint(`PUT ${API_BASE}/events`, {
  summary: 'Find all occurrences of an event table again, by another condition where one is given; tags are kept',
  body: z.object({
    ...aboutTable,
    ...z.object(fields).partial().shape,
    version: SeenVersion,
  }),
})

export const removeEvent = manageEndpoint(`DELETE ${API_BASE}/events`, {
  summary: 'Remove an event table of a unit with its occurrences and tags',
  body: z.object(aboutTable),
})

/** Occurrences that are tagged at once, named one by one. */
const MOST_TAGGED = 10_000

/** Occurrences that are tagged at once by what they have in common. */
export const MOST_TAGGED_TOGETHER = 100_000

const OccurrenceStart = UtcTime.transform((text) => Date.parse(text))

export const setEventTag = manageEndpoint(`PUT ${API_BASE}/events/tag`, {
  summary: 'Give occurrences a tag; an empty one takes theirs away',
  body: z
    .object({
      ...aboutTable,
      eventStartUTC: z
        .union([
          z.array(OccurrenceStart).min(1, 'fields.choose-event').max(MOST_TAGGED),
          OccurrenceStart.transform((start) => [start]),
        ])
        .optional(),
      /** In place of their starts: all that a list of this range and filter shows, at most 100,000. */
      all: z.strictObject({ ...range, ...OccurrenceFilter.shape }).optional(),
      tag: line(100)
        .nullish()
        .transform((tag) => tag ?? ''),
    })
    .refine(({ eventStartUTC, all }) => (eventStartUTC === undefined) !== (all === undefined), {
      path: ['eventStartUTC'],
      message: 'fields.events-by',
    }),
})

export const listEventTags = readEndpoint(`GET ${API_BASE}/events/tags`, {
  summary: 'Tags that were used before, on this unit or in event tables of the same name, the most used first',
  query: z.object({ ...aboutTable, startsWith: line(100).optional() }),
  reply: envelope(z.array(z.string())),
})

export const listEventBands = readEndpoint(`GET ${API_BASE}/events/bands`, {
  summary: 'When the occurrences of an event table were, for a drawing of a range that is so many columns wide',
  query: z.object({
    ...aboutTable,
    startDate: Moment,
    endDate: Moment,
    width: z.coerce.number().int().min(1).max(4_000).default(1_000),
  }),
  reply: envelope(EventBands),
})

export const getEventReport = readEndpoint(`GET ${API_BASE}/events/report`, {
  summary:
    'The occurrences that overlap a range as CSV or a workbook (XLSX), as they are or as a saved report of the template writes them',
  format: 'table',
  query: z.object({
    ...aboutTable,
    report: line(100).min(1).default(RAW_DATA),
    ...range,
    ...OccurrenceFilter.shape,
    /** An IANA time zone for reports in local time. */
    timeZone: line(100).default('UTC'),
    /** Only so many rows, such as for a preview. */
    limit: z.coerce.number().int().min(1).max(1_000_000_000).optional(),
    /** After an empty line, the notes of the range on the unit and the sources, with headings of their own. */
    notes: z.stringbool().default(false),
    format: AskedFormat,
  }),
  reply: z.unknown(),
})
