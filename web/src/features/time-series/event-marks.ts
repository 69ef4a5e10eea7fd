import { nameOfValue } from '@fieldwatch/contract/calculations/calculation-rules'
import { parseComparison } from '@fieldwatch/contract/calculations/conditions'
import type { EventBands } from '@fieldwatch/contract/events/events'
import type { ChartMarks } from '#shared/charts/chart-marks.ts'
import type { ChartWindow } from '#shared/charts/chart-window.ts'
import type { PlannedLine } from './chart-plan.ts'

/** A period of an event or an alert; periods of alerts are never shown as ongoing. */
type Band = Omit<EventBands['bands'][number], 'ongoing'> & { readonly ongoing?: boolean }

/** Which bands are asked for: up to now, or of a fixed range. */
export type BandRequest =
  | { readonly kind: 'live'; readonly lengthMs: number }
  | { readonly kind: 'fixed'; readonly from: number; readonly to: number }

/** From so much narrower than all on, the bands of what is in sight are asked for alone. */
const ZOOMED = 8

/**
 * The bands for what is in sight. While a person zooms or moves, what is asked for changes in steps: it reaches beyond what is in sight, and
 * its ends are on a grid.
 */
export function bandRequestOf(window: ChartWindow, extent: ChartWindow): BandRequest {
  if (window.kind === 'rolling') return { kind: 'live', lengthMs: window.lengthMs }
  const all = extent.kind === 'rolling' ? extent.lengthMs : extent.to - extent.from
  const length = window.to - window.from
  if (length * ZOOMED >= all)
    return extent.kind === 'rolling'
      ? { kind: 'live', lengthMs: extent.lengthMs }
      : { kind: 'fixed', from: extent.from, to: extent.to }
  const grid = 2 ** Math.ceil(Math.log2(length))
  return {
    kind: 'fixed',
    from: (Math.floor(window.from / grid) - 1) * grid,
    to: (Math.ceil(window.to / grid) + 1) * grid,
  }
}

/** What is marked in every chart of the page; `at` is the start of the occurrence that it was opened for. */
export function bandsOf({ bands }: { bands: readonly Band[] }, at: string | undefined): ChartMarks['bands'] {
  const opened = at === undefined ? Number.NaN : Date.parse(at)
  return bands.map(({ startUTC, endUTC, ongoing = false }) => {
    const from = Date.parse(startUTC)
    const to = Date.parse(endUTC)
    return { from, to, strong: from <= opened && opened <= to, ongoing }
  })
}

/** The stretches without data as a chart hatches them. */
export function noDataOf({ noData }: Pick<EventBands, 'noData'>): NonNullable<ChartMarks['noData']> {
  return noData.map(({ startUTC, endUTC }) => ({ from: Date.parse(startUTC), to: Date.parse(endUTC) }))
}

/** What is marked in one chart: the limit only where the value that it is about is drawn. */
export function marksOf(
  { bands, noData }: Pick<ChartMarks, 'bands' | 'noData'>,
  comparison: string,
  lines: readonly Pick<PlannedLine, 'source' | 'field' | 'measure'>[],
): ChartMarks {
  const { condition } = parseComparison(comparison)
  if (condition === undefined) return { bands, noData, limit: undefined }
  const variable = nameOfValue(condition)
  const own = lines.flatMap((line, index) => (nameOfValue(line) === variable ? [index] : []))
  const { operator, constant } = condition
  const limit = lines[own[0] ?? -1]?.measure.value(constant) ?? constant
  return {
    bands,
    noData,
    limit: own.length === 0 ? undefined : { label: `${operator} ${limit}`, value: limit, lines: own },
  }
}
