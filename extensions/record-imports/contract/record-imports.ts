import { z } from 'zod'
import { API_BASE, endpointsWith, envelope } from '@fieldwatch/contract/api/endpoint'
import { addErrors } from '@fieldwatch/contract/api/errors'
import { Upload } from '@fieldwatch/contract/api/files'
import { DataId, isName, SourceName, UtcTime } from '@fieldwatch/contract/api/ids'
import { MAX_FIELDS } from '@fieldwatch/contract/telemetry/ingest'
import { line } from '@fieldwatch/contract/text/text'
import { AskedFormat } from '@fieldwatch/contract/tables/file-format'
import { Sentence } from '@fieldwatch/contract/text/sentence'

/** A file travels in parts of this size; the last one may be shorter. */
export const IMPORT_PART_BYTES = 4 * 1024 * 1024
/** The longest file. */
export const IMPORT_FILE_MAX = 1024 ** 3
/** A longer line is refused. */
export const IMPORT_LINE_MAX = 64 * 1024
/** A line with more columns is refused. */
export const IMPORT_COLUMNS_MAX = 1_000
/** The refused lines of a file that are kept with their reasons; more are counted. */
export const IMPORT_REFUSALS_KEPT = 10_000
/** For so many days an import can be undone. */
export const IMPORT_KEPT_DAYS = 90

export const IMPORT_DELIMITERS = [',', ';', '\t', '|'] as const

/** How numbers are written: `1234.5` or `1234,5`. */
export const IMPORT_DECIMALS = ['point', 'comma'] as const

/**
 * How times are written: ISO 8601; a date with its parts in an order, with any of `.`, `/` and `-` between them; a date with the name of the
 * month; digits only, as in `20250105` or `202501051430`; days of a spreadsheet since the end of 1899; or seconds or milliseconds since 1970.
 */
export const ImportTimeFormat = z.enum(['iso', 'ymd', 'dmy', 'mdy', 'named', 'compact', 'excel', 'epoch-s', 'epoch-ms'])
export type ImportTimeFormat = z.infer<typeof ImportTimeFormat>

/**
 * Which moment a time is that clocks show twice when they are set back: the earlier one until the times of the file jump back, or always
 * the earlier or the later one.
 */
export const IMPORT_DOUBLED = ['in-order', 'earlier', 'later'] as const

export const ImportValueType = z.enum(['number', 'text', 'boolean'])
export type ImportValueType = z.infer<typeof ImportValueType>

/** The place of a column in a line, from 0. */
const Place = z
  .number()
  .int()
  .min(0)
  .max(IMPORT_COLUMNS_MAX - 1)

const Field = z.string().refine(isName, 'fields.field-name')

/** A text of a cell that settings name. */
const CellText = z.string().max(120)

export const ImportColumn = z.strictObject({
  column: Place,
  field: Field,
  type: ImportValueType,
  /** What may be written behind the numbers, as in `21.5 °C`. */
  unit: CellText.nullable().default(null),
  /** Only lines of this series, in a file whose `seriesColumn` names one in each line. */
  series: CellText.nullable().default(null),
})
export type ImportColumn = z.infer<typeof ImportColumn>

const ImportTime = z.strictObject({
  column: Place,
  /** Where the time of day is, if it is not in `column` with the date. */
  timeColumn: Place.nullable(),
  /** Null: the dates fit several orders, and no one has chosen yet. */
  format: ImportTimeFormat.nullable(),
  /** The zone of times without one of their own, such as `Europe/Berlin` or `+01:00`. */
  zone: line(60).min(1, 'fields.zone-required'),
  doubled: z.enum(IMPORT_DOUBLED),
})

/** A file may begin with so many lines of titles. */
export const IMPORT_TITLES_MAX = 1_000

/** The number of a line, from 1. */
const LineNumber = z.number().int().min(1)

/** Where the table of a file is. */
const Layout = {
  encoding: z.enum(['utf-8', 'windows-1252']),
  lineBreak: z.enum(['lf', 'cr']).default('lf'),
  delimiter: z.enum(IMPORT_DELIMITERS),
  /** Lines that begin with it are left out. */
  comment: z.string().min(1).max(3).nullable().default(null),
  headingLine: LineNumber.max(IMPORT_TITLES_MAX).nullable(),
  /** The first line with a record. */
  firstLine: LineNumber.max(IMPORT_TITLES_MAX + 1),
  /** The column that names the series of each line; null in a file with a column for each series. */
  seriesColumn: Place.nullable().default(null),
}

/** How the lines of a file become records. */
export const ImportSettings = z
  .strictObject({
    source: SourceName,
    ...Layout,
    decimals: z.enum(IMPORT_DECIMALS),
    /** Cells that mean no value, beside empty ones and words such as `NaN` and `n/a`. */
    missing: z.array(CellText.min(1)).max(20).default([]),
    time: ImportTime,
    columns: z.array(ImportColumn).min(1, 'fields.choose-column').max(MAX_FIELDS),
  })
  .refine(({ columns }) => new Set(columns.map(({ field }) => field)).size === columns.length, {
    path: ['columns'],
    message: 'fields.columns-same',
  })
