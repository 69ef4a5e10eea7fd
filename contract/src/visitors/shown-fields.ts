import { compileEquation } from '../calculations/equation.ts'
import { OVERVIEW_KINDS, type OverviewKind, type OverviewWidgets, widgetsOfKind } from '../widgets/widget-kinds.ts'
import { type AnyWidget, type ShownValue, valuesOfWidget } from '../widgets/widget-kind.ts'
import type { Chart } from '../widgets/chart.ts'
import type { MapWidget } from '../widgets/map.ts'

/** A field of a source that a screen shows. */
export interface ShownField {
  readonly source: string
  readonly field: string
  /** How many of the newest records its values are shown from. */
  readonly records: number
}

/** Fields by source. */
export type FieldsBySource = Readonly<Record<string, readonly string[]>>

/** How many of the newest records a widget shows; of the other kinds it is the latest value. */
const WIDGET_RECORDS: Readonly<Partial<Record<OverviewKind, number>>> = { tables: 10, eventLog: 5 }

const KINDS = Object.keys(OVERVIEW_KINDS) as readonly OverviewKind[]

/** The fields that an overview shows, or from which its values are calculated. */
export function fieldsOfOverview(overview: OverviewWidgets): ShownField[] {
  const shown = new Map<string, ShownField>()
  for (const kind of KINDS) {
    const records = WIDGET_RECORDS[kind] ?? 1
    for (const { source, field } of widgetsOfKind({ overview }, kind).flatMap((widget) =>
      fieldsOfWidget(kind, widget),
    )) {
      const key = `${source}.${field}`
      shown.set(key, { source, field, records: Math.max(records, shown.get(key)?.records ?? 0) })
    }
  }
  return [...shown.values()]
}

/** The fields that a chart draws. */
export function fieldsOfChart({ specifications }: Pick<Chart, 'specifications'>): ShownField[] {
  return Object.entries(specifications).flatMap(([source, list]) =>
    list.map(({ field }) => ({ source, field, records: 1 })),
  )
}

/** A chart with only its lines of allowed fields; undefined when it has none. */
export function narrowChart(chart: Chart, allowed: FieldsBySource): Chart | undefined {
  const lines = Object.entries(chart.specifications).flatMap(([source, list]) => {
    const kept = list.filter(({ field }) => isAllowed(allowed, { source, field }))
    return kept.length === 0 ? [] : [[source, kept] as const]
  })
  return lines.length === 0 ? undefined : { ...chart, specifications: Object.fromEntries(lines) }
}

/** An overview with allowed fields only. A value that shows another one is left out, and a widget without a value too. */
export function narrowOverview(overview: OverviewWidgets, allowed: FieldsBySource): OverviewWidgets {
  const lists = KINDS.flatMap((kind): [OverviewKind, unknown][] => {
    const kept = widgetsOfKind({ overview }, kind).flatMap((widget) => narrowWidget(kind, widget, allowed))
    if (kept.length === 0) return []
    return [[kind, Array.isArray(overview[kind]) ? kept : kept[0]]]
  })
  return Object.fromEntries(lists)
}

export function isAllowed(allowed: FieldsBySource, { source, field }: Pick<ShownField, 'source' | 'field'>): boolean {
  return Object.hasOwn(allowed, source) && allowed[source]?.includes(field) === true
}

/** Fields by source, each once. */
export function bySourceOf(fields: readonly Pick<ShownField, 'source' | 'field'>[]): Record<string, string[]> {
  const sources = new Map<string, Set<string>>()
  for (const { source, field } of fields) sources.set(source, (sources.get(source) ?? new Set()).add(field))
  return Object.fromEntries([...sources].map(([source, names]) => [source, [...names]]))
}

type Field = Pick<ShownField, 'source' | 'field'>

function fieldsOfWidget(kind: OverviewKind, widget: AnyWidget): Field[] {
  if (kind === 'maps') return fieldsOfMap(widget as MapWidget)
  return valuesOfWidget(OVERVIEW_KINDS[kind], widget).flatMap(({ source, value }) => fieldsOfValue(source, value))
}

function fieldsOfMap({ source, latitudeField, longitudeField, altitudeField }: MapWidget): Field[] {
  return [latitudeField, longitudeField, altitudeField].flatMap((field) =>
    field === undefined ? [] : [{ source, field }],
  )
}

function fieldsOfValue(source: string, { field, calculate }: ShownValue): Field[] {
  if (calculate === undefined) return field === undefined ? [] : [{ source, field }]
  const variables = compileEquation(calculate.formula).equation?.variables ?? []
  return [...variables, ...calculate.denominators].map(fieldOfVariable)
}

/** A variable `source.field`: a source has no dot in its name. */
function fieldOfVariable(variable: string): Field {
  const dot = variable.indexOf('.')
  return { source: variable.slice(0, dot), field: variable.slice(dot + 1) }
}

function narrowWidget(kind: OverviewKind, widget: AnyWidget, allowed: FieldsBySource): AnyWidget[] {
  const mayShow = (fields: readonly Field[]): boolean =>
    fields.length > 0 && fields.every((field) => isAllowed(allowed, field))
  if (widget.specifications === undefined) return mayShow(fieldsOfWidget(kind, widget)) ? [widget] : []
  const specifications = Object.entries(widget.specifications).flatMap(([source, values]): [string, ShownValue[]][] => {
    const kept = values.filter((value) => mayShow(fieldsOfValue(source, value)))
    return kept.length === 0 ? [] : [[source, kept]]
  })
  return specifications.length === 0 ? [] : [{ ...widget, specifications: Object.fromEntries(specifications) }]
}
