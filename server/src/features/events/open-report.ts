import { columnsOfValue } from '@fieldwatch/contract/events/event-columns'
import type { Language } from '@fieldwatch/contract/text/languages'
import { type Measure, type Measures, sentMeasures } from '@fieldwatch/contract/measures/measure'
import { createFieldUnitStore } from '#records/store/field-unit-store.ts'
import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { createReportWriter } from '@fieldwatch/contract/reports/report-formats'
import { createSheetWriter } from '@fieldwatch/contract/reports/sheet-formats'
import type { FileFormat, Table } from '@fieldwatch/contract/tables/table'
import { RAW_DATA } from '@fieldwatch/contract/events/report-names'
import { type ReportDefinition, zoneOfReport } from '@fieldwatch/contract/reports/reports'
import type { Template } from '@fieldwatch/contract/templates/templates'
import { isTimeZone } from '@fieldwatch/contract/time/time-zone'
import type { Db } from '#platform/database/database.ts'
import { DomainError, invalidField } from '#platform/errors/domain-error.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import { createSourceStore } from '#records/store/source-store.ts'
import { createEventStore, type StoredEventTable } from './event-store.ts'
import { findShownTemplate } from '#fleet/templates/shown-template.ts'
import { createOccurrenceStore, type OccurrenceRange } from './occurrence-store.ts'
import { COORDINATE_SOURCE } from './read-coordinates.ts'
import { reportTextsIn } from './report-texts.ts'
import { reportTable } from './write-report.ts'

export interface ReportParts {
  readonly db: Db
  /** Connections for what takes long. */
  readonly reads: Db
  readonly reader: RecordReader
}

interface AskedReport {
  readonly dataId: DataId
  readonly reach: readonly EntityId[]
  /** The name of the event table. */
  readonly name: string
  readonly report: string
  /** The time zone of the reader, for reports in local time. */
  readonly timeZone: string
}

interface OpenedReport {
  readonly table: StoredEventTable
  /** In which moments are written in a format. */
  readonly timeZone: (format: FileFormat) => string
  /** Prepares to read ranges of it as a table. */
  readonly prepare: (options: ReadOptions) => Promise<(range: OccurrenceRange, signal: AbortSignal) => Table>
}

interface ReadOptions {
  readonly format: FileFormat
  readonly mostRows?: number | undefined
  readonly measures?: Measures | undefined
  /** The language of the headings and words that the portal adds; English when left out, for programs. */
  readonly language?: Language | undefined
}

/**
 * A report of an event table as its unit has it now.
 * @throws DomainError unit/not-found, event/not-found, event/report-not-found, request/invalid
 */
export async function openReport(
  { db, reads, reader }: ReportParts,
  { dataId, reach, name, report: reportName, timeZone }: AskedReport,
): Promise<OpenedReport> {
  const template = await findShownTemplate(db, dataId, { reach })
  const table = await createEventStore(db).get(dataId, name)
  const report = reportOf(template, reportName)
  if (report === undefined && reportName !== RAW_DATA) throw new DomainError('event/report-not-found')
  const csvZone = zoneOfReport(report, timeZone)
  // One that is not known is refused though the report is not in it.
  requireTimeZone(timeZone)
  const positions =
    report?.includeCoordinates === true ? await createSourceStore(db).find(dataId, COORDINATE_SOURCE) : undefined
  // Raw data has moments, which a workbook shows in the zone of its reader.
  const zoneOf = (format: FileFormat): string => (format === 'xlsx' && report === undefined ? timeZone : csvZone)
  return {
    table,
    timeZone: zoneOf,
    prepare: async ({ format, mostRows = Infinity, measures, language = 'en' }) => {
      const isSheet = format === 'xlsx'
      const shown =
        isSheet || measures !== undefined ? await measuredColumns(db, table, measures ?? sentMeasures) : NONE
      const { words, heading, sheetHeading } = reportTextsIn(language)
      const zone = zoneOf(format)
      const known = {
        occurrences: createOccurrenceStore(reads),
        reader,
        table,
        report,
        write: (isSheet ? createSheetWriter : createReportWriter)({ timeZone: zone, words }),
        headingOf: isSheet ? (column: string) => sheetHeading(column, zone) : heading,
        positionKey: positions?.key,
        measures: shown,
        mostRows,
      }
      return (range, signal) => reportTable({ ...known, range, signal })
    },
  }
}

const NONE: ReadonlyMap<string, Measure> = new Map()

/** The measure of each column with values of the table. */
async function measuredColumns(
  db: Db,
  { dataId, values }: StoredEventTable,
  measures: Measures,
): Promise<ReadonlyMap<string, Measure>> {
  const units = await createFieldUnitStore(db).listOfUnit(dataId, values)
  return new Map(
    values.flatMap((value, place) => columnsOfValue(value).map((column) => [column, measures(units[place])] as const)),
  )
}

/** Every object has a `constructor`, which is no report. */
function reportOf(template: Template | undefined, name: string): ReportDefinition | undefined {
  const reports = template?.reports ?? {}
  return Object.hasOwn(reports, name) ? reports[name] : undefined
}

/** @throws DomainError request/invalid for one that is not known */
export function requireTimeZone(timeZone: string): void {
  if (!isTimeZone(timeZone)) throw invalidField('timeZone', 'fields.no-time-zone')
}