export type ImportSettings = z.infer<typeof ImportSettings>

/** What is known of the layout of a file; the rest is guessed. */
export const ImportLayout = z
  .strictObject({
    ...Layout,
    lineBreak: Layout.lineBreak.unwrap(),
    comment: Layout.comment.unwrap(),
    seriesColumn: Layout.seriesColumn.unwrap(),
    timeColumn: Place,
    clockColumn: Place.nullable(),
  })
  .partial()
export type ImportLayout = z.infer<typeof ImportLayout>

/**
 * `uploading`: parts of the file are missing; `ready`: it waits for its settings; `checking`: its lines are read and nothing is stored;
 * `running`, `undoing`: under way.
 */
export const ImportState = z.enum([
  'uploading',
  'ready',
  'checking',
  'running',
  'done',
  'cancelled',
  'failed',
  'undoing',
  'undone',
])
export type ImportState = z.infer<typeof ImportState>

const count = z.number().int()

export const RecordImport = z.object({
  importID: count,
  dataID: DataId,
  fileName: z.string(),
  fileBytes: count,
  /** How many of the parts of the file have arrived. */
  parts: count,
  state: ImportState,
  /** What was read and stored with; null before it began. */
  settings: ImportSettings.nullable(),
  createdUTC: UtcTime,
  /** Null: by the command line, or by someone who is gone. */
  createdBy: z.string().nullable(),
  endedUTC: UtcTime.nullable(),
  /** How much of the file was read, from 0 to 1. */
  progress: z.number(),
  /** Whether all lines were read once without storing them. */
  checked: z.boolean(),
  counts: z.object({
    /** With records, headings and empty lines left out. */
    lines: count,
    /** Records that were not there before. */
    added: count,
    /** Records in the place of others with the same time. */
    replaced: count,
    /** Records that were there already as they are. */
    unchanged: count,
    /** Lines with the time of a later line of the file, which counts. */
    repeated: count,
    /** Lines of further series with the time of another line: they are one record. */
    joined: count,
    refused: count,
    /** Cells that could not be read, and were left empty. */
    emptied: count,
    /** Lines with a time that clocks showed twice. */
    doubled: count,
  }),
  /** The times of the first and the last record. */
  firstUTC: UtcTime.nullable(),
  lastUTC: UtcTime.nullable(),
  /** Why it failed, for a person. */
  failure: Sentence.nullable(),
})
export type RecordImport = z.infer<typeof RecordImport>

const ImportId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

const ERRORS = {
  'import/not-found': 404,
  'import/busy': 409,
  'import/too-many': 409,
  'import/part-invalid': 400,
  'import/not-text': 400,
} as const
declare module '@fieldwatch/contract/api/errors' {
  interface AddedErrors extends Readonly<typeof ERRORS> {}
}
addErrors(ERRORS)

const errors = ['import/', 'unit/', 'file/', 'data/too-many-reads']
const readEndpoint = endpointsWith({ scope: 'read', tag: 'imports', errors })
const manageEndpoint = endpointsWith({ scope: 'manage-units', tag: 'imports', errors })

export const listRecordImports = readEndpoint(`GET ${API_BASE}/imports`, {
  summary: 'The imports of records into a unit, the newest first (admin)',
  query: z.object({ dataID: DataId }),
  reply: envelope(z.array(RecordImport)),
})

export const createRecordImport = manageEndpoint(`POST ${API_BASE}/imports`, {
  idempotent: true,
  summary: 'Begin an import of records into a unit (admin); its file is sent afterwards, in parts',
  body: z.object({
    dataID: DataId,
    fileName: line(200).min(1, 'fields.file-name'),
    fileBytes: count.min(1, 'fields.file-empty').max(IMPORT_FILE_MAX, 'fields.file-largest'),
  }),
  reply: envelope(RecordImport),
})

export const putImportPart = manageEndpoint(`PUT ${API_BASE}/imports/part`, {
  summary: 'A part of the file of an import: 4 MiB, the last one what is left; sent again it replaces itself (admin)',
  bodyFormat: 'multipart',
  body: z.object({
    importID: ImportId,
    part: z.coerce
      .number()
      .int()
      .min(0)
      .max(IMPORT_FILE_MAX / IMPORT_PART_BYTES),
    file: Upload,
  }),
  reply: envelope(RecordImport),
})

/** Cells or lines that cannot be read, with the first of them. */
const Odd = z.object({ count, samples: z.array(z.object({ line: count, text: z.string() })) })

