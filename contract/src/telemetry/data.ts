import { z } from 'zod'
import { line } from '../text/text.ts'
import { isTimeZone } from '../time/time-zone.ts'
import { FileUnits } from '../measures/measure-preference.ts'
import { API_BASE, endpointsWith } from '../api/endpoint.ts'
import { DataId, SourceName, UtcTime } from '../api/ids.ts'
import { isKnownTime, TIME_OUT_OF_RANGE, ZonedTime } from '../time/times.ts'

/** Field types in the order in which they widen: a field that was `int` and gets 1.5 becomes `float`. */
export const FieldType = z.enum(['bool', 'int', 'float', 'string'])
export type FieldType = z.infer<typeof FieldType>

/** Type of each field, by name. */
export const FieldTypes = z.record(z.string(), FieldType)
export type FieldTypes = z.infer<typeof FieldTypes>

/** How a field with numbers and other values is returned: as `float` for charts. */
const MIXED_AS = ['string', 'float'] as const
export type MixedAs = (typeof MIXED_AS)[number]

const HIDDEN_SOURCES: readonly string[] = ['Net_Cfg', 'action_request', 'action_result', 'location', 'messages']

/** Whether no picker offers a source. */
export function isHiddenSource(name: string): boolean {
  return HIDDEN_SOURCES.includes(name)
}

export type FieldValue = number | string | boolean | null

/**
 * What a value counts as wherever a number is read: charts, equations, conditions of event tables and alerts, and the least, greatest and
 * mean of event columns.
 * True is 1 and false is 0. A text and null are no number (NaN): they change nothing, and no time with data.
 */
export function toNumber(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'boolean' ? Number(value) : Number.NaN
}

/** Whether a field of a type can be read as a number. */
export function readsAsNumber(type: FieldType | undefined): boolean {
  return type !== undefined && type !== 'string'
}

/** Whether the values of a field are numbers themselves, not only read as some. */
export function isNumberType(type: FieldType | undefined): boolean {
  return type === 'int' || type === 'float'
}

/** A record as every reply and stream carries it. */
export type DataRecord = { messageUTC: string; recieveUTC: string } & Record<string, FieldValue>

export const DataRecordShape = z
  .object({ messageUTC: UtcTime, recieveUTC: UtcTime })
  .catchall(z.union([z.number(), z.string(), z.boolean(), z.null()]))

/** The envelope of the Data API. */
function dataEnvelope<D extends z.ZodType>(details: D) {
  return z.object({ statusCode: z.literal(200), body: z.object({ status: z.literal('success'), details }) })
}

export const FilterOperator = z.enum(['==', '!=', '>', '>=', '<', '<='])
export type FilterOperator = z.infer<typeof FilterOperator>

/** A name of a field, flattened ones included, or `messageUTC` or `recieveUTC`. */
const FilterField = z.string().max(200)

export const Filter = z.strictObject({
  field: FilterField,
  operator: FilterOperator,
  value: z.union([z.number(), z.string().max(10_000), z.boolean(), z.null()]),
})
export type Filter = z.infer<typeof Filter>

const DIRECTIONS = { asc: 'asc', ascending: 'asc', desc: 'desc', descending: 'desc' } as const

export const Sort = z.strictObject({
  field: FilterField,
  direction: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['asc', 'ascending', 'desc', 'descending']))
    .transform((word): 'asc' | 'desc' => DIRECTIONS[word]),
})

/** The most records that one page holds. */
export const PAGE_SIZE = 1000

export const DataQuery = z.strictObject({
  dataID: DataId,
  subject: SourceName,
  /** All of them must hold. */
  filters: z.union([z.array(Filter).max(20), Filter.transform((filter) => [filter])]).optional(),
  /** By `messageUTC`, ascending, by default. */
  sort: Sort.optional(),
  /** The most records of all pages together; no limit when left out. */
  limit: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  /** Where the page before ended, from its `pagination`. */
  cursor: z.string().max(20_000).optional(),
  /** Part of a `pagination` that is posted back; ignored. */
  hasNext: z.boolean().optional(),
})
export type DataQuery = z.infer<typeof DataQuery>

/** A complete body for the next page. */
export const Pagination = z.object({
  dataID: DataId,
  subject: SourceName,
  filters: z.array(Filter).optional(),
  sort: z.object({ field: FilterField, direction: z.enum(['asc', 'desc']) }).optional(),
  limit: z.number().optional(),
  cursor: z.string().optional(),
  hasNext: z.boolean(),
})
export type Pagination = z.infer<typeof Pagination>

const readEndpoint = endpointsWith({ scope: 'read', tag: 'data' })

export const queryData = readEndpoint(`POST ${API_BASE}/data/`, {
  summary: 'Records of a source, filtered and sorted, in pages of at most 1,000',
  body: DataQuery,
  reply: dataEnvelope(z.object({ data: z.array(DataRecordShape), pagination: Pagination })),
})

