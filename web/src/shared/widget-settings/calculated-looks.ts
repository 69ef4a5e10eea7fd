import type { Calculation } from '@fieldwatch/contract/calculations'
import type { ValueForm } from './widget-form.ts'

/** How a value is called, and what it is measured in. */
type Look = Pick<ValueForm, 'name' | 'unit'>

/** The look of each calculated source of a unit, as its only field is called `value`. */
export type CalculatedLooks = ReadonlyMap<string, Look>

export function calculatedLooks(calculations: readonly Pick<Calculation, 'name' | 'unit'>[]): CalculatedLooks {
  return new Map(calculations.map(({ name, unit }) => [name, { name: name.replaceAll('_', ' '), unit }]))
}

/** Name and unit for a value whose source changed. Typed ones stay. */
export function lookOfSource(value: Look & Pick<ValueForm, 'source'>, source: string, looks: CalculatedLooks): Look {
  const before = looks.get(value.source)
  const next = looks.get(source)
  const given = (part: keyof Look) => (value[part] === (before?.[part] ?? '') ? (next?.[part] ?? '') : value[part])
  return { name: given('name'), unit: given('unit') }
}
