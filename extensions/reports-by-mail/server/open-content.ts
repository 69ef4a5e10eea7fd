import type { Language } from '@fieldwatch/contract/text/languages'
import { type Measure, type Measures, sentMeasures } from '@fieldwatch/contract/measures/measure'
import {
  chartColumns,
  type ChartColumn,
  csvHeading,
  joinExports,
  type SourceExport,
} from '@fieldwatch/contract/templates/chart-table'
import { type DataId, type EntityId, SourceName } from '@fieldwatch/contract/api/ids'
import { type FileFormat, type Table, writeCsv } from '@fieldwatch/contract/tables/table'
import { reportFileName } from '@fieldwatch/contract/events/report-names'
import type { AttachedFormat, ReportContent } from '../contract/report-schedules.ts'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import { withLooks } from '@fieldwatch/server/features/calculations/with-looks'
import { sourcesOf } from '@fieldwatch/server/features/events/event-policy'
import { findShownTemplate } from '@fieldwatch/server/fleet/templates/shown-template'
import { reportTextsIn } from '@fieldwatch/server/features/events/report-texts'
import { openReport, type ReportParts } from '@fieldwatch/server/features/events/open-report'
import { compareChart, type MailedFigures } from './compare-chart.ts'
import { createSourceStore } from '@fieldwatch/server/records/store/source-store'
import { type ExportedField, recordTable } from '@fieldwatch/server/doors/telemetry/record-table'
import { formatTime } from '@fieldwatch/server/platform/time/format-time'
import { say } from './say.ts'

interface Asked {
  readonly dataId: DataId
  /** The entities for which it is opened. */
  readonly reach: readonly EntityId[]
  readonly content: ReportContent
  /** The time zone of a report in local time. */
  readonly timeZone: string
}

/** What a scheduled report holds, as its unit has it now. */
export interface OpenedContent {
  /** The name of the file, without dates. */
  readonly fileName: string
  /** The sources of a chart or an event table. */
  readonly sources: readonly string[]
  /** A sentence for its readers. */
  readonly note: string | undefined
  /** In which moments are written in a format. */
  readonly timeZone: (format: AttachedFormat) => string
  /** The records of a range as a table; with `measures`, in those units of measure. */
  readonly read: (range: TimeRange, options: FileOptions) => Promise<Table>
  /** Compares the range with another period; undefined where the report does not. */
  readonly compare:
    | ((range: TimeRange, options: Pick<FileOptions, 'now' | 'signal'>) => Promise<MailedFigures>)
    | undefined
}

interface FileOptions {
  readonly format: FileFormat
  readonly now: number
  readonly signal: AbortSignal
  readonly measures: Measures | undefined
  /** The language of headings and words that the portal adds. */
  readonly language: Language
}

const STILL_FINDING = say('not-sent.still-finding')

/** @throws DomainError unit/not-found, event/not-found, event/report-not-found, schedule/chart-not-found */
export async function openContent(parts: ReportParts, asked: Asked): Promise<OpenedContent> {
  return asked.content.kind === 'events'
    ? openEvents(parts, asked, asked.content)
    : openChart(parts, asked, asked.content)
}

async function openEvents(
  parts: ReportParts,
  { dataId, reach, timeZone }: Asked,
  { event: name, report }: Extract<ReportContent, { kind: 'events' }>,
): Promise<OpenedContent> {
  const { table, prepare, timeZone: zoneOf } = await openReport(parts, { dataId, reach, name, report, timeZone })
  return {
    fileName: reportFileName(dataId, `${name} ${report}`),
    sources: sourcesOf(table),
    note: table.filledTo === undefined ? undefined : STILL_FINDING,
    timeZone: (format) => zoneOf(format === 'pdf' ? 'xlsx' : format),
    compare: undefined,
    read: async (range, { format, now, signal, measures, language }) =>
      (await prepare({ format, measures, language }))({ ...range, now }, signal),
  }
}

async function openChart(
  { db, reader }: ReportParts,
  { dataId, reach, timeZone }: Asked,
  { chart: title, compareWith }: Extract<ReportContent, { kind: 'chart' }>,
): Promise<OpenedContent> {
  const { columns, sources } = await findChart(db, { dataId, reach, title })
  const store = createSourceStore(db)

  const zoneOf = (format: AttachedFormat): string => (format === 'csv' ? 'UTC' : timeZone)

  const read: OpenedContent['read'] = async (range, { format, signal, language, measures = sentMeasures }) => {
    const shown = columns.map((column) => ({ ...column, ...measured(column, measures(column.unit)) }))
    const exports: SourceExport[] = []
    for (const name of sources) {
      const source = await store.find(dataId, SourceName.parse(name))
      if (source === undefined) continue
      const fields = fieldsOf(shown, name).filter((field) => Object.hasOwn(source.types, field.name))
      exports.push([name, writeCsv([recordTable(reader, source.key, { ...range, fields, signal })], formatTime)])
    }
    const time = { heading: reportTextsIn(language).time(format, zoneOf(format)), hasMoments: true }
    return { columns: [time, ...shown], blocks: joinExports(shown, exports) }
  }

  return {
    fileName: reportFileName(dataId, title === '' ? 'chart' : title),
    sources,
    note: undefined,
    timeZone: zoneOf,
    read,
    compare:
      compareWith &&
      ((range, options) =>
        compareChart({ sources: store, reader }, { dataId, reach, columns, range, compareWith, timeZone, ...options })),
  }
}

/**
 * The columns and sources of a chart.
 * @throws DomainError unit/not-found, schedule/chart-not-found
 */
export async function findChart(
  db: Db,
  { dataId, reach, title }: Pick<Asked, 'dataId' | 'reach'> & { readonly title: string },
): Promise<{ readonly columns: readonly ChartColumn[]; readonly sources: readonly string[] }> {
  const shown = await findShownTemplate(db, dataId, { reach })
  const template = shown && (await withLooks(db, dataId, shown))
  const [chart, ...others] = (template?.timeSeries?.charts ?? []).filter((one) => one.title === title)
  if (chart === undefined || others.length > 0) throw new DomainError('schedule/chart-not-found')
  const columns = chartColumns(chart)
  return { columns, sources: [...new Set(columns.map(({ source }) => source))] }
}

type MeasuredColumn = ChartColumn & Pick<ExportedField, 'write'>

function measured({ label }: ChartColumn, { unit, value }: Measure): Pick<MeasuredColumn, 'heading' | 'write'> {
  return { heading: csvHeading({ label, unit }), write: value }
}

/** Each once: a field that a chart shows twice has the unit of measure of its first series. */
function fieldsOf(columns: readonly MeasuredColumn[], source: string): ExportedField[] {
  const own = columns.filter((column) => column.source === source)
  const names = [...new Set(own.map(({ field }) => field))]
  return names.map((name) => ({ name, write: own.find(({ field }) => field === name)?.write }))
}
