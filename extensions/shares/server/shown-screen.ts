import type { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import type { SharedRange } from '@fieldwatch/contract/visitors/shared-range'
import {
  fieldsOfChart,
  fieldsOfOverview,
  type FieldsBySource,
  narrowChart,
  narrowOverview,
} from '@fieldwatch/contract/visitors/shown-fields'
import { fieldsToShow, findChart, type UnitScreen } from '@fieldwatch/server/doors/visitors/shared-screen'
import type { SharedPart } from './share-store.ts'

type Shown = Pick<TemplateDefinition, 'overview' | 'timeSeries'>

interface Part extends SharedPart {
  readonly name: string
}

/** The fields that a screen of a template shows now, without the history of requests, which is never shared. */
export function fieldsToShare(template: Shown, { chart: title }: SharedPart): FieldsBySource {
  const chart = title === undefined ? undefined : findChart(template, title)
  if (title === undefined) return fieldsToShow(fieldsOfOverview(template.overview ?? {}))
  return chart === undefined ? {} : fieldsToShow(fieldsOfChart(chart))
}

/** The screen as its template has it now, without the fields that were not shared. Undefined when nothing of it is left. */
export function shownScreen(
  template: Shown,
  { name, chart: title, range }: Part,
  allowed: FieldsBySource,
): UnitScreen | undefined {
  if (title !== undefined && range !== undefined) return shownChart(template, { name, title, range }, allowed)
  const overview = narrowOverview(template.overview ?? {}, allowed)
  return fieldsOfOverview(overview).length === 0 ? undefined : { kind: 'overview', name, overview }
}

interface ChartPart {
  readonly name: string
  readonly title: string
  readonly range: SharedRange
}

function shownChart(template: Shown, { name, title, range }: ChartPart, allowed: FieldsBySource) {
  const chart = findChart(template, title)
  const kept = chart && narrowChart(chart, allowed)
  return kept && ({ kind: 'chart', name, chart: kept, range } as const)
}