/** Times of a file as one format reads them. */
export const ImportTimes = z.object({
  format: ImportTimeFormat,
  /** Lines with a time that can be stored. */
  read: count,
  /** By the order of time; null without one. */
  firstUTC: UtcTime.nullable(),
  lastUTC: UtcTime.nullable(),
  /** Between lines of the same series; null with fewer than two times. */
  shortestMs: z.number().nullable(),
  longestMs: z.number().nullable(),
  /** The step of most lines. */
  usualMs: z.number().nullable(),
  /** Lines with a time that clocks show twice. */
  doubled: count,
  /** Lines whose times have a zone of their own. */
  zoned: count,
  /** Refused lines, each with its reason. */
  odd: Odd,
})
export type ImportTimes = z.infer<typeof ImportTimes>

/** Cells that can become a field: a column, or the lines of one series of it. */
export const ImportValues = z.object({
  column: count,
  series: z.string().nullable(),
  heading: z.string(),
  /** As the settings have it; otherwise as the cells look. */
  field: z.string(),
  type: ImportValueType,
  /** What it is measured in, as far as the file says so. */
  unit: z.string().nullable(),
  /** What stands behind the numbers in the cells. */
  cellUnit: z.string().nullable(),
  samples: z.array(z.string()),
  /** Cells with a value. */
  filled: count,
  /** Cells that mean no value, with their words; empty cells are not counted. */
  missing: z.object({ count, words: z.array(z.string()) }),
  /** Cells that are left empty. */
  odd: Odd,
  /** Only for numbers. */
  least: z.number().nullable(),
  most: z.number().nullable(),
})
export type ImportValues = z.infer<typeof ImportValues>

/** A line as it would be stored, or why it would not be. */
export const PreviewLine = z.object({
  line: count,
  /** Null when it is refused. */
  messageUTC: UtcTime.nullable(),
  fields: z.record(z.string(), z.union([z.number(), z.string(), z.boolean()])),
  /** Why fields are left empty. */
  odd: z.record(z.string(), Sentence),
  refusal: Sentence.nullable(),
})
export type PreviewLine = z.infer<typeof PreviewLine>

export const ImportPreview = z.object({
  /** Those that were given, or what the file looks like; without a column of times or of values the first ones are used. */
  settings: ImportSettings,
  /** How much of the file was looked at so far, from 0 to 1: ask again until it is 1. */
  looked: z.number(),
  /** The heading of each column, or `Column 1` and so on, its unit of measure, and its first cells. */
  columns: z.array(z.object({ heading: z.string(), unit: z.string().nullable(), samples: z.array(z.string()) })),
  /** Each format that reads most of the times. */
  times: z.array(ImportTimes),
  /** What can be imported. */
  values: z.array(ImportValues),
  /** Lines of series beyond the most fields of a record; they are left out. */
  furtherSeries: count,
  /** The first lines with records. */
  lines: z.array(PreviewLine),
})
export type ImportPreview = z.infer<typeof ImportPreview>

export const previewRecordImport = manageEndpoint(`POST ${API_BASE}/imports/preview`, {
  summary:
    'What the file of an import has and how its first lines would be stored; without settings as the file looks (admin)',
  body: z.object({
    importID: ImportId,
    settings: ImportSettings.optional(),
    /** Without settings: what is known of the file. */
    layout: ImportLayout.optional(),
    /** Where nothing in the file says so: the zone of anyone who asks. */
    zone: line(60).optional(),
  }),
  reply: envelope(ImportPreview),
})

export const startRecordImport = manageEndpoint(`POST ${API_BASE}/imports/start`, {
  summary: 'Read the file of an import and store its records, or with `check` only tell what would be refused (admin)',
  body: z.object({ importID: ImportId, settings: ImportSettings, check: z.boolean().default(false) }),
  reply: envelope(RecordImport),
})

export const cancelRecordImport = manageEndpoint(`POST ${API_BASE}/imports/cancel`, {
  summary: 'End an import; what it has stored stays until it is undone (admin)',
  body: z.object({ importID: ImportId }),
  reply: envelope(RecordImport),
})

export const undoRecordImport = manageEndpoint(`POST ${API_BASE}/imports/undo`, {
  summary: 'Undo an import: remove its records and restore the replaced ones; later records stay (admin)',
  body: z.object({ importID: ImportId }),
  reply: envelope(RecordImport),
})

export const removeRecordImport = manageEndpoint(`DELETE ${API_BASE}/imports`, {
  summary: 'Forget an upload that was not imported (admin)',
  body: z.object({ importID: ImportId }),
})

export const exportImportRefusals = readEndpoint(`GET ${API_BASE}/imports/refusals`, {
  format: 'table',
  summary:
    'The refused lines and cells of an import with their reasons as CSV or a workbook (XLSX), the first 10,000 (admin)',
  query: z.object({ importID: ImportId, format: AskedFormat }),
  reply: z.unknown(),
})
