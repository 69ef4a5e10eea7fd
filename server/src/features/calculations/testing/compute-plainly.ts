import assert from 'node:assert/strict'
import { compileEquation } from '@fieldwatch/contract/calculations/equation'

export interface PlainRecord {
  readonly at: number
  readonly fields: Readonly<Record<string, unknown>>
}

/** What a calculated source has to hold, computed in the plainest way: for every moment a look through all records. */
export function computePlainly(
  text: string,
  sources: Readonly<Record<string, readonly PlainRecord[]>>,
  startAt: number,
): [number, number][] {
  const { equation } = compileEquation(text)
  assert.ok(equation)
  const variables = equation.variables.map((name) => name.split('.') as [string, string])
  const numbersOf = ([source, field]: [string, string]): { at: number; value: number }[] =>
    (sources[source] ?? [])
      .map(({ at, fields }) => ({ at, value: plainNumberOf(fields[field]) }))
      .filter(({ value }) => !Number.isNaN(value))
      .sort((one, other) => one.at - other.at)
  const moments = new Set(variables.flatMap((variable) => numbersOf(variable).map(({ at }) => at)))
  return [...moments]
    .filter((at) => at >= startAt)
    .sort((one, other) => one - other)
    .flatMap((moment) => {
      const values = variables.map((variable) => numbersOf(variable).findLast(({ at }) => at <= moment)?.value)
      const result = equation.evaluate(values)
      return result === undefined ? [] : [[moment, result + 0] as [number, number]]
    })
}

function plainNumberOf(value: unknown): number {
  if (value === true) return 1
  if (value === false) return 0
  return typeof value === 'number' ? value : Number.NaN
}
