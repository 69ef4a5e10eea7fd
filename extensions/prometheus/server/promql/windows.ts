import type { RangeFunction } from './query.ts'
import { addSums, MEAN_SCALE, NO_SUM, totalOf } from './compensated-sum.ts'
import { createSlidingFold, type SlidingFold } from './sliding-fold.ts'

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

/** The points of a window, which are `from` to `to` of the lists. */
interface PointsInWindow extends Points {
  readonly from: number
  readonly to: number
  readonly window: Window
  /** The fold of the values, or for counters of what was lost when they began again. */
  readonly folded: number
}

/** What is made of a window; undefined: nothing. */
type Make = (points: PointsInWindow) => number | undefined

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
  /** Called for each window with points. */
  readonly count: () => void
  /** Called with the number of points that are held for the windows to come. */
  readonly held: (points: number) => void
}

const isCounter = (name: RangeFunction): boolean => name === 'rate' || name === 'increase'

/** Makes the value of each step from the points in its window, which are added by time. A window may be far longer than a step. */
export function createWindows({ steps, rangeMs, offsetMs, name, count, held }: Asked) {
  const make = MAKERS[name]
  const sliding = FOLDS[name]?.() ?? createSlidingFold(SUM)
  const result = emptySteps(steps.count)
  let at: number[] = []
  let values: number[] = []
  let next = 0
  let from = 0
  let to = 0
  const endOf = (index: number): number => steps.start + index * steps.stepMs - offsetMs

  function enter(): void {
    const value = values[to] ?? 0
    if (!isCounter(name)) sliding.add(value)
    else if (to > from) sliding.add(lostBetween(values[to - 1] ?? 0, value))
    to += 1
  }

  function leave(): void {
    // A counter has a change between two points.
    if (!isCounter(name) || to - from > 1) sliding.drop()
    from += 1
  }

  function finishStep(): void {
    const window = { start: endOf(next) - rangeMs, end: endOf(next) }
    while (to < at.length && (at[to] ?? 0) <= window.end) enter()
    while (from < to && (at[from] ?? 0) <= window.start) leave()
    if (to > from) {
      count()
      const value = make({ at, values, from, to, window, folded: sliding.fold() })
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
    while (from < at.length && (at[from] ?? 0) <= start) {
      if (from === to) enter()
      leave()
    }
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

const SUM = { combine: (left: number, right: number): number => left + right, nothing: 0 }

/** What is folded with what; plain sums where nothing else is said. */
const FOLDS: Readonly<Partial<Record<RangeFunction, () => SlidingFold<number>>>> = {
  min_over_time: () => createSlidingFold({ combine: Math.min, nothing: Infinity }),
  max_over_time: () => createSlidingFold({ combine: Math.max, nothing: -Infinity }),
  sum_over_time: () => createSlidingSum(1),
  avg_over_time: () => createSlidingSum(MEAN_SCALE),
}

/** The exact sum of the values of a window, multiplied by a scale. */
function createSlidingSum(scale: number): SlidingFold<number> {
  const sums = createSlidingFold({ combine: addSums, nothing: NO_SUM })
  return {
    add: (value) => sums.add({ sum: value * scale, lost: 0 }),
    drop: sums.drop,
    fold: () => totalOf(sums.fold()),
  }
}

const MAKERS: Readonly<Record<RangeFunction, Make>> = {
  sum_over_time: ({ folded }) => folded,
  avg_over_time: ({ folded, from, to }) => folded / (to - from) / MEAN_SCALE,
  count_over_time: ({ from, to }) => to - from,
  last_over_time: ({ values, to }) => values[to - 1],
  min_over_time: ({ folded }) => folded,
  max_over_time: ({ folded }) => folded,
  increase: increaseOf,
  rate: (points) => {
    const increase = increaseOf(points)
    return increase === undefined ? undefined : increase / ((points.window.end - points.window.start) / 1000)
  },
}

/** A value below the one before is a counter that began again at zero. */
function lostBetween(before: number, value: number): number {
  return value < before ? before : 0
}

/** A gap at an edge that is longer than so many mean distances of points is no part of the series. */
const LONGEST_GAP = 1.1

/** How much a counter grew, extrapolated to the edges of the window as `extrapolatedRate` of Prometheus does. */
function increaseOf({ at, values, from, to, window: { start, end }, folded }: PointsInWindow): number | undefined {
  if (to - from < 2) return undefined
  const first = { at: at[from] ?? 0, value: values[from] ?? 0 }
  const last = { at: at[to - 1] ?? 0, value: values[to - 1] ?? 0 }
  const grown = last.value - first.value + folded
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
