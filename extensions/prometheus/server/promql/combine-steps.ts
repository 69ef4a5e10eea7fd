import { lostBy, MEAN_SCALE, totalOf } from './compensated-sum.ts'
import { METRIC } from './label-matchers.ts'
import type { Aggregation, Grouping, Operator } from './query.ts'
import { keyOf, type Labels } from './series-labels.ts'
import { emptySteps, type StepValues } from './windows.ts'

/** A series of an answer. */
export interface StepSeries extends StepValues {
  readonly labels: Labels
}

/** As Go computes, where JavaScript does otherwise. */
const CALCULATE: Readonly<Record<Operator, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
  '^': (left, right) => (left === 1 || (left === -1 && Math.abs(right) === Infinity) ? 1 : left ** right),
}

export function calculate(operator: Operator, left: number, right: number): number {
  return CALCULATE[operator](left, right)
}

/** A new value at each step that has one. */
export function mapSteps({ labels, values, present }: StepSeries, change: (value: number) => number): StepSeries {
  return {
    labels: withoutMetric(labels),
    values: values.map((value, index) => (present[index] === 1 ? change(value) : 0)),
    present,
  }
}

/** What is calculated from a series is no longer its metric. */
export function withoutMetric(labels: Labels): Labels {
  return new Map([...labels].filter(([name]) => name !== METRIC))
}

interface Group {
  readonly labels: Labels
  readonly result: StepValues
  /** What sums have rounded off at each step. */
  readonly lost: Float64Array
  /** How many series have a value at each step. */
  readonly counts: Uint32Array
}

/** Adds series one by one to the groups that they belong to. */
export function createAggregation(name: Aggregation, grouping: Grouping, steps: number) {
  const groups = new Map<string, Group>()
  return {
    /** How many groups there are. */
    get size() {
      return groups.size
    },
    add: ({ labels, values, present }: StepSeries): void => {
      const kept = groupOf(labels, grouping)
      const key = keyOf(kept)
      const group = groups.get(key) ?? createGroup(kept, steps)
      groups.set(key, group)
      for (let index = 0; index < steps; index += 1) {
        if (present[index] === 1) addValue(name, group, index, values[index] ?? 0)
      }
    },
    finish: (): StepSeries[] =>
      [...groups.values()].map(({ labels, result, lost, counts }) => {
        const total = (sum: number, index: number): number => totalOf({ sum, lost: lost[index] ?? 0 })
        if (name === 'count') result.values.set(counts)
        if (name === 'sum') result.values.set(result.values.map(total))
        if (name === 'avg')
          result.values.set(result.values.map((sum, index) => total(sum, index) / (counts[index] ?? 1) / MEAN_SCALE))
        return { labels, ...result }
      }),
  }
}

function createGroup(labels: Labels, steps: number): Group {
  return { labels, result: emptySteps(steps), lost: new Float64Array(steps), counts: new Uint32Array(steps) }
}

function addValue(
  name: Aggregation,
  { result: { values, present }, lost, counts }: Group,
  index: number,
  value: number,
): void {
  const before = values[index] ?? 0
  const isFirst = present[index] === 0
  present[index] = 1
  counts[index] = (counts[index] ?? 0) + 1
  if (name === 'sum' || name === 'avg') {
    const added = name === 'avg' ? value * MEAN_SCALE : value
    if (!isFirst) lost[index] = (lost[index] ?? 0) + lostBy(before, added)
    values[index] = isFirst ? added : before + added
  }
  // A number replaces a value that is none.
  else if (name === 'min') values[index] = isFirst || value < before || Number.isNaN(before) ? value : before
  else if (name === 'max') values[index] = isFirst || value > before || Number.isNaN(before) ? value : before
}

function groupOf(labels: Labels, { kind, labels: named }: Grouping): Labels {
  if (kind === 'by') return new Map([...labels].filter(([name]) => named.includes(name)))
  return new Map([...labels].filter(([name]) => name !== METRIC && !named.includes(name)))
}
