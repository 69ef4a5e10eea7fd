import type { Change } from '@fieldwatch/contract/consequences/changes'
import { type Fleet, shownBy } from './fleet.ts'
import { stopReports } from './naive-reports.ts'
import { type Step, unitOf } from './naive-step.ts'

/** A unit shows another template: what shows a chart shows the same one there, by its title, or stops. */
export function chooseTemplate(step: Step, unit: string, template: string | null): void {
  const { fleet } = step
  const chartOf = (): string | undefined => fleet.templates[shownBy(fleet, unit) ?? '']?.charts[0]
  const before = chartOf()
  unitOf(fleet, unit).template = template
  giveTables(fleet, unit)
  const after = chartOf()
  if (before === undefined || before === after) return
  const isMeant = (thing: { readonly unit: string | null; readonly chart: string | null }): boolean =>
    thing.unit === unit && thing.chart === before
  if (after === undefined) return stopReports(step, isMeant)
  for (const thing of [...fleet.reports, ...fleet.links]) if (isMeant(thing)) thing.chart = after
}

/** The template lists the table no more if no other unit that shows it has one. */
export function removeTable(fleet: Fleet, unit: string, name: string): void {
  fleet.eventTables = fleet.eventTables.filter((table) => table.unit !== unit || table.name !== name)
  const { removed } = unitOf(fleet, unit)
  const template = shownBy(fleet, unit)
  if (!removed.includes(name)) removed.push(name)
  const shown = fleet.templates[template ?? '']
  const isKept = fleet.eventTables.some((table) => table.name === name && shownBy(fleet, table.unit) === template)
  if (shown !== undefined && !isKept) shown.tables = shown.tables.filter((one) => one !== name)
}

type ChartChange = Extract<Change, { kind: 'chart-renamed' | 'chart-deleted' }>

export function changeChart(step: Step, template: string, change: ChartChange): void {
  const { fleet } = step
  const charts = fleet.templates[template]?.charts ?? []
  const [chart = ''] = charts
  const to = change.kind === 'chart-renamed' ? change.to : undefined
  const shows = (unit: string | null): boolean => shownBy(fleet, unit ?? '') === template
  charts.splice(0, 1, ...(to === undefined ? [] : [to]))
  if (to === undefined) return stopReports(step, (report) => shows(report.unit) && report.chart === chart)
  for (const thing of [...fleet.reports, ...fleet.links])
    if (shows(thing.unit) && thing.chart === chart) thing.chart = to
}

/** A unit gets the tables that its template lists, each as the newest one of another unit that shows it. */
function giveTables(fleet: Fleet, unit: string): void {
  const { removed } = unitOf(fleet, unit)
  const template = shownBy(fleet, unit)
  for (const name of fleet.templates[template ?? '']?.tables ?? []) {
    const own = fleet.eventTables.some((table) => table.unit === unit && table.name === name)
    const [newest] = fleet.eventTables
      .filter((table) => table.name === name && !table.ended && shownBy(fleet, table.unit) === template)
      .toSorted((one, other) => other.since - one.since)
    if (own || newest === undefined || removed.includes(name)) continue
    fleet.eventTables.push({ ...newest, unit })
  }
}
