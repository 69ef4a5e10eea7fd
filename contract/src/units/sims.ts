import { z } from 'zod'
import { API_BASE, defineEndpoint, endpointsWith, envelope } from '../api/endpoint.ts'
import { DataId, EntityId, SimId, UtcTime } from '../api/ids.ts'
import { chosenColumns, ImportCounts, ImportLine, readColumns } from '../text/imports.ts'
import { Iccid, Imei, Imsi, Msisdn } from './sim-numbers.ts'
import { line } from '../text/text.ts'
import { ZonedTime } from '../time/times.ts'
import { SeenVersion, Version } from '../api/version.ts'

export const SimStatus = z.enum(['active', 'suspended', 'inactive'])
export type SimStatus = z.infer<typeof SimStatus>

/** A SIM card in the list of an entity. */
export const Sim = z.object({
  simID: SimId,
  entity: EntityId,
  iccid: z.string(),
  imsi: z.string(),
  msisdn: z.string(),
  imei: z.string(),
  label: z.string(),
  operator: z.string(),
  status: SimStatus,
  /** The unit that the card is in; null for none, and for one out of reach. */
  dataID: DataId.nullable(),
  /** The name of that unit. */
  friendlyName: z.string().nullable(),
  ip: z.string(),
  /** Bytes used in this month (UTC); null when nothing was reported in it. */
  dataUsed: z.number().nullable(),
  /** Bytes a month. */
  dataLimit: z.number().nullable(),
  lastSessionUTC: UtcTime.nullable(),
  updatedUTC: UtcTime,
  /** Counts the changes that users make; usage and last session do not count. */
  version: Version,
})
export type Sim = z.infer<typeof Sim>

const text = line(120)
const bytes = z.number('fields.bytes').int().min(0).max(Number.MAX_SAFE_INTEGER)

/** The editable values of a card; omitted values stay as they are, or are empty on a new card. */
export const SimFields = z.object({
  imsi: Imsi.optional(),
  msisdn: Msisdn.optional(),
  imei: Imei.optional(),
  label: text.optional(),
  operator: text.optional(),
  status: z.enum(SimStatus.options, 'fields.sim-status').optional(),
  dataID: DataId.nullable().optional(),
  ip: z.union([z.literal(''), z.ipv4(), z.ipv6()], 'fields.not-ip').optional(),
  dataUsed: bytes.nullable().optional(),
  dataLimit: bytes.nullable().optional(),
  lastSessionUTC: ZonedTime.nullable().optional(),
})
export type SimFields = z.infer<typeof SimFields>

/** One card of an import. */
export const SimRow = SimFields.extend({ iccid: Iccid })
export type SimRow = z.infer<typeof SimRow>

export const SIM_ROW_FIELDS = SimRow.keyof().options
export const SimRowField = SimRow.keyof()
export type SimRowField = z.infer<typeof SimRowField>

export const listSims = defineEndpoint(`GET ${API_BASE}/sims`, {
  scope: 'read',
  tag: 'sims',
  summary: 'The SIM cards of the viewing entities, of one entity in reach, or of a unit',
  query: z.object({ entity: EntityId.optional(), dataID: DataId.optional() }),
  reply: envelope(z.array(Sim)),
})

const importEndpoint = endpointsWith({ scope: 'import-sims', tag: 'sims' })

export const createSim = importEndpoint(`POST ${API_BASE}/sims`, {
  idempotent: true,
  summary: 'Add a SIM card to the list of an entity (admin)',
  body: SimRow.extend({ entity: EntityId }),
  reply: envelope(Sim),
})

export const updateSim = importEndpoint(`PUT ${API_BASE}/sims`, {
  summary: 'Change the details of a SIM card, such as its label or its unit (admin)',
  body: SimFields.extend({
    simID: SimId,
    version: SeenVersion,
  }),
  reply: envelope(Sim),
})

/** The most cards of one list. */
export const SIM_LIST_MAX = 10_000

/** The outcome of removing a card. `not-found`: it is not, or no longer, on a list in reach. */
export const SimRemoval = z.object({ simID: SimId, result: z.enum(['removed', 'not-found']) })
export type SimRemoval = z.infer<typeof SimRemoval>

