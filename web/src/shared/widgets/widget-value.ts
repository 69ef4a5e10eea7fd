import { type FieldValue, toNumber } from '@fieldwatch/contract/telemetry/data'
import { compileEquation, type CompiledEquation } from '@fieldwatch/contract/calculations/equation'
import type { ReadSource, SourceState } from '#shared/latest/source-state.ts'
import { t } from './texts.ts'
import { variableParts, type ValueOrigin } from './source-needs.ts'

/** The states of a value in a widget. */
export type WidgetValue =
  | { kind: 'retrieving' | 'none' | 'error' }
  /** `at`: epoch milliseconds of the oldest record that the value is computed from. */
  | { kind: 'value'; value: Exclude<FieldValue, null>; at: number }

/** The current value of a widget: the newest one of its field, or its formula over the newest values of the inputs. */
export function widgetValue({ field, calculate }: ValueOrigin, source: string, read: ReadSource): WidgetValue {
  if (calculate !== undefined) return calculated(calculate, read)
  return field === undefined ? { kind: 'error' } : newest(read(source), field)
}

/** The text of a value that cannot be shown, word for word as specified. */
export function valueStateText(state: Exclude<WidgetValue['kind'], 'value'>): string {
  return t(`widgets.state.${state}`)
}

/** The number that a value reads as; undefined for a text and for none. */
export function numberOf(input: WidgetValue): number | undefined {
  if (input.kind !== 'value') return undefined
  const number = toNumber(input.value)
  return Number.isNaN(number) ? undefined : number
}

function newest(state: SourceState, field: string): WidgetValue {
  if (state.kind === 'retrieving') return { kind: 'retrieving' }
  if (state.kind === 'failed') return { kind: 'error' }
  for (const record of [...state.records, ...(state.older ?? [])]) {
    const value = record[field]
    if (value !== undefined && value !== null) return { kind: 'value', value, at: Date.parse(record.messageUTC) }
  }
  return { kind: 'none' }
}

function calculated({ formula, denominators }: NonNullable<ValueOrigin['calculate']>, read: ReadSource): WidgetValue {
  const { equation } = compiled(formula)
  if (equation === undefined) return { kind: 'error' }
  const inputs = new Map<string, WidgetValue>()
  for (const name of new Set([...equation.variables, ...denominators])) {
    const { source, field } = variableParts(name)
    inputs.set(name, newest(read(source), field))
  }
  const all = [...inputs.values()]
  const trouble = all.find(({ kind }) => kind === 'error') ?? all.find(({ kind }) => kind === 'retrieving')
  if (trouble !== undefined) return trouble
  const numbers = new Map([...inputs].map(([name, input]) => [name, numberOf(input)]))
  if (denominators.some((name) => (numbers.get(name) ?? 0) === 0)) return { kind: 'none' }
  const value = equation.evaluate(equation.variables.map((name) => numbers.get(name)))
  if (value === undefined) return { kind: 'none' }
  return { kind: 'value', value, at: Math.min(...all.map((input) => (input.kind === 'value' ? input.at : Infinity))) }
}

const equations = new Map<string, CompiledEquation>()

/** Caches parsed formulas: they are few, and computed with every record. */
function compiled(formula: string): CompiledEquation {
  const known = equations.get(formula)
  if (known !== undefined) return known
  const made = compileEquation(formula)
  equations.set(formula, made)
  return made
}
