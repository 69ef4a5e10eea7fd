import type { RangeFunction } from './query.ts'

/** Moments in epoch milliseconds. */
export interface Steps {
  readonly start: number
  readonly stepMs: number
  readonly count: number
}

/** The values of a series at the steps of a query; a step may be without one. */
export interface StepValues {
  readonly values: Float64Array
  /** 1 where there is a value, 0 elsewhere. */
  readonly present: Uint8Array
}

export function emptySteps(count: number): StepValues {
  return { values: new Float64Array(count), present: new Uint8Array(count) }
}

/** What is made of the points of a window, which are `from` to `to` of the lists; undefined: nothing. */
type Fold = (points: Points, from: number, to: number, window: Window) => number | undefined

export interface Points {
  readonly at: readonly number[]
  readonly values: readonly number[]
}

/** Excluded at its start. */
interface Window {
  readonly start: number
  readonly end: number
}

interface Asked {
  readonly steps: Steps
  readonly rangeMs: number
  readonly offsetMs: number
  readonly name: RangeFunction
  /** Called with the number of points that a window has. */
  readonly count: (points: number) => void
  /** Called with the number of points that are held for the windows to come. */
  readonly held: (points: number) => void
}

/** Functions that do not look at each point of a window. */
const LOOKED_UP: ReadonlySet<RangeFunction> = new Set(['last_over_time', 'count_over_time'])

/** Makes the value of each step from the points in its window, which are added by time. */
export function createWindows({ steps, rangeMs, offsetMs, name, count, held }: Asked) {
  const fold = FOLDS[name]
  const result = emptySteps(steps.count)
  let at: number[] = []
  let values: number[] = []
  let next = 0
  let from = 0
  let to = 0
  const endOf = (index: number): number => steps.start + index * steps.stepMs - offsetMs

  function finishStep(): void {
    const window = { start: endOf(next) - rangeMs, end: endOf(next) }
    while (to < at.length && (at[to] ?? 0) <= window.end) to += 1
    while (from < to && (at[from] ?? 0) <= window.start) from += 1
    if (to > from) {
      count(LOOKED_UP.has(name) ? 1 : to - from)
      const value = fold({ at, values }, from, to, window)
      if (value !== undefined) {
        result.values[next] = value
        result.present[next] = 1
      }
    }
    next += 1
  }

  /** Drops points that no later window has. */
  function forget(): void {
    const start = endOf(next) - rangeMs
    while (from < at.length && (at[from] ?? 0) <= start) from += 1
    held(at.length - from)
    if (from * 2 < at.length) return
    at = at.slice(from)
    values = values.slice(from)
    to = Math.max(0, to - from)
    from = 0
  }

  return {
    add: (times: Float64Array, numbers: Float64Array): void => {
      for (let index = 0; index < times.length; index += 1) {
        const time = times[index] ?? 0
        const value = numbers[index] ?? Number.NaN
        if (Number.isNaN(value)) continue
        while (next < steps.count && endOf(next) < time) finishStep()
        at.push(time)
        values.push(value)
      }
      forget()
    },
    finish: (): StepValues => {
      while (next < steps.count) finishStep()
      return result
    },
  }
}

const FOLDS: Readonly<Record<RangeFunction, Fold>> = {
  sum_over_time: ({ values }, from, to) => sum(values, from, to),
  avg_over_time: ({ values }, from, to) => sum(values, from, to) / (to - from),
  count_over_time: (_, from, to) => to - from,
  last_over_time: ({ values }, _from, to) => values[to - 1],
  min_over_time: ({ values }, from, to) => {
    let least = Infinity
    for (let index = from; index < to; index += 1) least = Math.min(least, values[index] ?? Infinity)
    return least
  },
  max_over_time: ({ values }, from, to) => {
    let greatest = -Infinity
    for (let index = from; index < to; index += 1) greatest = Math.max(greatest, values[index] ?? -Infinity)
    return greatest
  },
  increase: increaseOf,
  rate: (points, from, to, window) => {
    const increase = increaseOf(points, from, to, window)
    return increase === undefined ? undefined : increase / ((window.end - window.start) / 1000)
  },
}

function sum(values: readonly number[], from: number, to: number): number {
  let total = 0
  for (let index = from; index < to; index += 1) total += values[index] ?? 0
  return total
}

/** A gap at an edge that is longer than so many mean distances of points is no part of the series. */
const LONGEST_GAP = 1.1

/**
 * How much a counter grew, extrapolated to the edges of the window as `extrapolatedRate` of Prometheus does; a value below the one before
 * is a counter that began again at zero.
 */
function increaseOf({ at, values }: Points, from: number, to: number, { start, end }: Window): number | undefined {
  if (to - from < 2) return undefined
  const first = { at: at[from] ?? 0, value: values[from] ?? 0 }
  const last = { at: at[to - 1] ?? 0, value: values[to - 1] ?? 0 }
  let grown = last.value - first.value
  for (let index = from + 1; index < to; index += 1) {
    const before = values[index - 1] ?? 0
    if ((values[index] ?? 0) < before) grown += before
  }
  const sampled = last.at - first.at
  const mean = sampled / (to - from - 1)
  let before = first.at - start
  let after = end - last.at
  if (before >= mean * LONGEST_GAP) before = mean / 2
  // It cannot have been below zero.
  if (grown > 0 && first.value >= 0) before = Math.min(before, sampled * (first.value / grown))
  if (after >= mean * LONGEST_GAP) after = mean / 2
  return grown * ((sampled + before + after) / sampled)
}