export const removeSims = defineEndpoint(`DELETE ${API_BASE}/sims`, {
  tag: 'sims',
  idempotent: true,
  summary: 'Take SIM cards off the list (admin), with a result for each; of none at all it says sim/not-found',
  body: z.object({ simIDs: z.array(SimId).min(1).max(SIM_LIST_MAX) }),
  /** `partial_success` when some of them are not on the list. */
  reply: envelope(z.array(SimRemoval)),
})

/** The most lines that an answer lists; lines with remarks come first. */
export const SIM_LINES_SHOWN = 2000

/** How the numbers of a file are written: `1,234.5` or `1.234,5`. */
export const DecimalMark = z.enum(['point', 'comma'])
export type DecimalMark = z.infer<typeof DecimalMark>

/** The units of sizes that a person can choose for a file. */
export const SizeUnit = z.enum(['bytes', 'kB', 'MB', 'GB', 'KiB', 'MiB', 'GiB'])
export type SizeUnit = z.infer<typeof SizeUnit>

/** A size of a line of a file, as written and as understood. */
export const ReadSize = z.object({
  field: SimRowField.extract(['dataUsed', 'dataLimit']),
  written: z.string(),
  bytes: z.number(),
})
export type ReadSize = z.infer<typeof ReadSize>

/** `sizes` are those of a file; a list gives bytes. */
export const SimImportLine = ImportLine.extend({ iccid: z.string(), sizes: z.array(ReadSize) })
export type SimImportLine = z.infer<typeof SimImportLine>

export const SimImport = z.object({
  /** False for a dry run. */
  applied: z.boolean(),
  counts: ImportCounts,
  /** Every line; of more than `SIM_LINES_SHOWN` first those that are not valid, then those with warnings. In the order of the file. */
  lines: z.array(SimImportLine),
  /** Lines that are only counted. */
  linesLeftOut: z.number().int(),
  columns: readColumns(SimRowField),
  /** Only for a file: false when its first line is a card. The columns are then called `Column 1` and so on. */
  headed: z.boolean(),
  /** How the sizes of a file were read. `unclear`: they may be read in two ways, so no one chose one; null: it makes no difference. */
  decimals: z.enum([...DecimalMark.options, 'unclear']).nullable(),
  /** The unit of the sizes of a file that name none. `unclear`: it was not chosen, so these lines are not valid; null: all name theirs. */
  sizeUnit: z.enum([...SizeUnit.options, 'unclear']).nullable(),
})
export type SimImport = z.infer<typeof SimImport>

const ImportOptions = z.object({
  entity: EntityId,
  /** Only report what would be done. */
  dryRun: z.boolean().default(false),
  /** Import the good lines when some are not; otherwise one bad line refuses all. */
  skipInvalid: z.boolean().default(false),
})
export type ImportOptions = z.infer<typeof ImportOptions>

export const importSims = importEndpoint(`POST ${API_BASE}/sims/import`, {
  idempotent: true,
  summary:
    'Import SIM cards of an entity from the system of an operator (admin): all, or with skipInvalid the good ones',
  body: ImportOptions.extend({ sims: z.array(z.record(z.string(), z.unknown())).min(1).max(SIM_LIST_MAX) }),
  reply: envelope(SimImport),
})

/** The most characters of a file. */
export const SIM_CSV_MAX = 16 * 1024 * 1024

/** The most lines of a file, without its headings. */
export const SIM_CSV_LINES_MAX = 100_000

export const importSimCsv = importEndpoint(`POST ${API_BASE}/sims/import-csv`, {
  idempotent: true,
  summary: 'Import SIM cards of an entity from a CSV file (admin): all, or with skipInvalid the good lines',
  body: ImportOptions.extend({
    csv: z.string().max(SIM_CSV_MAX),
    columns: chosenColumns(SimRowField).optional(),
    /** How its sizes are written, if the other numbers of the file do not show it. */
    decimals: DecimalMark.optional(),
    /** The unit of sizes that name none, neither in the cell nor in the heading. */
    sizeUnit: SizeUnit.optional(),
  }),
  reply: envelope(SimImport),
})
