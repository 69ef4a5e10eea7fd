import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import type { PeriodFigures } from '@fieldwatch/contract/comparisons/comparisons'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { NumberBlock, NumberSum } from '#records/store/record-reader.ts'

interface Holding {
  readonly threshold: number
  /** A value holds until the next one, at most for this long. */
  readonly gapMs: number
}

interface Asked extends TimeRange {
  /** Undefined: hours are not counted. */
  readonly holding: Holding | undefined
  /** The last value before the period, which may hold into it. */
  readonly before: { readonly at: number; readonly value: number } | undefined
  /** What is later has not been measured. */
  readonly now: number
}

/** Counts up the values of one field in a period; missing ones change nothing. */
export function createFigureCounter({ from, to, holding, before, now }: Asked) {
  let count = 0
  let [min, max] = [Infinity, -Infinity]
  // Neumaier: what each addition rounds off is added up too.
  let [sum, lost] = [0, 0]
  let heldAt = before?.at ?? 0
  let held = before?.value ?? Number.NaN
  let aboveMs = 0

  function hold(until: number): void {
    if (holding === undefined || !(held > holding.threshold)) return
    const end = Math.min(until, heldAt + holding.gapMs)
    aboveMs += Math.max(0, end - Math.max(heldAt, from))
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
        accumulate(value)
      }
    },
    /** Adds values that are known together. None may be above the threshold. */
    addSum: ({ first, last, ...part }: NumberSum): void => {
      hold(first.at)
      heldAt = last.at
      held = last.value
      count += part.count
      min = Math.min(min, part.min)
      max = Math.max(max, part.max)
      accumulate(part.sum)
    },
    finish: (): PeriodFigures => {
      hold(Math.min(to, Math.max(now, heldAt)))
      const hoursAbove = holding === undefined ? null : aboveMs / HOUR_MS
      if (count === 0) return { count, sum: null, mean: null, min: null, max: null, hoursAbove }
      const total = finite(sum + lost)
      return { count, sum: total, mean: total === null ? null : total / count, min, max, hoursAbove }
    },
  }
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
