import type { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import type { Chart } from '@fieldwatch/contract/widgets/chart'

interface ChartChanges {
  readonly renamed: readonly { readonly chart: string; readonly to: string }[]
  /** Titles. */
  readonly deleted: readonly string[]
}

/**
 * Which charts have another title, and which are gone. A chart with the same series is the same one. If a single chart is gone and a single
 * one is new, one series in common suffices. Charts that share a title can't be named by it and are left out.
 */
export function findChartChanges(before: TemplateDefinition, after: TemplateDefinition): ChartChanges {
  const gone = withoutTitlesOf(after, before)
  const fresh = withoutTitlesOf(before, after)
  const isSingle = gone.length === 1 && fresh.length === 1
  const renamed: { chart: string; to: string }[] = []
  const deleted: string[] = []
  for (const was of gone) {
    const index = fresh.findIndex((one) => isSame(was, one) || (isSingle && hasCommonSeries(was, one)))
    const [now] = index === -1 ? [] : fresh.splice(index, 1)
    if (now === undefined) deleted.push(was.title)
    else renamed.push({ chart: was.title, to: now.title })
  }
  return { renamed, deleted }
}

function withoutTitlesOf(other: TemplateDefinition, { timeSeries }: TemplateDefinition): Chart[] {
  const charts = timeSeries?.charts ?? []
  const titles = new Set(other.timeSeries?.charts.map(({ title }) => title))
  return charts.filter(
    ({ title }) => !titles.has(title) && charts.filter((chart) => chart.title === title).length === 1,
  )
}

function isSame(one: Chart, other: Chart): boolean {
  const [series, others] = [seriesOf(one), seriesOf(other)]
  return series.size === others.size && series.isSubsetOf(others)
}

function hasCommonSeries(one: Chart, other: Chart): boolean {
  return !seriesOf(one).isDisjointFrom(seriesOf(other))
}

function seriesOf({ specifications }: Chart): Set<string> {
  const series = Object.entries(specifications).flatMap(([source, fields]) =>
    fields.map(({ field }) => `${source}\n${field}`),
  )
  return new Set(series)
}
