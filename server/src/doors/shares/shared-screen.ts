import type { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import type { SharedScreen } from '@fieldwatch/contract/shares/shared-screens'
import type { SharedRange } from '@fieldwatch/contract/shares/shares'
import {
  bySourceOf,
  fieldsOfOverview,
  type FieldsBySource,
  isAllowed,
  narrowOverview,
  type ShownField,
} from '@fieldwatch/contract/shares/shown-fields'
import type { Chart } from '@fieldwatch/contract/widgets/chart'
import { isOfAdmins } from '#records/store/source-policy.ts'
import type { SharedPart } from './share-store.ts'

type Shown = Pick<TemplateDefinition, 'overview' | 'timeSeries'>

/** What a link shows of a unit, and the fields that this needs. */
export interface ShownScreen {
  readonly screen: SharedScreen
  readonly fields: readonly ShownField[]
}

interface Part extends SharedPart {
  readonly name: string
}

/** The fields that a screen of a template shows now, without the history of requests, which is never shared. */
export function fieldsToShare(template: Shown, { chart: title }: SharedPart): FieldsBySource {
  const fields =
    title === undefined ? fieldsOfOverview(template.overview ?? {}) : fieldsOfChart(findChart(template, title))
  return bySourceOf(fields.filter(({ source }) => !isOfAdmins(source)))
}

/** The screen as its template has it now, without the fields that were not shared. Undefined when nothing of it is left. */
export function shownScreen(
  template: Shown,
  { name, chart: title, range }: Part,
  allowed: FieldsBySource,
): ShownScreen | undefined {
  if (title !== undefined && range !== undefined) return shownChart(template, { name, title, range }, allowed)
  const overview = narrowOverview(template.overview ?? {}, allowed)
  const fields = fieldsOfOverview(overview)
  return fields.length === 0 ? undefined : { screen: { kind: 'overview', name, overview }, fields }
}

interface ChartPart {
  readonly name: string
  readonly title: string
  readonly range: SharedRange
}

function shownChart(
  template: Shown,
  { name, title, range }: ChartPart,
  allowed: FieldsBySource,
): ShownScreen | undefined {
  const chart = findChart(template, title)
  if (chart === undefined) return undefined
  const lines = Object.entries(chart.specifications).map(
    ([source, list]) => [source, list.filter(({ field }) => isAllowed(allowed, { source, field }))] as const,
  )
  const kept = { ...chart, specifications: Object.fromEntries(lines.filter(([, list]) => list.length > 0)) }
  const fields = fieldsOfChart(kept)
  return fields.length === 0 ? undefined : { screen: { kind: 'chart', name, chart: kept, range }, fields }
}

/** None of several charts with one title: a link must not show another one than was meant. */
function findChart({ timeSeries }: Shown, title: string): Chart | undefined {
  const [chart, ...others] = timeSeries?.charts.filter((one) => one.title === title) ?? []
  return others.length === 0 ? chart : undefined
}

function fieldsOfChart(chart: Chart | undefined): ShownField[] {
  return Object.entries(chart?.specifications ?? {}).flatMap(([source, list]) =>
    list.map(({ field }) => ({ source, field, records: 1 })),
  )
}
