import type { Channel } from './channel.ts'

/** One turn of something that comes again and again, not quite regularly. */
export interface Cycle {
  readonly index: number
  /** Epoch milliseconds; `end` is the start of the next one. */
  readonly start: number
  readonly end: number
}

/** How much later than regular a cycle may begin, as a share of the period. */
const MOST_LATE = 0.4

/** The cycle of about `period` ms that `at` lies in. */
export function cycleAt(channel: Channel, period: number, at: number): Cycle {
  const startOf = (index: number): number => Math.round((index + MOST_LATE * channel.pick(index)) * period)
  const candidate = Math.floor(at / period)
  const index = startOf(candidate) <= at ? candidate : candidate - 1
  return { index, start: startOf(index), end: startOf(index + 1) }
}

/** The cycles that touch `from` to `to`, in order. */
export function* cyclesBetween(channel: Channel, period: number, from: number, to: number): Generator<Cycle> {
  let cycle = cycleAt(channel, period, from)
  while (cycle.start < to) {
    yield cycle
    cycle = cycleAt(channel, period, cycle.end)
  }
}
