import { z } from 'zod'
import { API_BASE, endpointsWith, envelope } from '../api/endpoint.ts'
import { Upload } from '../api/files.ts'
import { DataId, isName, SourceName, UtcTime } from '../api/ids.ts'
import { MAX_FIELDS } from './ingest.ts'
import { line } from '../text/text.ts'
import { AskedFormat } from '../tables/file-format.ts'

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
 * How times are written: ISO 8601; seconds or milliseconds since 1970; or a date with its parts in an order, with any of `.`, `/` and `-`
 * between them, and a time behind it.
 */
export const ImportTimeFormat = z.enum(['iso', 'epoch-s', 'epoch-ms', 'ymd', 'dmy', 'mdy'])
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

const Field = z
  .string()
  .refine(
    isName,
    'A field name starts with a letter or underscore and has at most 64 letters, digits, underscores or dashes.',
  )

export const ImportColumn = z.strictObject({ column: Place, field: Field, type: ImportValueType })
export type ImportColumn = z.infer<typeof ImportColumn>

const ImportTime = z.strictObject({
  column: Place,
  /** Where the time of day is, if it is not in `column` with the date. */
  timeColumn: Place.nullable(),
  format: ImportTimeFormat,
  /** Of times without one of their own, such as `Europe/Berlin`. */
  zone: line(60).min(1, 'A time zone is required.'),
  doubled: z.enum(IMPORT_DOUBLED),
})

/** How the lines of a file become records. */
export const ImportSettings = z
  .strictObject({
    source: SourceName,
    encoding: z.enum(['utf-8', 'windows-1252']),
    delimiter: z.enum(IMPORT_DELIMITERS),
    decimals: z.enum(IMPORT_DECIMALS),
    /** Whether the first line has headings. */
    headings: z.boolean(),
    time: ImportTime,
    columns: z.array(ImportColumn).min(1, 'Choose a column to import.').max(MAX_FIELDS),
  })
  .refine(({ columns }) => new Set(columns.map(({ field }) => field)).size === columns.length, {
    path: ['columns'],
    message: 'Two columns have the same field name.',
  })
export type ImportSettings = z.infer<typeof ImportSettings>

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
    refused: count,
    /** Lines with a time that clocks showed twice. */
    doubled: count,
  }),
  /** The times of the first and the last record. */
  firstUTC: UtcTime.nullable(),
  lastUTC: UtcTime.nullable(),
  /** Why it failed, for a person. */
  failure: z.string().nullable(),
})
export type RecordImport = z.infer<typeof RecordImport>

const ImportId = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)

const readEndpoint = endpointsWith({ scope: 'read', tag: 'imports' })
const manageEndpoint = endpointsWith({ scope: 'manage-units', tag: 'imports' })

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
    fileName: line(200).min(1, 'A file name is required.'),
    fileBytes: count
      .min(1, 'The file is empty.')
      .max(IMPORT_FILE_MAX, 'The file is larger than 1 GB. Import it in parts.'),
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

/** A line as it would be stored, or why it would not be. */
export const PreviewLine = z.object({
  line: count,
  /** Null when it is refused. */
  messageUTC: UtcTime.nullable(),
  fields: z.record(z.string(), z.union([z.number(), z.string(), z.boolean()])),
  refusal: z.string().nullable(),
})
export type PreviewLine = z.infer<typeof PreviewLine>

export const ImportPreview = z.object({
  /** Those that were given, or what the file looks like; without a column of times or of values the first ones are used. */
  settings: ImportSettings,
  /** Of each column its heading, or `Column 1` and so on, and its first cells. */
  columns: z.array(z.object({ heading: z.string(), samples: z.array(z.string()) })),
  lines: z.array(PreviewLine),
})
export type ImportPreview = z.infer<typeof ImportPreview>

export const previewRecordImport = manageEndpoint(`POST ${API_BASE}/imports/preview`, {
  summary:
    'The first lines of the file of an import as they would be stored; without settings as the file looks (admin)',
  body: z.object({
    importID: ImportId,
    settings: ImportSettings.optional(),
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
  summary: 'The refused lines of an import with their reasons as CSV or a workbook (XLSX), the first 10,000 (admin)',
  query: z.object({ importID: ImportId, format: AskedFormat }),
  reply: z.unknown(),
})
