import { z } from 'zod'
import type { Bound } from '../calculations/conditions.ts'
import type { FilterOperator } from '../telemetry/data.ts'
import { NAME_PATTERN } from '../api/ids.ts'

/** How a value is compared with the limit of an alert, as it is written on the wire and on the screen. */
export const AlertOperator = z.enum([
  'equal',
  'not equal',
  'greater than',
  'less than',
  'greater than or equal',
  'less than or equal',
])
export type AlertOperator = z.infer<typeof AlertOperator>

const SIGNS: Readonly<Record<AlertOperator, FilterOperator>> = {
  equal: '==',
  'not equal': '!=',
  'greater than': '>',
  'less than': '<',
  'greater than or equal': '>=',
  'less than or equal': '<=',
}

export const AlertCondition = z.strictObject({
  field: z.string().regex(NAME_PATTERN, 'fields.no-field'),
  operator: AlertOperator,
  constant: z.number('fields.value-number'),
})
export type AlertCondition = z.infer<typeof AlertCondition>

/** What a number is compared with. */
export function boundOf({ operator, constant }: Pick<AlertCondition, 'operator' | 'constant'>): Bound {
  return { operator: SIGNS[operator], constant }
}

/**
 * What is wrong with a second limit, behind which a value has to fall back before an alert is OK again; undefined when nothing is. Only
 * conditions with a side have one, and it lies on the other side of the limit.
 */
export function findClearLimitProblem(
  { operator, constant }: Pick<AlertCondition, 'operator' | 'constant'>,
  clearLimit: number,
): string | undefined {
  if (operator === 'equal' || operator === 'not equal') return 'fields.second-limit'
  const isUpper = operator.startsWith('greater')
  if (isUpper ? clearLimit <= constant : clearLimit >= constant) return undefined
  return isUpper ? 'fields.clear-above' : 'fields.clear-below'
}

/** Days, hours and minutes as seconds (specification, document 2, section 9). */
export function intervalSeconds({ days, hours, minutes }: { days: number; hours: number; minutes: number }): number {
  return days * 86_400 + hours * 3_600 + minutes * 60
}

/** The same the other way round; seconds of less than a minute are left out. */
export function splitInterval(seconds: number): { days: number; hours: number; minutes: number } {
  const minutes = Math.floor(seconds / 60)
  return { days: Math.floor(minutes / 1_440), hours: Math.floor(minutes / 60) % 24, minutes: minutes % 60 }
}
