import type { Matcher } from './label-matchers.ts'

/** The functions of a range of records, and those of a range of a counter. */
export const RANGE_FUNCTIONS = [
  'avg_over_time',
  'min_over_time',
  'max_over_time',
  'sum_over_time',
  'count_over_time',
  'last_over_time',
  'rate',
  'increase',
] as const
export type RangeFunction = (typeof RANGE_FUNCTIONS)[number]

export const AGGREGATIONS = ['sum', 'avg', 'min', 'max', 'count'] as const
export type Aggregation = (typeof AGGREGATIONS)[number]

export const OPERATORS = ['+', '-', '*', '/', '%', '^'] as const
export type Operator = (typeof OPERATORS)[number]

export interface Selector {
  readonly matchers: readonly Matcher[]
  /** How much earlier than the moment of the query. */
  readonly offsetMs: number
}

/** What an expression of PromQL asks, in the part that is supported. */
export type Query =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'selector'; readonly selector: Selector }
  /** Only as a whole query. */
  | { readonly kind: 'range'; readonly selector: Selector; readonly rangeMs: number }
  | { readonly kind: 'function'; readonly name: RangeFunction; readonly selector: Selector; readonly rangeMs: number }
  | { readonly kind: 'aggregation'; readonly name: Aggregation; readonly grouping: Grouping; readonly of: Query }
  /** At least one side is a number. */
  | { readonly kind: 'operation'; readonly operator: Operator; readonly left: Query; readonly right: Query }

export interface Grouping {
  readonly kind: 'by' | 'without'
  readonly labels: readonly string[]
}

/** Whether an expression is one number and no series. */
export function isScalar(query: Query): boolean {
  return query.kind === 'number' || (query.kind === 'operation' && isScalar(query.left) && isScalar(query.right))
}
