import type { FeatureCollection, Geometry, Position } from 'geojson'

/**
 * The same land, with each ring that crosses the date line carried on past 180 degrees. In the data such a ring jumps from
 * one edge of the world to the other, and its land would be smeared over all that lies between.
 */
export function crossDateLine<P>(land: FeatureCollection<Geometry, P>): FeatureCollection<Geometry, P> {
  return { ...land, features: land.features.map((piece) => ({ ...piece, geometry: carryOn(piece.geometry) })) }
}

function carryOn(geometry: Geometry): Geometry {
  if (geometry.type === 'Polygon') return { ...geometry, coordinates: geometry.coordinates.map(carryOnRing) }
  if (geometry.type !== 'MultiPolygon') return geometry
  return { ...geometry, coordinates: geometry.coordinates.map((rings) => rings.map(carryOnRing)) }
}

function carryOnRing(ring: Position[]): Position[] {
  let turn = 0
  let before = ring[0]?.[0] ?? 0
  const carried = ring.map(([longitude = 0, latitude = 0]): Position => {
    if (longitude - before > 180) turn -= 360
    if (longitude - before < -180) turn += 360
    before = longitude
    return [longitude + turn, latitude]
  })
  // A ring around a pole comes back one turn further, and would be open.
  return turn === 0 ? carried : ring
}
