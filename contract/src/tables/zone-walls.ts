import { createZoneClock } from '../time/time-zone.ts'

/** Clocks are set at quarters of an hour. */
const QUARTER_MS = 15 * 60_000

/** What the clocks of a time zone show, quickly for moments that follow each other. @throws RangeError for an unknown time zone */
export function createWalls(timeZone: string): (at: number) => number {
  const { wallOf } = createZoneClock(timeZone)
  let quarter = Number.NaN
  let offset = 0
  return (at) => {
    const begin = Math.floor(at / QUARTER_MS) * QUARTER_MS
    if (begin !== quarter) {
      quarter = begin
      offset = wallOf(begin) - begin
    }
    return at + offset
  }
}
