import { DEFAULT_RADIUS, type PlacePosition, type PlaceShape } from '@fieldwatch/contract/places/place-geometry'
import { halvingsOf, sideBetween } from '@fieldwatch/contract/places/place-sides'
import { distanceBetween, EARTH_RADIUS } from '@fieldwatch/contract/places/sphere'
import type { Position } from '#shared/map/position.ts'

/** Corners of a circle. */
const CORNERS = 64
/** Corners of the half circle at the end of a corridor. */
const END_CORNERS = 12
/** Radians: a side is drawn in pieces that are no longer, which are off it by less than 10 m. */
const PIECE = 0.25 * (Math.PI / 180)
/** Where maps end in Mercator's projection. */
const MAP_END = 85

/** What a place covers as polygons of rings for a map: arcs in short pieces, longitudes past 180 degrees where it lies over them. */
export function outlineOf({ geometry, radius }: PlaceShape): Position[][][] {
  const metres = radius ?? DEFAULT_RADIUS
  const most = halvingsOf(geometry)
  switch (geometry.type) {
    case 'Point':
      return [[ringAround(geometry.coordinates, metres)]]
    case 'LineString':
      return geometry.coordinates
        .slice(1)
        .map((to, index) => [corridorBetween(piecesBetween(geometry.coordinates[index] ?? to, to, most), metres)])
    case 'Polygon':
      return [ringsOf(geometry.coordinates, most)]
    default:
      return geometry.coordinates.map((rings) => ringsOf(rings, most))
  }
}

/** Where one arrives from a position by going metres in a direction, clockwise from north in radians. */
export function destination(
  [longitude, latitude]: PlacePosition | Position,
  metres: number,
  bearing: number,
): Position {
  const [phi, delta] = [latitude * (Math.PI / 180), metres / EARTH_RADIUS]
  const sine = Math.sin(phi) * Math.cos(delta) + Math.cos(phi) * Math.sin(delta) * Math.cos(bearing)
  const turned = Math.atan2(Math.sin(bearing) * Math.sin(delta) * Math.cos(phi), Math.cos(delta) - Math.sin(phi) * sine)
  return [longitude + turned * (180 / Math.PI), Math.asin(Math.min(1, Math.max(-1, sine))) * (180 / Math.PI)]
}

function ringAround(centre: PlacePosition, metres: number): Position[] {
  const ring = Array.from({ length: CORNERS + 1 }, (_, index) =>
    destination(centre, metres, ((index % CORNERS) / CORNERS) * 2 * Math.PI),
  )
  return closedAroundPole(unwrapped(ring))
}

/** One side, the end, the other side and the beginning of a piece of a corridor. */
function corridorBetween(line: readonly Position[], metres: number): Position[] {
  const forward = line.map((position, index) => bearingAt(line, index, position))
  const side = (turn: number): Position[] =>
    line.map((position, index) => destination(position, metres, (forward[index] ?? 0) + turn))
  const end = (centre: Position, start: number): Position[] =>
    Array.from({ length: END_CORNERS - 1 }, (_, index) =>
      destination(centre, metres, start + ((index + 1) / END_CORNERS) * Math.PI),
    )
  const first: Position = line[0] ?? [0, 0]
  const last: Position = line.at(-1) ?? [0, 0]
  const right = side(Math.PI / 2).toReversed()
  const ring = [
    ...side(-Math.PI / 2),
    ...end(last, (forward.at(-1) ?? 0) - Math.PI / 2),
    ...right,
    ...end(first, (forward[0] ?? 0) + Math.PI / 2),
  ]
  return closedAroundPole(unwrapped([...ring, ring[0] ?? first]))
}

function bearingAt(line: readonly Position[], index: number, position: Position): number {
  const next = line[index + 1]
  if (next !== undefined) return bearing(position, next)
  const before = line[index - 1]
  return before === undefined ? 0 : bearing(position, before) + Math.PI
}

function bearing([lon1, lat1]: Position, [lon2, lat2]: Position): number {
  const [from, to, east] = [lat1, lat2, lon2 - lon1].map((degrees) => degrees * (Math.PI / 180)) as [
    number,
    number,
    number,
  ]
  const x = Math.cos(from) * Math.sin(to) - Math.sin(from) * Math.cos(to) * Math.cos(east)
  return Math.atan2(Math.sin(east) * Math.cos(to), x)
}

function ringsOf(rings: readonly (readonly PlacePosition[])[], most: number): Position[][] {
  const [outer = [], ...holes] = rings.map((ring) =>
    unwrapped(ring.flatMap((to, index) => piecesBetween(ring[index - 1] ?? to, to, most).slice(index === 0 ? 0 : 1))),
  )
  const start = outer[0]?.[0] ?? 0
  return [closedAroundPole(outer), ...holes.map((hole) => nearTo(hole, start))]
}

/** The line by which a side is judged, in short pieces. */
function piecesBetween(from: PlacePosition, to: PlacePosition, most: number): Position[] {
  const line = sideBetween(from, to, most)
  return line.flatMap((end, index) => {
    const begin = line[index - 1]
    if (begin === undefined) return [end]
    const pieces = Math.max(1, Math.ceil(distanceBetween(begin, end) / EARTH_RADIUS / PIECE))
    return Array.from({ length: pieces }, (_, piece): Position => {
      const part = (piece + 1) / pieces
      return [begin[0] + (end[0] - begin[0]) * part, begin[1] + (end[1] - begin[1]) * part]
    })
  })
}

/** Longitudes that follow each other without a jump. */
function unwrapped(line: readonly Position[]): Position[] {
  let last = line[0]?.[0] ?? 0
  return line.map(([longitude, latitude]) => {
    last = longitude + 360 * Math.round((last - longitude) / 360)
    return [last, latitude]
  })
}

function nearTo(ring: readonly Position[], longitude: number): Position[] {
  const shift = 360 * Math.round((longitude - (ring[0]?.[0] ?? 0)) / 360)
  return ring.map(([east, latitude]) => [east + shift, latitude])
}

/** A ring around a pole ends a whole turn from where it begins: it is closed at the end of the map. */
function closedAroundPole(ring: readonly Position[]): Position[] {
  const [first, last] = [ring[0], ring.at(-1)]
  if (first === undefined || last === undefined || Math.abs(last[0] - first[0]) < 180) return [...ring]
  const north = ring.reduce((sum, [, latitude]) => sum + latitude, 0) > 0
  const end = north ? MAP_END : -MAP_END
  return [...ring, [last[0], end], [first[0], end], first]
}
