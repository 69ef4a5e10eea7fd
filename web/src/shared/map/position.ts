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
  // Written so that NaN fails too.
  if (!(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) return undefined
  return [longitude, latitude]
}

/** The smallest extent that holds all positions; undefined without any. */
export function extentOf(positions: readonly Position[]): Extent | undefined {
  if (positions.length === 0) return undefined
  const extent: Extent = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [longitude, latitude] of positions) {
    extent[0] = Math.min(extent[0], longitude)
    extent[1] = Math.min(extent[1], latitude)
    extent[2] = Math.max(extent[2], longitude)
    extent[3] = Math.max(extent[3], latitude)
  }
  return extent
}

export function extentHolds([west, south, east, north]: Extent, [longitude, latitude]: Position): boolean {
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north
}
