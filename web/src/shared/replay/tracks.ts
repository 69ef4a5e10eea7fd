import type { ChartData } from '#shared/charts/series-buffer.ts'
import { type Position, positionOf } from '#shared/map/position.ts'

/** Where a unit was over a range, in the order of time. */
export interface TimedTrack {
  /** Epoch milliseconds, one a position. */
  readonly times: readonly number[]
  readonly positions: readonly Position[]
  /** When each had arrived; undefined where all count as known. */
  readonly arrivals?: readonly number[]
}

/**
 * The way that two columns tell. A series that is reduced has the points of both lines, not pairs: the other value is the one before it.
 */
export function trackOfSeries({ x, columns }: Pick<ChartData, 'x' | 'columns'>): TimedTrack {
  const [latitudes, longitudes] = columns
  const times: number[] = []
  const positions: Position[] = []
  let latitude = Number.NaN
  let longitude = Number.NaN
  for (const [row, at] of x.entries()) {
    latitude = knownOr(latitudes?.[row], latitude)
    longitude = knownOr(longitudes?.[row], longitude)
    const position = positionOf(latitude, longitude)
    const before = positions.at(-1)
    if (position === undefined || (before?.[0] === position[0] && before[1] === position[1])) continue
    times.push(at)
    positions.push(position)
  }
  return { times, positions }
}

/** The way of whole records, whose third column has when they arrived. */
export function trackOfArrivals({ x, columns }: Pick<ChartData, 'x' | 'columns'>): TimedTrack {
  const [latitudes, longitudes, arrivedAt] = columns
  const times: number[] = []
  const positions: Position[] = []
  const arrivals: number[] = []
  for (const [row, at] of x.entries()) {
    const position = positionOf(latitudes?.[row], longitudes?.[row])
    if (position === undefined) continue
    times.push(at)
    positions.push(position)
    arrivals.push(arrivedAt?.[row] ?? Infinity)
  }
  return { times, positions, arrivals }
}

function knownOr(value: number | undefined, before: number): number {
  return value === undefined || Number.isNaN(value) ? before : value
}

/**
 * The part of a way before a moment, that ends where the unit was: of the last `lastMs`, in at most `most` positions and the last. What had
 * not arrived by the moment is left out.
 */
export function trackUntil(
  { times, positions, arrivals }: TimedTrack,
  { at, lastMs = Infinity, most = Infinity }: { at: number; lastMs?: number; most?: number },
): readonly Position[] {
  const start = firstAfter(times, at - lastMs)
  const inTime = positions.slice(start, firstAfter(times, at))
  const known =
    arrivals === undefined ? inTime : inTime.filter((_, place) => (arrivals[start + place] ?? Infinity) <= at)
  const every = Math.max(1, Math.ceil(known.length / most))
  const track = known.filter((_, place) => place % every === 0)
  const last = known.at(-1)
  if (last !== undefined && track.at(-1) !== last) track.push(last)
  return track
}

/** The place of the first time after a moment. */
function firstAfter(times: readonly number[], at: number): number {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((times[middle] ?? Infinity) <= at) low = middle + 1
    else high = middle
  }
  return low
}
