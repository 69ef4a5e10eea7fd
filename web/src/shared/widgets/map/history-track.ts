import type { DataRecord } from '@fieldwatch/contract/telemetry/data'
import { type Position, positionOf } from '#shared/map/position.ts'

/** A point nearer to the one before is left out (specification, document 1, section 9). */
export const TRACK_STEP_KM = 0.01

interface TrackFields {
  latitudeField: string
  longitudeField: string
}

/** The way that records tell, oldest first: each point is more than 10 m from the one before. */
export function trackOf(records: readonly DataRecord[], { latitudeField, longitudeField }: TrackFields): Position[] {
  const track: Position[] = []
  for (const record of records) {
    const position = positionOf(record[latitudeField], record[longitudeField])
    const before = track.at(-1)
    if (position === undefined) continue
    if (before === undefined || distanceKm(before, position) > TRACK_STEP_KM) track.push(position)
  }
  return track
}

/** How long the way is. */
export function trackLengthKm(track: readonly Position[]): number {
  let length = 0
  for (const [place, position] of track.entries()) {
    const before = track[place - 1]
    if (before !== undefined) length += distanceKm(before, position)
  }
  return length
}

/** Specification, document 1, section 9. */
export const EARTH_RADIUS_KM = 6371

/** The way between two positions along the surface of the Earth, taken for a sphere (haversine formula). */
export function distanceKm([fromLongitude, fromLatitude]: Position, [toLongitude, toLatitude]: Position): number {
  const rise = radians(toLatitude - fromLatitude)
  const turn = radians(toLongitude - fromLongitude)
  const square =
    Math.sin(rise / 2) ** 2 + Math.cos(radians(fromLatitude)) * Math.cos(radians(toLatitude)) * Math.sin(turn / 2) ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(square)))
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
