import type { AlertOperator } from '@fieldwatch/contract/alerts/alert-conditions'
import type { texts } from './en.ts'

/** How a condition of an alert reads in a sentence: `t(LIMIT_TEXTS[operator], { limit: '8 °C' })` writes `greater than 8 °C`. */
export const LIMIT_TEXTS = {
  equal: 'alerts-text.limit.equal',
  'not equal': 'alerts-text.limit.not-equal',
  'greater than': 'alerts-text.limit.greater',
  'less than': 'alerts-text.limit.less',
  'greater than or equal': 'alerts-text.limit.greater-or-equal',
  'less than or equal': 'alerts-text.limit.less-or-equal',
} as const satisfies Readonly<Record<AlertOperator, keyof typeof texts>>
