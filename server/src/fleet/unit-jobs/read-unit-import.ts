import { CSV_COLUMNS_MAX } from '@fieldwatch/contract/text/imports'
import {
  importUnits,
  UNIT_IMPORT_MAX,
  type UnitImportCheck,
  type UnitImportOptions,
  type UnitRowField,
} from '@fieldwatch/contract/units/unit-imports'
import { DomainError } from '#platform/errors/domain-error.ts'
import { createColumnReader, type FieldNames, headingOf } from '#platform/imports/csv-columns.ts'
import { parseImportBody } from '#platform/imports/parse-import-body.ts'
import { readCsv } from '#platform/imports/read-csv.ts'
import { type ReadUnit, readUnitRow } from './read-unit-row.ts'

/** What is known of an import before its units. */
interface UnitImportHead {
  readonly options: UnitImportOptions
  readonly columns: UnitImportCheck['columns']
}

export type UnitImportPart = UnitImportHead | readonly ReadUnit[]

/** Lines that are read and looked up together. */
const LINES_AT_ONCE = 500

/** Characters of the longest description, and room for what surrounds it. */
const CELL_MAX = 2_100

/**
 * Reads the body of an import: first what it asks for, then its units, some at a time.
 * @throws DomainError request/malformed-json, request/too-large, request/invalid, unit/import-unreadable
 */
export function* readUnitImport(_kind: 'csv', body: Buffer): Generator<UnitImportPart, void> {
  const bounds = { values: 2 * CSV_COLUMNS_MAX + 32, depth: 4 }
  const { csv, columns: chosen, ...options } = parseImportBody(importUnits.body, body, bounds)
  const { columns, read, lines } = readCsv(csv, {
    layOut: (cells) => ({ columns: readUnitColumns(cells.map(headingOf), chosen), headed: true }),
    key: { field: 'dataID', missing: 'answers.data-id-heading' },
    linesMax: UNIT_IMPORT_MAX,
    cellMax: CELL_MAX,
    refuse: (message, given) => new DomainError('unit/import-unreadable', { message, ...given }),
  })
  yield { options, columns: [...columns] }
  for (let start = 0; start < lines.length; start += LINES_AT_ONCE) {
    yield lines.slice(start, start + LINES_AT_ONCE).map((line) => readUnitRow(line, read))
  }
}

/** What lists of units call their columns, in letters and digits alone. */
const NAMES: FieldNames<UnitRowField> = {
  dataID: ['dataid', 'id', 'unitid', 'deviceid', 'unit', 'device', 'serial', 'serialnumber', 'clientid'],
  friendlyName: ['friendlyname', 'name', 'unitname', 'devicename', 'title', 'label'],
  description: ['description', 'notes', 'note', 'comment', 'remarks'],
  size: ['size'],
  service: ['service'],
  entities: ['entities', 'entity', 'organisation', 'organization', 'company', 'customer'],
  template: ['template', 'defaulttemplate', 'dashboard'],
  active: ['active', 'activated', 'enabled', 'status', 'state'],
  labels: ['labels', 'tags', 'tag', 'keywords'],
  rawDays: ['recorddays', 'rawdays', 'daysthatrecordsarekept'],
  summaryDays: ['summarydays', 'daysthatsummariesarekept'],
}

const readUnitColumns = createColumnReader(NAMES)
