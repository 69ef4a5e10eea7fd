import { DEFAULT_RADIUS, linesOf, type PlaceGeometry, type PlacePosition, type PlaceShape } from './place-geometry.ts'
import { halvingsOf, sideBetween, vectorsAlong } from './place-sides.ts'
import {
  type Arc,
  arcBetween,
  cross,
  dot,
  EARTH_RADIUS,
  lengthOf,
  metresToArc,
  type Vector,
  vectorOf,
} from './sphere.ts'

/**
 * How far positions are from the border of a place. Its sides are straight in longitude and latitude, and are looked at as short arcs of
 * great circles, so nothing is special about the antimeridian.
 */
export interface PlaceMeter {
  /** Metres from the border: negative inside. */
  readonly metresOutside: (position: readonly [longitude: number, latitude: number]) => number
  /** Metres from the border to about the middle of the place. */
  readonly depth: number
}

export function isInside(shape: PlaceShape, position: readonly [number, number]): boolean {
  return createPlaceMeter(shape).metresOutside(position) <= 0
}

export function createPlaceMeter({ geometry, radius }: PlaceShape): PlaceMeter {
  const most = halvingsOf(geometry)
  const sides = linesOf(geometry).flatMap((line) => sidesOf(line, most))
  const arcs = sides.flat()
  if (geometry.type === 'Point' || geometry.type === 'LineString') {
    const reach = radius ?? DEFAULT_RADIUS
    return { depth: reach, metresOutside: (position) => nearest(vectorOf(position), arcs) - reach }
  }
  const areas = areasOf(geometry)
  const border = withoutCuts(geometry, sides)
  const metresOutside = (position: readonly [number, number]): number => {
    const place = vectorOf(position)
    const metres = nearest(place, border)
    return areas.some((area) => covers(area, place)) ? -metres : metres
  }
  return { metresOutside, depth: depthOf(areas, border) }
}

interface Area {
  /** The outer ring, and holes. */
  readonly rings: readonly (readonly Vector[])[]
  /** A direction in whose hemisphere all of the area is. */
  readonly middle: Vector
}

function areasOf(geometry: PlaceGeometry): Area[] {
  const most = halvingsOf(geometry)
  const polygons = geometry.type === 'MultiPolygon' ? geometry.coordinates : [linesOf(geometry)]
  return polygons.map((rings) => {
    const vectors = rings.map((ring) => vectorsAlong(ring, most))
    return { rings: vectors, middle: middleOf(vectors[0] ?? []) }
  })
}

/** The mean of the positions of a ring, weighted by the lengths of its sides so that close positions do not draw it to them. */
export function middleOf(ring: readonly Vector[]): Vector {
  let [x, y, z] = [0, 0, 0]
  for (const [index, from] of ring.entries()) {
    const to = ring[(index + 1) % ring.length] ?? from
    const weight = lengthOf([to[0] - from[0], to[1] - from[1], to[2] - from[2]])
    x += weight * (from[0] + to[0])
    y += weight * (from[1] + to[1])
    z += weight * (from[2] + to[2])
  }
  const length = lengthOf([x, y, z])
  return length === 0 ? (ring[0] ?? [0, 0, 1]) : [x / length, y / length, z / length]
}

/** An area is smaller than a hemisphere, so what is opposite it is outside. */
function covers({ rings, middle }: Area, place: Vector): boolean {
  if (dot(place, middle) <= 0) return false
  const [outer, ...holes] = rings
  return outer !== undefined && goesAround(outer, place) && !holes.some((hole) => goesAround(hole, place))
}

/** Whether the direction in which the positions of a ring are seen from a place turns all the way round. */
function goesAround(ring: readonly Vector[], place: Vector): boolean {
  let turned = 0
  for (let index = 1; index < ring.length; index += 1) {
    const [from, to] = [ring[index - 1], ring[index]]
    if (from === undefined || to === undefined) continue
    const [left, right] = [cross(place, from), cross(place, to)]
    turned += Math.atan2(dot(place, cross(left, right)), dot(left, right))
  }
  return Math.abs(turned) > Math.PI
}

function nearest(place: Vector, arcs: readonly Arc[]): number {
  let least = Infinity
  for (const arc of arcs) least = Math.min(least, metresToArc(place, arc))
  return least
}

/** The arcs of each side; of a centre alone one without length. */
function sidesOf(line: readonly PlacePosition[], most: number): Arc[][] {
  const [only] = line
  if (line.length === 1 && only !== undefined) return [[arcBetween(vectorOf(only), vectorOf(only))]]
  return line.slice(1).map((to, index) => {
    const vectors = sideBetween(line[index] ?? to, to, most).map(vectorOf)
    return vectors.slice(1).map((end, place) => arcBetween(vectors[place] ?? end, end))
  })
}

/** Sides along the antimeridian at which a file cut an area in two (RFC 7946, section 3.1.9) are no border. */
function withoutCuts(geometry: PlaceGeometry, sides: readonly (readonly Arc[])[]): readonly Arc[] {
  const isCut = linesOf(geometry).flatMap((line) =>
    line.slice(1).map(([longitude], index) => isAntimeridian(longitude) && isAntimeridian(line[index]?.[0] ?? 0)),
  )
  // One side alone is the end of an area that was not cut.
  if (isCut.filter(Boolean).length < 2) return sides.flat()
  const kept = sides.filter((_, index) => isCut[index] !== true)
  return kept.length === 0 ? sides.flat() : kept.flat()
}

function isAntimeridian(longitude: number): boolean {
  return Math.abs(longitude) === 180
}

/** How deep the deepest of some points inside is. */
function depthOf(areas: readonly Area[], border: readonly Arc[]): number {
  const depths = areas.map((area) => {
    const squareMetres = areaOfRing(area)
    const round = Math.sqrt(squareMetres / Math.PI)
    return covers(area, area.middle) ? Math.min(round, nearest(area.middle, border)) : round / 4
  })
  return Math.max(...depths)
}

/** Square metres within the outer ring, as seen from its middle. */
function areaOfRing({ rings: [ring = []], middle }: Area): number {
  let sum = 0
  for (let index = 1; index < ring.length; index += 1) {
    const [from, to] = [ring[index - 1], ring[index]]
    if (from !== undefined && to !== undefined) sum += dot(middle, cross(from, to))
  }
  return (Math.abs(sum) / 2) * EARTH_RADIUS ** 2
}
