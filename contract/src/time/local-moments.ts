import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'
import { createZoneClock } from './time-zone.ts'

/** Clocks are set at whole quarters of an hour. */
const QUARTER = HOUR_MS / 4
/** Quarters of a year. */
const REMEMBERED = 40_000

/**
 * Returns the moments at which the clocks of a zone show a time, which is written down as if it were UTC: none when they skip it, two
 * when they show it twice, the earlier one first.
 * @throws RangeError for a zone that is not known
 */
export function createLocalMoments(zone: string): (wall: number) => readonly number[] {
  const { wallOf } = createZoneClock(zone)
  const offsetAt = (at: number): number => wallOf(at) - at
  const known = new Map<number, readonly number[]>()
  return (wall) => {
    const quarter = Math.floor(wall / QUARTER) * QUARTER
    let offsets = known.get(quarter)
    if (offsets === undefined) {
      offsets = offsetsOf(quarter, offsetAt)
      if (known.size >= REMEMBERED) known.clear()
      known.set(quarter, offsets)
    }
    return offsets.map((offset) => wall - offset)
  }
}

/** The clock of a sender may be so much ahead. */
const AHEAD_MS = 10 * MINUTE_MS

/**
 * Which of the moments of a time a message means that arrived then: the last one that is not after its arrival. Undefined when there is no
 * moment.
 */
export function momentBefore(arrivedAt: number, moments: readonly number[]): number | undefined {
  return moments.findLast((at) => at <= arrivedAt + AHEAD_MS) ?? moments[0]
}

/** The offsets with which a time is shown, the greatest first: that is the earlier moment. */
function offsetsOf(wall: number, offsetAt: (at: number) => number): readonly number[] {
  const around = new Set([offsetAt(wall - DAY_MS), offsetAt(wall + DAY_MS)])
  return [...around].filter((offset) => offsetAt(wall - offset) === offset).sort((one, other) => other - one)
}
