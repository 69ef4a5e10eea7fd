import { nameOfValue } from '@fieldwatch/contract/calculations/calculation-rules'
import { type CalculationDraft, MOST_CALCULATIONS } from '@fieldwatch/contract/calculations/calculations'
import { say, sentenceOfCode } from '@fieldwatch/messages/server-sentences'
import type { SourceName } from '@fieldwatch/contract/api/ids'
import { DomainError } from '#platform/errors/domain-error.ts'
import { readsAsNumbers, type ListedTypes } from '#doors/ingest/field-types.ts'
import { type Dependencies, findCircle, findDependents } from './find-circle.ts'

interface KnownCalculation {
  readonly name: SourceName
  readonly equation: string
  readonly values: readonly { readonly source: SourceName }[]
}

/** What a unit has already. */
export interface UnitSources {
  readonly sources: readonly { readonly name: SourceName; readonly types: ListedTypes }[]
  readonly calculations: readonly KnownCalculation[]
}

/** What is computed from what. */
export function dependenciesOf(calculations: readonly KnownCalculation[]): Map<string, readonly string[]> {
  return new Map(calculations.map(({ name, values }) => [name, values.map(({ source }) => source)]))
}

/**
 * Whether a calculated source can be added to a unit.
 * @throws DomainError calculation/name-taken, calculation/source-exists, calculation/too-many, calculation/circle, request/invalid
 */
export function requireMayAdd(draft: CalculationDraft, unit: UnitSources): void {
  const { name } = draft
  const namesake = unit.calculations.find((other) => other.name === name)
  if (namesake !== undefined) throw aboutEquation('calculation/name-taken', namesake.equation)
  if (unit.sources.some((source) => source.name === name)) {
    const error = sentenceOfCode('calculation/source-exists')
    throw new DomainError('calculation/source-exists', {
      message: say('answers.calculation.under-name', { error, name }),
      details: { error, name },
    })
  }
  if (unit.calculations.length >= MOST_CALCULATIONS) throw new DomainError('calculation/too-many')
  requireComputable(draft, unit)
}

/**
 * Whether a calculated source can be computed from its values.
 * @throws DomainError calculation/circle, request/invalid
 */
export function requireComputable({ name, equation, values }: CalculationDraft, unit: UnitSources): void {
  const dependencies: Dependencies = dependenciesOf(unit.calculations).set(
    name,
    values.map(({ source }) => source),
  )
  const circle = findCircle(name, dependencies)
  if (circle !== undefined) {
    throw aboutEquation(
      'calculation/circle',
      equation,
      say('answers.calculation.circle', { sources: circle.join(' → ') }),
    )
  }
  const types = new Map(unit.sources.map((source) => [source.name, source.types]))
  for (const value of values) {
    const type = types.get(value.source)?.[value.field]
    if (readsAsNumbers(type)) continue
    const message = say('answers.calculation.not-numeric', { name: nameOfValue(value) })
    throw new DomainError('request/invalid', { message, details: { fields: { values: message }, error: message } })
  }
}

/**
 * Whether nothing else is computed from it.
 * @throws DomainError calculation/in-use
 */
export function requireUnused(name: SourceName, { calculations }: UnitSources): void {
  const dependents = findDependents(name, dependenciesOf(calculations))
  if (dependents.length === 0) return
  const message = say('answers.calculation.used-by', { sources: dependents.toReversed().join(', ') })
  throw new DomainError('calculation/in-use', { message })
}

function aboutEquation(
  code: 'calculation/name-taken' | 'calculation/circle',
  equation: string,
  error: string = sentenceOfCode(code),
): DomainError {
  return new DomainError(code, {
    message: say('answers.calculation.uses', { error, equation }),
    details: { error, equation },
  })
}