/** The newest record of a source, by `messageUTC`. */
export const LatestRecord = z.object({ dataID: DataId, subject: SourceName, record: DataRecordShape })
export type LatestRecord = z.infer<typeof LatestRecord>

export const listLatest = readEndpoint(`POST ${API_BASE}/data/latest`, {
  summary: 'The newest record of every source of some units; units out of reach are left out',
  body: z.object({ dataIDs: z.array(DataId).min(1).max(1000), subject: SourceName.optional() }),
  reply: dataEnvelope(z.array(LatestRecord)),
})

/** How many units one question about last values names. */
export const LAST_VALUES_MOST = 200

/** The last value of a field that a unit has. */
export const LastValue = z.object({
  dataID: DataId,
  /** Since when it counts: by its own time, or by its arrival where that is earlier. */
  atUTC: UtcTime,
  value: z.union([z.number(), z.string(), z.boolean()]),
  /** Its unit of measure, left out where nothing names one. */
  unit: z.string().optional(),
})
export type LastValue = z.infer<typeof LastValue>

export const listLastValues = readEndpoint(`POST ${API_BASE}/data/last-values`, {
  summary:
    'The last value of one field of some units, with its unit of measure; units out of reach and those without a value are left out',
  body: z.strictObject({
    dataIDs: z.array(DataId).min(1).max(LAST_VALUES_MOST),
    subject: SourceName,
    field: FilterField,
  }),
  reply: dataEnvelope(z.array(LastValue)),
})

export const CurrentData = z.object({
  /** The newest records, newest first. One with a time ahead counts from its arrival on. */
  records: z.array(DataRecordShape),
  /** For each field that has a value in none of them: its latest value, as a record with nothing else. */
  older: z.array(DataRecordShape),
})
export type CurrentData = z.infer<typeof CurrentData>

export const getCurrent = readEndpoint(`POST ${API_BASE}/data/current`, {
  summary:
    'What a source says now, or said at a moment: its newest records by then, and the latest values of more fields',
  body: z.strictObject({
    dataID: DataId,
    subject: SourceName,
    /** How many of the newest records. */
    limit: z.number().int().min(1).max(100).default(1),
    /** Whose latest values are wanted, wherever they are; fields that the source never had are left out. */
    fields: z.array(FilterField).max(256).default([]),
    /** What it said at a moment: records count by their own times, those of this moment too. */
    at: ZonedTime.optional(),
    /** With `at`: records that arrived later are left out, for what was known then. */
    asKnownAt: ZonedTime.optional(),
  }),
  reply: dataEnvelope(CurrentData),
})

export const prepareData = readEndpoint(`PUT ${API_BASE}/data/`, {
  summary: 'Make sure that a source can be read and streamed, before a series starts',
  body: z.object({ dataID: DataId, subject: SourceName }),
  reply: dataEnvelope(z.object({ lastUpdateUTC: UtcTime.nullable() })),
})

export const getDataOptions = readEndpoint(`GET ${API_BASE}/data/options/:id`, {
  summary:
    'Field types of every source of a unit; a field of numbers and words is a string, or with mixed=float a float',
  params: z.object({ id: DataId }),
  query: z.object({ mixed: z.enum(MIXED_AS).default('string') }),
  reply: dataEnvelope(z.record(z.string(), FieldTypes)),
})

export const Collection = z.object({
  name: SourceName,
  type: FieldTypes,
  lastUpdateUTC: UtcTime.nullable(),
  /** The device behind the gateway whose measurements these are, as the gateway calls it. */
  child: z.string().optional(),
})
export type Collection = z.infer<typeof Collection>

/** A field that some units have. */
const SharedField = z.object({ name: z.string(), type: FieldType, units: z.number() })

/** A source that some units have, with its fields by name; `units`: how many of those asked about have it. */
export const SharedSource = z.object({ source: SourceName, units: z.number(), fields: z.array(SharedField) })
export type SharedSource = z.infer<typeof SharedSource>

export const listSharedOptions = readEndpoint(`POST ${API_BASE}/data/options`, {
  summary:
    'Which sources and fields some units have, and how many of them; units out of reach are left out. A field of numbers and words is a float',
  body: z.object({ dataIDs: z.array(DataId).min(1).max(1000) }),
  reply: dataEnvelope(z.array(SharedSource)),
})

export const getCollections = readEndpoint(`GET ${API_BASE}/data/:dataID`, {
  summary: 'The data collections of a unit',
  params: z.object({ dataID: DataId }),
  reply: dataEnvelope(z.array(Collection)),
})

const ISO_8601 = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/i

/** A moment: ISO 8601, in UTC unless it has a zone, or epoch milliseconds. As epoch milliseconds once parsed. */
export const Moment = z.string().transform((text, context) => {
  const at = /^-?\d{1,15}$/.test(text) ? Number(text) : parseIso8601(text)
  if (isKnownTime(at)) return at
  const message = Number.isNaN(at) ? 'fields.not-time' : TIME_OUT_OF_RANGE
  context.issues.push({ code: 'custom', message, input: text })
  return z.NEVER
})

