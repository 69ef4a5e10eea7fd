import { z } from 'zod'
import type { ChosenValue } from './calculation-rules.ts'
import { FilterOperator } from '../telemetry/data.ts'
import { NAME_PATTERN, SourceName } from '../api/ids.ts'
import { sentence } from '../text/sentence.ts'
import {
  fieldOfPlace,
  parkedByOfField,
  parsePlaceComparison,
  type PlaceCondition,
  placeBound,
  placeComparisonOf,
  placeOfField,
} from '../places/place-conditions.ts'
import {
  fieldOfJourney,
  JOURNEY_BOUND,
  type JourneyCondition,
  journeyComparisonOf,
  journeyOfField,
  parseJourneyComparison,
} from '../places/trip-conditions.ts'

/** A condition on one numeric value of a unit: what event tables find, and alerts watch. */
export interface ValueCondition extends Bound {
  readonly source: SourceName
  readonly field: string
}

/** What a number is compared with. */
export interface Bound {
  readonly operator: FilterOperator
  readonly constant: number
}

export const VALUE_OPERATORS = FilterOperator.options

const FieldName = z.string().regex(NAME_PATTERN)
const COMPARISON = /^([^<>=!]*)(>=|<=|==|!=|>|<)(.*)$/s
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

type ParsedComparison =
  | { readonly condition: ValueCondition; readonly problem?: undefined }
  | { readonly condition?: undefined; readonly problem: string }

/** Reads a condition as one text, such as `room.temp > 20` (specification, document 2, section 5). */
export function parseComparison(text: string): ParsedComparison {
  const place = parsePlaceComparison(text)
  if (place !== undefined) return conditionOnPlaces(place)
  const journey = parseJourneyComparison(text)
  if (journey !== undefined) return conditionOnJourneys(journey)
  if (/^\S+ (?:trips|stops)\b/.test(text.trim())) return { problem: sentence('fields.condition.trips') }
  const [, variable = text, operator, constant = ''] = COMPARISON.exec(text) ?? []
  const reference = parseReference(variable.trim())
  if (reference === undefined) return { problem: 'fields.condition.variable' }
  const known = FilterOperator.safeParse(operator)
  if (!known.success)
    return { problem: sentence('fields.condition.operator', { operators: VALUE_OPERATORS.join(', ') }) }
  const number = NUMBER.test(constant.trim()) ? Number(constant) : Number.NaN
  if (!Number.isFinite(number)) return { problem: 'fields.condition.constant' }
  return { condition: { ...reference, operator: known.data, constant: number + 0 } }
}

function conditionOnPlaces({ source, side, reference, parkedBy }: PlaceCondition): ParsedComparison {
  const known = SourceName.safeParse(source)
  if (!known.success) return { problem: 'fields.condition.variable' }
  return { condition: { source: known.data, field: fieldOfPlace(reference, parkedBy), ...placeBound(side) } }
}

function conditionOnJourneys({ source, ...journey }: JourneyCondition): ParsedComparison {
  const known = SourceName.safeParse(source)
  if (!known.success) return { problem: 'fields.condition.variable' }
  return { condition: { source: known.data, field: fieldOfJourney(journey), ...JOURNEY_BOUND } }
}

/** The two names of `source.field`; undefined for anything else. */
export function parseReference(text: string): (ChosenValue & { readonly source: SourceName }) | undefined {
  const [source, field, ...rest] = text.split('.')
  const knownSource = SourceName.safeParse(source)
  const knownField = FieldName.safeParse(field)
  if (rest.length > 0 || !knownSource.success || !knownField.success) return undefined
  return { source: knownSource.data, field: knownField.data }
}

/** The condition as one text, which reads back as the same condition. */
export function comparisonOf({ source, field, operator, constant }: ValueCondition): string {
  const reference = placeOfField(field)
  if (reference !== undefined) {
    const parkedBy = parkedByOfField(field)
    const side = operator === '<=' ? 'in' : 'outside'
    return placeComparisonOf({ source, side, reference, ...(parkedBy === undefined ? {} : { parkedBy }) })
  }
  const journey = journeyOfField(field)
  if (journey !== undefined) return journeyComparisonOf({ source, ...journey })
  return `${source}.${field} ${operator} ${constant}`
}

/** Whether a number satisfies; NaN, which is no number, never does. */
export function satisfies({ operator, constant }: Bound, value: number): boolean {
  switch (operator) {
    case '>':
      return value > constant
    case '>=':
      return value >= constant
    case '<':
      return value < constant
    case '<=':
      return value <= constant
    case '==':
      return value === constant
    default:
      return !Number.isNaN(value) && value !== constant
  }
}

/** Whether any number between two can satisfy: where not, no one has to look at the numbers themselves. */
export function maySatisfy(bound: Bound, least: number, greatest: number): boolean {
  if (bound.operator === '==') return least <= bound.constant && bound.constant <= greatest
  return satisfies(bound, least) || satisfies(bound, greatest)
}
