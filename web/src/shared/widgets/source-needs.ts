import { compileEquation } from '@fieldwatch/contract/calculations/equation'
import type { ShownValue } from '@fieldwatch/contract/widgets/widget-kind'
import type { SourceNeed } from '#shared/latest/current-source.ts'

/** The origin of a value in gauges, cards and tables. */
export type ValueOrigin = Pick<ShownValue, 'field' | 'calculate'>

/** What one widget needs: so many of the newest records of a source, and the latest value of a field. */
export interface Need {
  readonly source: string
  readonly limit: number
  readonly field?: string | undefined
}

type Specifications = Readonly<Record<string, readonly ValueOrigin[]>>

/** The latest value of a field, or of all that a formula reads. */
export function needsOfValue(origin: ValueOrigin, source: string): Need[] {
  return origin.calculate === undefined ? [{ source, limit: 1, field: origin.field }] : inputsOf(origin, 1)
}

/** The latest values of a card. */
export function needsOfValues(specifications: Specifications): Need[] {
  return Object.entries(specifications).flatMap(([source, values]) =>
    values.flatMap((value) => needsOfValue(value, source)),
  )
}

/** The newest records of a table. It shows each field of its row's record, so no older value is needed. */
export function needsOfRows(specifications: Specifications, limit: number): Need[] {
  return Object.entries(specifications).flatMap(([source, values]) =>
    values.flatMap((value) => (value.calculate === undefined ? [{ source, limit }] : inputsOf(value, limit))),
  )
}

function inputsOf({ calculate }: ValueOrigin, limit: number): Need[] {
  if (calculate === undefined) return []
  const variables = compileEquation(calculate.formula).equation?.variables ?? []
  const names = new Set([...variables, ...(variables.length > 0 ? calculate.denominators : [])])
  return [...names].map((name) => ({ ...variableParts(name), limit }))
}

/** The needs by source, so that every source is asked for once, however many widgets show it. */
export function joinNeeds(all: readonly Need[]): Map<string, SourceNeed> {
  const needs = new Map<string, { limit: number; fields: string[] }>()
  for (const { source, limit, field } of all) {
    const known = needs.get(source) ?? { limit, fields: [] }
    if (field !== undefined && !known.fields.includes(field)) known.fields.push(field)
    needs.set(source, { limit: Math.max(limit, known.limit), fields: known.fields })
  }
  return needs
}

/** A variable `source.field`: a source has no dot in its name. */
export function variableParts(variable: string): { source: string; field: string } {
  const dot = variable.indexOf('.')
  return { source: variable.slice(0, dot), field: variable.slice(dot + 1) }
}
