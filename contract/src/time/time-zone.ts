import { DAY_MS } from './durations.ts'

/** Clocks of a time zone, written down as if they showed UTC. */
export interface ZoneClock {
  /** What the clocks show at a moment. */
  readonly wallOf: (at: number) => number
  /** The first moment at which the clocks show something, or, where they are set forward over it, when they have been. */
  readonly momentOf: (wall: number) => number
}

/** @throws RangeError for a time zone that is not known */
export function createZoneClock(timeZone: string): ZoneClock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const wallOf = (at: number): number => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0
    return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  }
  const offsetAt = (at: number): number => wallOf(at) - at
  return {
    wallOf,
    momentOf: (wall) => {
      const before = wall - offsetAt(wall - DAY_MS)
      const shown = [before, wall - offsetAt(wall + DAY_MS)].filter((at) => wallOf(at) === wall)
      return shown.length === 0 ? before : Math.min(...shown)
    },
  }
}

/** Whether there is such a time zone (IANA), such as `Europe/Stockholm`. */
export function isTimeZone(text: string): boolean {
  try {
    Intl.DateTimeFormat('en-US', { timeZone: text })
    return true
  } catch {
    return false
  }
}
