import type { Measure, Measures } from '@fieldwatch/contract/measures/measure'
import type { SourceName } from '@fieldwatch/contract/api/ids'
import { DEFAULT_MAX_GAP_MINUTES, type Chart } from '@fieldwatch/contract/widgets/chart'
import type { ChartLine } from '#shared/charts/chart-line.ts'
import { assignColours, paletteColour } from '#shared/charts/series-colours.ts'

/** A series of a chart with its source and field. */
export interface PlannedLine extends ChartLine {
  readonly source: SourceName
  readonly field: string
  /** Makes what is stored into what is drawn, which is in `unit`. */
  readonly measure: Measure
}

export interface PlannedChart {
  readonly title: string
  readonly lines: readonly PlannedLine[]
}

/** The charts of a template as they are drawn for one person. */
export function planCharts(charts: readonly Chart[], measures: Measures): PlannedChart[] {
  const colours = assignColours(charts)
  return charts.map(({ title, specifications }, position) => ({
    title,
    lines: Object.entries(specifications).flatMap(([source, list]) =>
      list.map(({ field, friendlyName, unit, maxGapMinutes = DEFAULT_MAX_GAP_MINUTES }, index) => ({
        key: `${position} ${source}.${field} ${index}`,
        label: friendlyName,
        unit: measures(unit).unit,
        measure: measures(unit),
        colour: colours.get(`${source}.${field}`) ?? paletteColour(0),
        maxGapMs: maxGapMinutes * 60_000,
        source: source as SourceName,
        field,
      })),
    ),
  }))
}

/** The fields that all charts draw of each source, so that it is read once. */
export function fieldsBySource(charts: readonly Pick<PlannedChart, 'lines'>[]): Map<SourceName, string[]> {
  const fields = new Map<SourceName, string[]>()
  for (const { source, field } of charts.flatMap(({ lines }) => lines)) {
    const known = fields.get(source) ?? []
    if (!known.includes(field)) fields.set(source, [...known, field])
  }
  return fields
}
