import { readsAsNumber } from '@fieldwatch/contract/data'
import { randomId } from '@mantine/hooks'
import type { WidgetKind } from './template-widgets.ts'
import type { UnitSources } from '#shared/units/source-choices.ts'

const WIDGET_TYPES = ['gauge', 'table', 'chart', 'map', 'list'] as const
export type WidgetType = (typeof WIDGET_TYPES)[number]

/** A number that is being typed; an empty text is none. */
export type TypedNumber = number | ''

/** One value of a widget as it is being edited. */
export interface ValueForm {
  /** Names the entry while the list changes. */
  key: string
  origin: 'field' | 'formula'
  source: string
  field: string
  formula: string
  denominators: string[]
  /** What it is called; empty: as its field, or as its calculated source. */
  name: string
  unit: string
  colour: string
  decimals: TypedNumber
  maxGapMinutes: TypedNumber
}

/** A coloured stretch of a gauge as it is being edited; thickness in percent of the arc's width. */
export interface StepForm {
  key: string
  from: TypedNumber
  to: TypedNumber
  colour: string
  thickness: TypedNumber
}

/** A widget as it is being edited; settings that the current type does not use are kept. */
export interface WidgetForm {
  type: WidgetType | ''
  title: string
  values: ValueForm[]
  /** Which list a table or a list goes to. */
  table: 'tables' | 'eventLog'
  list: 'infoCards' | 'statistics'
  gauge: {
    from: TypedNumber
    to: TypedNumber
    prefix: string
    ground: string
    delta: TypedNumber
    threshold: TypedNumber
    steps: StepForm[]
  }
  map: { source: string; latitudeField: string; longitudeField: string; altitudeField: string }
}

/** The accent, which gauges are drawn in unless told. */
export const GAUGE_COLOUR = '#ff8800'

export function emptyForm(type: WidgetType | '', colour: string): WidgetForm {
  return {
    type,
    title: '',
    values: [emptyValue(type === 'gauge' ? GAUGE_COLOUR : colour)],
    table: 'tables',
    list: 'infoCards',
    gauge: { from: 0, to: 100, prefix: '', ground: '', delta: '', threshold: '', steps: [] },
    // Where units report their position.
    map: { source: 'location', latitudeField: 'lat', longitudeField: 'lon', altitudeField: '' },
  }
}

export function emptyValue(colour: string): ValueForm {
  return {
    key: randomId(),
    origin: 'field',
    source: '',
    field: '',
    formula: '',
    denominators: [],
    name: '',
    unit: '',
    colour,
    decimals: '',
    maxGapMinutes: '',
  }
}

export function emptyStep(colour: string): StepForm {
  return { key: randomId(), from: '', to: '', colour, thickness: 30 }
}

/** Whether a widget of this type shows more than one value. */
export function hasManyValues(type: WidgetType | ''): boolean {
  return type === 'chart' || type === 'table' || type === 'list'
}

/** The values that a widget of the form's type shows. */
export function shownValues({ type, values }: Pick<WidgetForm, 'type' | 'values'>): readonly ValueForm[] {
  if (type === 'map') return []
  return hasManyValues(type) ? values : values.slice(0, 1)
}

/** Whether values of this type are drawn in a colour of their own. */
export function hasColour(type: WidgetType | ''): boolean {
  return type === 'chart' || type === 'gauge'
}

/** Whether only fields that hold numbers can be shown. */
export function needsNumbers(type: WidgetType | ''): boolean {
  return type === 'chart' || type === 'gauge' || type === 'map'
}

/** The list of the template that the form's widget belongs to; undefined without a type. */
export function kindOf({ type, table, list }: Pick<WidgetForm, 'type' | 'table' | 'list'>): WidgetKind | undefined {
  switch (type) {
    case 'gauge':
      return 'gauges'
    case 'chart':
      return 'charts'
    case 'map':
      return 'maps'
    case 'table':
      return table
    case 'list':
      return list
    default:
      return undefined
  }
}

/** The form with another type. Values that the type cannot show are to be chosen anew; everything else stays. */
export function withType(form: WidgetForm, type: WidgetType | '', sources: UnitSources): WidgetForm {
  if (!needsNumbers(type)) return { ...form, type }
  const values = form.values.map((value) => {
    const fieldType = sources[value.source]?.[value.field]
    return fieldType === undefined || readsAsNumber(fieldType) ? value : { ...value, field: '' }
  })
  return { ...form, type, values }
}
