import { type CalculatedLooks, lookOfField } from '@fieldwatch/contract/templates/calculated-looks'
import { readsAsNumber } from '@fieldwatch/contract/telemetry/data'
import type { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import type { ReactNode } from 'react'
import type { PartFields } from './form-field.ts'
import type { UnitSources } from '#shared/units/source-choices.ts'
import { type KindedWidget, titleOf } from './template-widgets.ts'
import { emptyValue, nextColour, type ValueForm, type ValueRules, type WidgetForm } from './value-form.ts'

/** What the form of a widget has for one type. */
export interface WidgetSettings<Part = unknown> {
  readonly values: ValueRules
  /** Its own settings, for a new widget. */
  readonly emptyPart: Part
  /** The inputs of its own settings. */
  Fields?(this: void, props: PartFields<Part>): ReactNode
  /** The form of a widget; `definition` says in which colours its series are drawn. */
  read(widget: KindedWidget, definition: TemplateDefinition): { values: ValueForm[]; part: Part }
  /** The widget that a form without problems describes, with the values that it shows. */
  write(form: { title: string; values: readonly ValueForm[]; part: Part }): KindedWidget
  /** What is missing or wrong in its own settings: a sentence by the path of the input. */
  problems?(part: Part): Record<string, string | undefined>
}

/** By the name of the type. */
export type SettingsByType = ReadonlyMap<string, WidgetSettings>

export function emptyForm(settings: SettingsByType, type: string, colour: string): WidgetForm {
  return {
    type,
    title: '',
    values: [emptyValue(settings.get(type)?.values.firstColour ?? colour)],
    parts: Object.fromEntries([...settings].map(([name, { emptyPart }]) => [name, emptyPart])),
  }
}

/** The form of a widget of a type that is there. */
export function formOfWidget(
  settings: SettingsByType,
  type: string,
  widget: KindedWidget,
  definition: TemplateDefinition,
): WidgetForm {
  const read = settings.get(type)?.read(widget, definition)
  if (read === undefined) throw new Error(`There is no type ${type}`)
  const { values, part } = read
  const empty = emptyForm(settings, type, nextColour(values))
  return {
    ...empty,
    title: titleOf(widget),
    values: values.length === 0 ? empty.values : values,
    parts: { ...empty.parts, [type]: part },
  }
}

const NO_LOOKS: CalculatedLooks = new Map()

/** The widget that a form without problems describes; undefined without a type. */
export function widgetOfForm(
  settings: SettingsByType,
  form: WidgetForm,
  looks: CalculatedLooks = NO_LOOKS,
): KindedWidget | undefined {
  const type = settings.get(form.type)
  if (type === undefined) return undefined
  const values = shownValues(type.values, form.values).map((value) => withLook(value, looks))
  return type.write({ title: form.title.trim(), values, part: form.parts[form.type] })
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

/** The values that a widget of the type shows. */
export function shownValues(rules: ValueRules | undefined, values: readonly ValueForm[]): readonly ValueForm[] {
  if (rules?.most === 'none') return []
  return rules?.most === 'many' ? values : values.slice(0, 1)
}

/** The form with another type. Values that the type cannot show have to be chosen again; everything else stays. */
export function withType(settings: SettingsByType, form: WidgetForm, type: string, sources: UnitSources): WidgetForm {
  if (settings.get(type)?.values.numeric !== true) return { ...form, type }
  const values = form.values.map((value) => {
    const fieldType = sources[value.source]?.[value.field]
    return fieldType === undefined || readsAsNumber(fieldType) ? value : { ...value, field: '' }
  })
  return { ...form, type, values }
}
