import { isOnEarth } from '@fieldwatch/contract/places/position'

/** Longitude, latitude: the order of GeoJSON and of the map. */
export type Position = [longitude: number, latitude: number]

/** West, south, east, north. */
export type Extent = [west: number, south: number, east: number, north: number]

/**
 * The place of `latitude` and `longitude` on the map; undefined when one is missing, is not a number, or is outside
 * -90..90 and -180..180.
 */
export function positionOf(latitude: unknown, longitude: unknown): Position | undefined {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return undefined
  if (!isOnEarth(latitude, longitude)) return undefined
  return [longitude, latitude]
}

/** The smallest extent that holds all positions; undefined without any. Its east is beyond 180 degrees where it lies over the antimeridian. */
export function extentOf(positions: readonly Position[]): Extent | undefined {
  if (positions.length === 0) return undefined
  const extent: Extent = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [longitude, latitude] of positions) {
    extent[0] = Math.min(extent[0], longitude)
    extent[1] = Math.min(extent[1], latitude)
    extent[2] = Math.max(extent[2], longitude)
    extent[3] = Math.max(extent[3], latitude)
  }
  return extent[2] - extent[0] > 180 ? withSmallestWidth(extent, positions) : extent
}

/** From behind the widest stretch without positions on to the beginning of that, a turn later if need be. */
function withSmallestWidth([west, south, east, north]: Extent, positions: readonly Position[]): Extent {
  const longitudes = Float64Array.from(positions, ([longitude]) => toMeridian(longitude)).sort()
  let [begin, widest] = [west, 360 - (east - west)]
  for (const [index, longitude] of longitudes.entries()) {
    const before = longitudes[index - 1] ?? (longitudes.at(-1) ?? 0) - 360
    if (longitude - before <= widest) continue
    widest = longitude - before
    begin = longitude
  }
  return begin === west ? [west, south, east, north] : [begin, south, begin + 360 - widest, north]
}

/** The same meridian between -180 and 180 degrees. */
export function toMeridian(longitude: number): number {
  return longitude - 360 * Math.round(longitude / 360)
}

export function extentHolds([west, south, east, north]: Extent, [longitude, latitude]: Position): boolean {
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north
}
