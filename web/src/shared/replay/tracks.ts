import type { DataRecord } from '@fieldwatch/contract/telemetry/data'
import type { ChartData } from '#shared/charts/series-buffer.ts'
import { type Position, positionOf } from '#shared/map/position.ts'

/** Where a unit was over a range, in the order of time. */
export interface TimedTrack {
  /** Epoch milliseconds, one a position. */
  readonly times: readonly number[]
  readonly positions: readonly Position[]
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

function knownOr(value: number | undefined, before: number): number {
  return value === undefined || Number.isNaN(value) ? before : value
}

/** The way of records, which are the newest first. */
export function trackOfRecords(
  records: readonly DataRecord[],
  { latitudeField, longitudeField }: { readonly latitudeField: string; readonly longitudeField: string },
): readonly Position[] {
  const track: Position[] = []
  for (const record of records.toReversed()) {
    const position = positionOf(record[latitudeField], record[longitudeField])
    if (position !== undefined) track.push(position)
  }
  return track
}

/** The part of a way before a moment, that ends where the unit was: of the last `lastMs`, in at most `most` positions and the last. */
export function trackUntil(
  { times, positions }: TimedTrack,
  { at, lastMs = Infinity, most = Infinity }: { at: number; lastMs?: number; most?: number },
): readonly Position[] {
  const end = firstAfter(times, at)
  const start = firstAfter(times, at - lastMs)
  const every = Math.max(1, Math.ceil((end - start) / most))
  const track: Position[] = []
  for (let place = start; place < end; place += every) {
    const position = positions[place]
    if (position !== undefined) track.push(position)
  }
  const last = positions[end - 1]
  if (end > start && last !== undefined && track.at(-1) !== last) track.push(last)
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
