import { type DataRecord, toNumber } from '@fieldwatch/contract/telemetry/data'
import { alignSeries } from '#shared/charts/align-series.ts'
import { LIVE_WINDOW_MS } from '#shared/charts/chart-window.ts'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { type ChartData, createSeriesBuffer, type SeriesBuffer, type SeriesData } from '#shared/charts/series-buffer.ts'
import type { PlannedLine } from './chart-plan.ts'

/** Series of one source for a chart: one column for each of its lines of that source, in their order. */
export interface SourceSeries {
  readonly source: string
  readonly data: ChartData
}

/**
 * The data of one chart, as they are drawn: the last 24 hours and, over it, a range in more detail. Live records go into both, and none is lost
 * while a detail is loading.
 */
export interface ChartStore {
  data: () => ChartData
  subscribe: (listener: () => void) => () => void
  /** Sets the shown range; the detail is used where it covers it. */
  show: (span: TimeRange) => void
  /** Loads the last 24 hours of a source. */
  loadSource: (series: SourceSeries) => void
  append: (source: string, records: readonly DataRecord[], now: number) => void
  /** Begins to keep live records for a detail that is loading. */
  expectDetail: () => void
  /** Ends that, as the detail does not come. */
  abandonDetail: () => void
  /** Replaces the detail. */
  loadDetail: (span: TimeRange, series: readonly SourceSeries[]) => void
  /** Shows the last 24 hours alone again. */
  dropDetail: () => void
}

export function createChartStore(lines: readonly PlannedLine[]): ChartStore {
  const base = createSeriesBuffer(lines.length)
  const listeners = new Set<() => void>()
  const columnsMs = new Map<string, number>()
  let detail: { span: TimeRange; buffer: SeriesBuffer; columnMs: number } | undefined
  let shown: TimeRange = { from: -Infinity, to: Infinity }
  let recent: { source: string; records: readonly DataRecord[] }[] | undefined

  function notify(): void {
    for (const listener of listeners) listener()
  }

  return {
    data: () => {
      if (detail !== undefined && detail.span.from <= shown.from && detail.span.to >= shown.to) {
        return { ...detail.buffer.data(), columnMs: detail.columnMs }
      }
      return { ...base.data(), columnMs: Math.max(0, ...columnsMs.values()) }
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    show: (span) => {
      shown = span
    },
    loadSource: (series) => {
      base.load(withSource(lines, base.data(), shownSeries(lines, series)))
      columnsMs.set(series.source, series.data.columnMs)
      notify()
    },
    append: (source, records, now) => {
      recent?.push({ source, records })
      for (const buffer of detail === undefined ? [base] : [base, detail.buffer]) {
        put(buffer, lines, source, records)
        buffer.trimBefore(now - LIVE_WINDOW_MS)
      }
      notify()
    },
    expectDetail: () => {
      recent = []
    },
    abandonDetail: () => {
      recent = undefined
    },
    loadDetail: (span, series) => {
      const buffer = createSeriesBuffer(lines.length)
      for (const one of series) buffer.load(withSource(lines, buffer.data(), shownSeries(lines, one)))
      for (const { source, records } of recent ?? []) put(buffer, lines, source, records)
      recent = undefined
      detail = { span, buffer, columnMs: Math.max(0, ...series.map(({ data }) => data.columnMs)) }
      notify()
    },
    dropDetail: () => {
      if (detail === undefined) return
      detail = undefined
      notify()
    },
  }
}

/** The series in the units of measure of their lines; the arrays themselves where all are as sent. */
function shownSeries(lines: readonly PlannedLine[], { source, data }: SourceSeries): SourceSeries {
  const measures = lines.flatMap((line) => (line.source === source ? [line.measure] : []))
  if (!measures.some(({ isConverted }) => isConverted)) return { source, data }
  const columns = data.columns.map((column, index) => {
    const measure = measures[index]
    return measure?.isConverted === true ? column.map(measure.drawn) : column
  })
  return { source, data: { ...data, columns } }
}

/** The data of a chart with those of one source replaced. */
function withSource(lines: readonly PlannedLine[], before: SeriesData, { source, data }: SourceSeries): SeriesData {
  const own = lines.flatMap((line, index) => (line.source === source ? [index] : []))
  if (own.length === lines.length) return data
  const others = lines.flatMap((line, index) => (line.source === source ? [] : [index]))
  const kept = withoutEmptyRows({
    x: before.x,
    columns: others.map((index) => before.columns[index] ?? new Float64Array()),
  })
  const { x, columns } = alignSeries([kept, data])
  const order = [...others, ...own]
  return {
    x,
    columns: lines.map((_line, index) => columns[order.indexOf(index)] ?? new Float64Array(x.length).fill(NaN)),
  }
}

/** Drops rows without any value: they belonged to the replaced source. */
function withoutEmptyRows({ x, columns }: SeriesData): SeriesData {
  const rows = [...x.keys()].filter((row) => columns.some((column) => !Number.isNaN(column[row])))
  if (rows.length === x.length) return { x, columns }
  const pick = (column: Float64Array) => Float64Array.from(rows, (row) => column[row] ?? Number.NaN)
  return { x: pick(x), columns: columns.map(pick) }
}

function put(
  buffer: SeriesBuffer,
  lines: readonly PlannedLine[],
  source: string,
  records: readonly DataRecord[],
): void {
  for (const record of records) {
    const values = lines.map((line) => (line.source === source ? shownNumber(line, record[line.field]) : undefined))
    if (values.some((value) => value !== undefined)) buffer.upsert(Date.parse(record.messageUTC), values)
  }
}

function shownNumber({ measure }: PlannedLine, value: DataRecord[string] | undefined): number | undefined {
  const number = toNumber(value)
  return Number.isNaN(number) ? undefined : measure.drawn(number)
}
