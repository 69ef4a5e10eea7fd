import { z } from 'zod'
import { API_BASE, endpointsWith, envelope } from '../api/endpoint.ts'
import { DataId, EntityId } from '../api/ids.ts'
import { chosenColumns, ImportCounts, ImportLine, readColumns } from '../text/imports.ts'
import { keepsSummariesLonger, RetentionDays, SUMMARIES_TOO_SHORT } from './retention.ts'
import { line } from '../text/text.ts'
import { UnitJob } from './unit-jobs.ts'
import { UnitDescription, UnitName, UnitWords } from './units.ts'

/** The most lines of a file, without its headings. */
export const UNIT_IMPORT_MAX = 10_000

/** The most characters of a file. */
export const UNIT_CSV_MAX = 8 * 1024 * 1024

const words = line(200).min(1)

/** One unit of an import, as given in the file; names are not looked up yet. */
const RowFields = z.object({
  dataID: DataId,
  friendlyName: UnitName.optional(),
  description: UnitDescription.optional(),
  size: UnitWords.optional(),
  service: UnitWords.optional(),
  /** Names or ids. */
  entities: z.array(words).min(1).max(100).optional(),
  /** The title or the id of a shared template. */
  template: words.optional(),
  active: z.boolean('fields.yes-no').optional(),
  /** Names or ids: the unit has these, and of those in reach no others. */
  labels: z.array(words).min(1).max(100).optional(),
  /** How long the data of all its sources is kept, those to come too. */
  rawDays: RetentionDays.optional(),
  summaryDays: RetentionDays.optional(),
})

export const UnitRow = RowFields.refine(
  ({ rawDays, summaryDays }) => (rawDays === undefined) === (summaryDays === undefined),
  {
    path: ['summaryDays'],
    message: 'fields.both-days',
  },
).refine(keepsSummariesLonger, { path: ['summaryDays'], message: SUMMARIES_TOO_SHORT })
export type UnitRow = z.infer<typeof UnitRow>

export const UnitRowField = RowFields.keyof()
export type UnitRowField = z.infer<typeof UnitRowField>

export const UnitImportLine = ImportLine.extend({ dataID: z.string() })
export type UnitImportLine = z.infer<typeof UnitImportLine>

export const UnitImportCheck = z.object({
  counts: ImportCounts,
  /** Every line, in the order of the file. */
  lines: z.array(UnitImportLine),
  linesLeftOut: z.number().int(),
  columns: readColumns(UnitRowField),
})
export type UnitImportCheck = z.infer<typeof UnitImportCheck>

const File = z.object({
  /** Used when a line has no entity. */
  entity: EntityId,
  /** What becomes of units that are there already: they stay as they are, or are changed to what the file says. */
  existing: z.enum(['keep', 'update']).default('keep'),
  csv: z.string().max(UNIT_CSV_MAX),
  columns: chosenColumns(UnitRowField).optional(),
})
export type UnitImportOptions = Omit<z.infer<typeof File>, 'csv' | 'columns'>

const manageEndpoint = endpointsWith({ scope: 'manage-units', tag: 'units' })

export const checkUnitImport = manageEndpoint(`POST ${API_BASE}/unit-imports/check`, {
  summary: 'What an import of units from a CSV file would do with each line (admin)',
  body: File,
  reply: envelope(UnitImportCheck),
})

export const importUnits = manageEndpoint(`POST ${API_BASE}/unit-imports`, {
  idempotent: true,
  summary: 'Add and change units as a CSV file says, line by line, by a job (admin)',
  body: File,
  reply: envelope(UnitJob),
})
