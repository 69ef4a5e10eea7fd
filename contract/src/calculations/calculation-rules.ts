import { sentence } from '../text/sentence.ts'
import { compileEquation } from './equation.ts'

/** A field of a source that an equation reads. */
export interface ChosenValue {
  readonly source: string
  readonly field: string
}

/** As an equation names it: `source.field`. */
export function nameOfValue({ source, field }: ChosenValue): string {
  return `${source}.${field}`
}

/** The name that a calculated source gets: blanks around it go, and whitespace inside becomes underscores. */
export function nameOfCalculation(typed: string): string {
  return typed.trim().replaceAll(/\s+/g, '_')
}

/**
 * The problems of an equation over the chosen values, as sentences for its author (specification, document 1, section 5). None
 * when it can be computed.
 */
export function findEquationProblems(equation: string, values: readonly ChosenValue[]): string[] {
  const compiled = compileEquation(equation)
  if (compiled.problem !== undefined) return [compiled.problem.message]
  const { variables } = compiled.equation
  const chosen = new Set(values.map(nameOfValue))
  const invalid = variables.filter((name) => !chosen.has(name))
  const unused = [...chosen].filter((name) => !variables.includes(name))
  return [
    ...invalid.map((name) => sentence('fields.equation.not-chosen', { name })),
    ...unused.map((name) => sentence('fields.equation.unused', { name })),
  ]
}
