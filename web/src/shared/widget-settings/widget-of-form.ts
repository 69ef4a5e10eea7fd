import { compileEquation } from '@fieldwatch/contract/equation'
import type { SourceName } from '@fieldwatch/contract/ids'
import type { CardValue, ChartSeries, Gauge } from '@fieldwatch/contract/templates'
import { type CalculatedLooks, lookOfField } from '@fieldwatch/contract/calculated-looks'
import type { KindedWidget } from './template-widgets.ts'
import { kindOf, shownValues, type TypedNumber, type ValueForm, type WidgetForm } from './widget-form.ts'

const NO_LOOKS: CalculatedLooks = new Map()

/** The widget that a form without problems describes; undefined without a type. */
export function widgetOfForm(entered: WidgetForm, looks: CalculatedLooks = NO_LOOKS): KindedWidget | undefined {
  const form = { ...entered, values: entered.values.map((value) => withLook(value, looks)) }
  const kind = kindOf(form)
  const title = form.title.trim()
  const values = shownValues(form)
  switch (kind) {
    case 'gauges':
      return { kind, widget: gaugeOf(form, title) }
    case 'charts': {
      // A chart draws fields only.
      const fields = values.map((value): ValueForm => ({ ...value, origin: 'field' }))
      return { kind, widget: { title, type: 'timeseries', specifications: bySource(fields, seriesOf) } }
    }
    case 'maps':
      return { kind, widget: { title, ...mapOf(form.map) } }
    case 'tables':
      return { kind, widget: { title, type: 'generic', specifications: bySource(values, cardValueOf) } }
    case 'eventLog':
      return { kind, widget: { title, specifications: bySource(values, cardValueOf) } }
    case 'infoCards':
    case 'statistics':
      return { kind, widget: { topic: title, specifications: bySource(values, cardValueOf) } }
    default:
      return undefined
  }
}

/** The value with the name and the unit of its calculated source where none were entered. */
function withLook(value: ValueForm, looks: CalculatedLooks): ValueForm {
  const look = value.origin === 'field' ? lookOfField(value.source, value.field, looks) : undefined
  if (look === undefined) return value
  return {
    ...value,
    name: value.name.trim() === '' ? look.name : value.name,
    unit: value.unit.trim() === '' ? look.unit : value.unit,
  }
}

/** The source that a value belongs to: its own, or that of the first variable of its formula. */
function sourceOf({ origin, source, formula }: Pick<ValueForm, 'origin' | 'source' | 'formula'>): SourceName {
  const variable = origin === 'formula' ? compileEquation(formula).equation?.variables[0] : undefined
  // The form has checked that it is one.
  return (variable === undefined ? source : variable.slice(0, variable.indexOf('.'))) as SourceName
}

function gaugeOf({ values, gauge }: WidgetForm, title: string): Gauge {
  const [value] = values
  const { steps, prefix, ground, delta, threshold } = gauge
  if (value === undefined) throw new Error('A gauge has a value')
  return {
    title,
    range: [Number(gauge.from), Number(gauge.to)],
    ...text('unit', value.unit),
    ...text('prefix', prefix, { trim: false }),
    ...text('color', value.colour),
    ...text('bgColor', ground),
    ...(steps.length === 0 ? {} : { steps: steps.map(stepOf) }),
    ...number('delta', delta),
    ...number('threshold', threshold),
    source: sourceOf(value),
    ...originOf(value),
    ...number('valuePrecision', value.decimals),
  }
}

function stepOf({ from, to, colour, thickness }: WidgetForm['gauge']['steps'][number]) {
  const range: [number, number] = [Number(from), Number(to)]
  return { range, color: colour, thickness: thickness === '' ? 1 : thickness / 100 }
}

function mapOf({ source, latitudeField, longitudeField, altitudeField }: WidgetForm['map']) {
  return { source: source as SourceName, latitudeField, longitudeField, ...text('altitudeField', altitudeField) }
}

function seriesOf(value: ValueForm): ChartSeries {
  return {
    field: value.field,
    friendlyName: nameOf(value),
    ...text('unit', value.unit),
    color: value.colour,
    ...number('maxGapMinutes', value.maxGapMinutes),
  }
}

function cardValueOf(value: ValueForm): CardValue {
  return {
    ...originOf(value),
    friendlyName: nameOf(value),
    ...text('unit', value.unit),
    ...number('decimals', value.decimals),
  }
}

function nameOf({ name, origin, field, formula }: ValueForm): string {
  if (name.trim() !== '') return name.trim()
  return origin === 'field' ? field : formula.trim().slice(0, 200)
}

function originOf({ origin, field, formula, denominators }: ValueForm): Pick<CardValue, 'field' | 'calculate'> {
  return origin === 'field' ? { field } : { calculate: { formula: formula.trim(), denominators } }
}

function bySource<T>(values: readonly ValueForm[], entryOf: (value: ValueForm) => T): Record<SourceName, T[]> {
  const entries: Record<SourceName, T[]> = {}
  for (const value of values) (entries[sourceOf(value)] ??= []).push(entryOf(value))
  return entries
}

/** A setting that is left out when it is empty. */
function text<K extends string>(name: K, value: string, { trim = true } = {}): { [P in K]?: string } {
  const kept = trim ? value.trim() : value
  return kept === '' ? {} : ({ [name]: kept } as { [P in K]: string })
}

function number<K extends string>(name: K, value: TypedNumber): { [P in K]?: number } {
  return value === '' ? {} : ({ [name]: value } as { [P in K]: number })
}
