import { type FieldValue, type FilterOperator, toNumber } from '@fieldwatch/contract/telemetry/data'
import type { Condition } from './record-reader.ts'
import type { ClosedRange } from './chunk-store.ts'
import { compareValues } from './field-order.ts'
import type { Stretch } from './stretch.ts'

/** The range of all times that a Date can have. */
export const ALL_TIME: ClosedRange = { start: -8.64e15, end: 8.64e15 }

/** The range that conditions on `messageUTC` leave. */
export function rangeOf(conditions: readonly Condition[]): ClosedRange {
  let { start, end } = ALL_TIME
  for (const condition of conditions) {
    if (condition.kind !== 'time' || condition.of !== 'messageUTC') continue
    const { operator, at } = condition
    if (operator === '>' || operator === '>=') start = Math.max(start, operator === '>' ? at + 1 : at)
    if (operator === '<' || operator === '<=') end = Math.min(end, operator === '<' ? at - 1 : at)
    if (operator === '==') [start, end] = [Math.max(start, at), Math.min(end, at)]
  }
  return { start, end }
}

/** The fields that conditions look at. */
export function fieldsIn(conditions: readonly Condition[]): string[] {
  return conditions.filter((condition) => condition.kind !== 'time').map(({ name }) => name)
}

/** Whether a record of a stretch fulfils all conditions. */
export function fulfils(conditions: readonly Condition[], stretch: Stretch, index: number): boolean {
  return conditions.every((condition) => {
    if (condition.kind === 'number') return !Number.isNaN(toNumber(stretch.valueOf(condition.name, index)))
    if (condition.kind === 'field') return holds(stretch.valueOf(condition.name, index), condition)
    const times = condition.of === 'messageUTC' ? stretch.at : stretch.receivedAt
    return compares(Math.sign((times[index] ?? Number.NaN) - condition.at), condition.operator)
  })
}

function holds(
  value: FieldValue,
  { operator, value: wanted }: { operator: FilterOperator; value: FieldValue },
): boolean {
  const sameType = typeof value === typeof wanted
  if (operator === '==' || operator === '!=') {
    return (sameType && compareValues(value, wanted) === 0) === (operator === '==')
  }
  // Null is not ordered, and neither are values of different types.
  return sameType && value !== null && wanted !== null && compares(compareValues(value, wanted), operator)
}

function compares(order: number, operator: FilterOperator): boolean {
  switch (operator) {
    case '==':
      return order === 0
    case '!=':
      return order !== 0
    case '>':
      return order > 0
    case '>=':
      return order >= 0
    case '<':
      return order < 0
    default:
      return order <= 0
  }
}
