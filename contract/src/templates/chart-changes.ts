import type { ReportDefinition } from '../reports/reports.ts'
import type { Chart } from '../widgets/chart.ts'
import type { TemplateDefinition } from './templates.ts'

/** A chart, or a report of event tables, of a template. */
export interface ChangedTitle {
  readonly of: 'chart' | 'report'
  readonly title: string
  /** Its new title. Undefined: it is gone. */
  readonly to: string | undefined
}

/** What has another title in another definition, or is not in it. */
export function changedTitles(before: TemplateDefinition, after: TemplateDefinition): ChangedTitle[] {
  return [...changedCharts(before, after), ...changedReports(before, after)]
}

/**
 * A chart with the same series is the same one. If a single chart is gone and a single one is new, one series in common suffices. Charts that
 * share a title can't be named by it and are left out.
 */
function changedCharts(before: TemplateDefinition, after: TemplateDefinition): ChangedTitle[] {
  const gone = withoutTitlesOf(after, before)
  const fresh = withoutTitlesOf(before, after)
  const isSingle = gone.length === 1 && fresh.length === 1
  return gone.map((was) => {
    const index = fresh.findIndex((one) => isSame(was, one) || (isSingle && hasCommonSeries(was, one)))
    const [now] = index === -1 ? [] : fresh.splice(index, 1)
    return { of: 'chart', title: was.title, to: now?.title }
  })
}

/** A report with the same columns is the same one. */
function changedReports({ reports: before = {} }: TemplateDefinition, { reports: after = {} }: TemplateDefinition) {
  const fresh = Object.values(after).filter(({ name }) => !Object.hasOwn(before, name))
  const gone = Object.values(before).filter(({ name }) => !Object.hasOwn(after, name))
  return gone.map((was): ChangedTitle => {
    const index = fresh.findIndex((one) => columnsOf(was) === columnsOf(one))
    const [now] = index === -1 ? [] : fresh.splice(index, 1)
    return { of: 'report', title: was.name, to: now?.name }
  })
}

const columnsOf = ({ columns, values }: ReportDefinition): string => JSON.stringify([columns, values])

function withoutTitlesOf(other: TemplateDefinition, { timeSeries }: TemplateDefinition): Chart[] {
  const charts = timeSeries?.charts ?? []
  const titles = new Set(other.timeSeries?.charts.map(({ title }) => title))
  return charts.filter(
    ({ title }) => !titles.has(title) && charts.filter((chart) => chart.title === title).length === 1,
  )
}

function isSame(one: Chart, other: Chart): boolean {
  const [series, others] = [seriesOf(one), seriesOf(other)]
  return series.size === others.size && [...series].every((one) => others.has(one))
}

function hasCommonSeries(one: Chart, other: Chart): boolean {
  const others = seriesOf(other)
  return [...seriesOf(one)].some((series) => others.has(series))
}

function seriesOf({ specifications }: Chart): Set<string> {
  const series = Object.entries(specifications).flatMap(([source, fields]) =>
    fields.map(({ field }) => `${source}\n${field}`),
  )
  return new Set(series)
}
