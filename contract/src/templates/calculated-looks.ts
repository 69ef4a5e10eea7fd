import type { Calculation } from '../calculations/calculations.ts'
import type { TemplateDefinition } from './templates.ts'
import { mapValues, type ShownValue, valuesOfWidget } from '../widgets/widget-kind.ts'
import { mapWidgets, WIDGET_KIND_NAMES, WIDGET_KINDS, widgetsOfKind } from '../widgets/widget-kinds.ts'

/** How a value is called, and what it is measured in. */
export interface Look {
  readonly name: string
  readonly unit: string
}

/** The look of each calculated source of a unit. */
export type CalculatedLooks = ReadonlyMap<string, Look>

/** The field that holds the results of every calculated source. */
const RESULT = 'value'

export function calculatedLooks(calculations: readonly Pick<Calculation, 'name' | 'unit'>[]): CalculatedLooks {
  return new Map(calculations.map(({ name, unit }) => [name, { name: name.replaceAll('_', ' '), unit }]))
}

/** The look of a field of a source; undefined when it is not the result of a calculated source. */
export function lookOfField(source: string, field: string | undefined, looks: CalculatedLooks): Look | undefined {
  return field === RESULT ? looks.get(source) : undefined
}

/** Name and unit for a value whose source changed. Typed ones stay. */
export function lookOfSource(value: Look & { source: string }, source: string, looks: CalculatedLooks): Look {
  const before = looks.get(value.source)
  const next = looks.get(source)
  const given = (part: keyof Look) => (value[part] === (before?.[part] ?? '') ? (next?.[part] ?? '') : value[part])
  return { name: given('name'), unit: given('unit') }
}

/** Whether a template shows a result without a name or its own unit. */
export function hasBareResults(definition: TemplateDefinition): boolean {
  return WIDGET_KIND_NAMES.some((kind) =>
    widgetsOfKind(definition, kind).some((widget) =>
      valuesOfWidget(WIDGET_KINDS[kind], widget).some(
        ({ value }) => value.field === RESULT && (isBare(value) || value.unit === undefined),
      ),
    ),
  )
}

/** The template in which results without a name or their own unit have those of their calculated source. */
export function withCalculatedLooks<T extends TemplateDefinition>(template: T, looks: CalculatedLooks): T {
  const withLook = <V extends ShownValue>(source: string, value: V): V => {
    const look = lookOfField(source, value.field, looks)
    if (look === undefined) return value
    return { ...value, ...(isBare(value) ? { friendlyName: look.name } : {}), unit: value.unit ?? look.unit }
  }
  return mapWidgets(template, (kind, widget) => mapValues(kind, widget, withLook))
}

/** A value that is called as its field has no name of its own. */
function isBare({ field, friendlyName }: ShownValue): boolean {
  return friendlyName === field
}
