import type { EventOccurrence } from '@fieldwatch/contract/events/events'
import type { Position } from '#shared/map/position.ts'
import type { TimedTrack } from '#shared/replay/tracks.ts'

/** A trip of a table, as the map and its list show it. */
export interface ShownTrip {
  readonly id: string
  readonly from: number
  readonly to: number
  readonly isUnderWay: boolean
  readonly start: string | undefined
  readonly end: string | undefined
  /** Metres; undefined where the table does not have it. */
  readonly metres: number | undefined
}

/** The trips of a page of a table, the first one first. */
export function tripsOf(occurrences: readonly EventOccurrence[], source: string): ShownTrip[] {
  return occurrences
    .map((row): ShownTrip => {
      const from = Date.parse(row.startUTC)
      const value = (name: string) => row[`${source}.${name}`]
      const [start, end, metres] = [value('trip_from'), value('trip_to'), value('trip_distance')]
      return {
        id: row.startUTC,
        from,
        to: from + row.duration,
        isUnderWay: row.endUTC === null,
        start: typeof start === 'string' ? start : undefined,
        end: typeof end === 'string' ? end : undefined,
        metres: typeof metres === 'number' ? metres : undefined,
      }
    })
    .toSorted((one, other) => one.from - other.from)
}

/** The way of each trip, from the way over all of them; none where there are no positions. */
export function linesOf(trips: readonly ShownTrip[], { times, positions }: TimedTrack): (readonly Position[])[] {
  return trips.map(({ from, to }) => {
    const first = times.findIndex((at) => at >= from)
    const last = times.findLastIndex((at) => at <= to)
    return first === -1 ? [] : positions.slice(first, last + 1)
  })
}
