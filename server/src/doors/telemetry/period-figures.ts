import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import type { PeriodFigures } from '@fieldwatch/contract/comparisons/comparisons'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { emptyMean, heldUntil, holdValue, meanUntil } from '#records/store/held-mean.ts'
import type { NumberBlock } from '#records/store/record-reader.ts'

interface Asked extends TimeRange {
  /** A value holds until the next one, at most for this long. */
  readonly gapMs: number
  /** Undefined: hours are not counted. */
  readonly threshold: number | undefined
  /** The last value before the period, which may hold into it. */
  readonly before: { readonly at: number; readonly value: number } | undefined
  /** What is later has not been measured. */
  readonly now: number
}

/** Counts up the values of one field in a period; missing ones change nothing. */
export function createFigureCounter({ from, to, gapMs, threshold, before, now }: Asked) {
  let count = 0
  let [min, max] = [Infinity, -Infinity]
  const held = emptyMean()
  if (before !== undefined) holdValue(held, before.value, { at: from, to: before.at + gapMs })
  let aboveMs = 0

  function countAbove(until: number): void {
    if (threshold !== undefined && held.held !== null && held.held > threshold) aboveMs += heldUntil(held, until)
  }

  return {
    /** Adds the first column of the next block. */
    add: ({ at, columns: [values = new Float64Array()] }: NumberBlock): void => {
      for (let row = 0; row < values.length; row += 1) {
        const value = values[row] ?? Number.NaN
        if (Number.isNaN(value)) continue
        const moment = at[row] ?? 0
        countAbove(moment)
        holdValue(held, value, { at: moment, to: moment + gapMs })
        count += 1
        if (value < min) min = value
        if (value > max) max = value
      }
    },
    finish: (): PeriodFigures => {
      const end = Math.min(to, Math.max(now, held.heldAt))
      countAbove(end)
      const hoursAbove = threshold === undefined ? null : aboveMs / HOUR_MS
      if (count === 0) return { count, mean: null, min: null, max: null, hoursAbove }
      return { count, mean: meanUntil(held, end), min, max, hoursAbove }
    },
  }
}
