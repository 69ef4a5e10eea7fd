import type { Position } from './position.ts'

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
