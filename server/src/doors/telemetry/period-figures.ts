import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import type { PeriodFigures } from '@fieldwatch/contract/comparisons/comparisons'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { NumberBlock } from '#records/store/record-reader.ts'

/** Keeps the sum of the largest numbers over ten years finite. A power of two changes no digit. */
const SCALE = 2 ** -60

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
  // Neumaier: what each addition rounds off is added up too.
  let [sum, lost] = [0, 0]
  let heldMs = 0
  let heldAt = before?.at ?? 0
  let held = before?.value ?? Number.NaN
  let aboveMs = 0

  function hold(until: number): void {
    if (Number.isNaN(held)) return
    const lasted = Math.min(until, heldAt + gapMs) - Math.max(heldAt, from)
    if (lasted <= 0) return
    heldMs += lasted
    accumulate(held * SCALE * lasted)
    if (threshold !== undefined && held > threshold) aboveMs += lasted
  }

  function accumulate(value: number): void {
    const next = sum + value
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum
    sum = next
  }

  return {
    /** Adds the first column of the next block. */
    add: ({ at, columns: [values = new Float64Array()] }: NumberBlock): void => {
      for (let row = 0; row < values.length; row += 1) {
        const value = values[row] ?? Number.NaN
        if (Number.isNaN(value)) continue
        const moment = at[row] ?? 0
        hold(moment)
        heldAt = moment
        held = value
        count += 1
        if (value < min) min = value
        if (value > max) max = value
      }
    },
    finish: (): PeriodFigures => {
      hold(Math.min(to, Math.max(now, heldAt)))
      const hoursAbove = threshold === undefined ? null : aboveMs / HOUR_MS
      if (count === 0) return { count, mean: null, min: null, max: null, hoursAbove }
      // A single value of this very moment has not lasted.
      const mean = heldMs > 0 ? (sum + lost) / heldMs / SCALE : held
      return { count, mean, min, max, hoursAbove }
    },
  }
}