/** ISO 8601 in epoch milliseconds, in UTC unless it has a zone; NaN for anything else. */
export function parseIso8601(text: string): number {
  const match = ISO_8601.exec(text)
  if (match === null) return Number.NaN
  const isDateOnly = text.length === '2026-01-01'.length
  return Date.parse(isDateOnly || match[1] !== undefined ? text : `${text}Z`)
}

const FieldList = z
  .string()
  .max(10_000)
  .transform((text) => text.split(',').filter((name) => name !== ''))

/** Media type of an Arrow IPC stream. */
export const ARROW_STREAM = 'application/vnd.apache.arrow.stream'

/** Reply header of a series: the cursor from which a stream carries on without a gap. */
export const CURSOR_HEADER = 'x-cursor'

/** Reply header of a series: `raw` when every record is there, `m4` when they were reduced to pixel columns, `records` when asked for. */
export const SAMPLING_HEADER = 'x-sampling'

/** Wide enough for all records of a day at 1 Hz: up to four times the width are not reduced. */
export const MAX_SERIES_WIDTH = 25_000

/** The most values, records times fields, of a series with `sampling=raw`: 23 days of a field at 1 Hz. */
export const MAX_RAW_VALUES = 2_000_000

export const getSeries = readEndpoint(`GET ${API_BASE}/series/:dataID/:subject`, {
  summary: 'Fields of a source over time as an Arrow table: every record, or with `width` what draws the same lines',
  format: 'arrow',
  params: z.object({ dataID: DataId, subject: SourceName }),
  query: z.object({
    /** Numeric fields, by comma; all of them by default. */
    fields: FieldList.optional(),
    from: Moment,
    /** Excluded itself. */
    to: Moment,
    /** Pixel columns of the plot; 1,200 where a sampling needs it. */
    width: z.coerce.number().int().min(1).max(MAX_SERIES_WIDTH).optional(),
    /**
     * `raw`, the default without `width`: every record, or a refusal when they have more than 2,000,000 values. `m4`, the default with it,
     * reduces many records to what draws the same line. `records` thins out many: whole records with `recieveUTC`, at most four per pixel column, with the earliest arrival of each half.
     */
    sampling: z.enum(['raw', 'm4', 'records']).optional(),
    /** Records that arrived later are left out, for what was known then. */
    asKnownAt: Moment.optional(),
  }),
  reply: z.unknown(),
})

export const exportData = readEndpoint(`GET ${API_BASE}/export/:dataID/:file`, {
  summary: 'All records of a source in a range as CSV, converted with `units`; the file is named {subject}.csv',
  format: 'csv',
  params: z.object({
    dataID: DataId,
    file: z.string().regex(/^[A-Za-z_][A-Za-z0-9_-]{0,63}\.csv$/, 'fields.csv-name'),
  }),
  query: z.object({
    fields: FieldList.optional(),
    from: Moment.optional(),
    to: Moment.optional(),
    /** With other ones than `sent`, headings name the unit of measure: `temp (°F)`. */
    units: FileUnits.default('sent'),
    /** After an empty line, the notes of the range on the unit and the source, with headings of their own. */
    notes: z.stringbool().default(false),
    /** Records that arrived later are left out, for what was known then. */
    asKnownAt: Moment.optional(),
  }),
  reply: z.unknown(),
})

export const exportWorkbook = readEndpoint(`GET ${API_BASE}/export/:dataID/:subject/xlsx`, {
  summary:
    'All records of a source in a range as a spreadsheet (XLSX), with times of a time zone, converted with `units`',
  format: 'xlsx',
  params: z.object({ dataID: DataId, subject: SourceName }),
  query: z.object({
    fields: FieldList.optional(),
    from: Moment.optional(),
    to: Moment.optional(),
    units: FileUnits.default('sent'),
    /** An IANA time zone, whose clocks the times show. */
    timeZone: line(100).refine(isTimeZone, 'fields.no-time-zone').default('UTC'),
    /** On a sheet of their own, the notes of the range on the unit and the source. */
    notes: z.stringbool().default(false),
  }),
  reply: z.unknown(),
})

/** Media type of Apache Parquet. */
export const PARQUET_TYPE = 'application/vnd.apache.parquet'

export const exportParquet = readEndpoint(`GET ${API_BASE}/export/:dataID/:subject/parquet`, {
  summary:
    'All records of a source in a range as Apache Parquet, as they were sent: times in UTC, numbers, booleans and texts',
  format: 'parquet',
  params: z.object({ dataID: DataId, subject: SourceName }),
  query: z.object({
    fields: FieldList.optional(),
    from: Moment.optional(),
    to: Moment.optional(),
  }),
  reply: z.unknown(),
})
