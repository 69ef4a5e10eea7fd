import { middleOf } from './place-distance.ts'
import {
  countPositions,
  hasRadius,
  linesOf,
  MOST_PLACE_POSITIONS,
  type PlacePosition,
  type PlaceShape,
} from './place-geometry.ts'
import { halvingsOf, vectorsAlong } from './place-sides.ts'
import { dot } from './sphere.ts'

/** Why a place cannot have a shape, as a sentence; undefined when it can. */
export function problemOfShape({
  geometry,
  radius,
}: PlaceShape): { field: 'geometry' | 'radius'; message: string } | undefined {
  if (!hasRadius(geometry) && radius !== null) return { field: 'radius', message: 'fields.place-radius' }
  const message = problemOfGeometry(geometry)
  return message === undefined ? undefined : { field: 'geometry', message }
}

function problemOfGeometry(geometry: PlaceShape['geometry']): string | undefined {
  if (countPositions(geometry) > MOST_PLACE_POSITIONS) return 'fields.place-positions'
  if (geometry.type === 'Point') return undefined
  const lines = linesOf(geometry)
  if (geometry.type === 'LineString') return lines.some(isPoint) ? 'fields.place-line' : undefined
  if (lines.some((ring) => !isClosed(ring))) return 'fields.place-closed'
  if (lines.some((ring) => countDifferent(ring) < 3)) return 'fields.place-corners'
  const most = halvingsOf(geometry)
  if (lines.some((ring) => !isWithinHemisphere(ring, most))) return 'fields.place-hemisphere'
  return lines.some(crossesItself) ? 'fields.place-crossing' : undefined
}

function isPoint(line: readonly PlacePosition[]): boolean {
  return countDifferent(line) < 2
}

function isClosed(ring: readonly PlacePosition[]): boolean {
  const [first, last] = [ring[0], ring.at(-1)]
  return first?.[0] === last?.[0] && first?.[1] === last?.[1]
}

function countDifferent(line: readonly PlacePosition[]): number {
  return new Set(line.map(([longitude, latitude]) => `${longitude} ${latitude}`)).size
}

function isWithinHemisphere(ring: readonly PlacePosition[], most: number): boolean {
  const vectors = vectorsAlong(ring, most)
  const middle = middleOf(vectors)
  return vectors.every((vector) => dot(vector, middle) > 0)
}

/** Longitude and latitude; longitudes go on past 180 degrees. */
type Point = readonly [x: number, y: number]

interface Side {
  readonly from: Point
  readonly to: Point
}

/** Sides are straight in longitude and latitude. */
function crossesItself(ring: readonly PlacePosition[]): boolean {
  const sides: Side[] = []
  let from: Point = [ring[0]?.[0] ?? 0, ring[0]?.[1] ?? 0]
  for (const [longitude, latitude] of ring.slice(1)) {
    const to: Point = [longitude + 360 * Math.round((from[0] - longitude) / 360), latitude]
    sides.push({ from, to })
    from = to
  }
  // Neighbours share an end, as the last side and the first one do.
  const areApart = (one: number, other: number): boolean =>
    other > one + 1 && !(one === 0 && other === sides.length - 1)
  // Around a pole the ends of a ring are a whole turn apart.
  const turns = Math.abs(from[0] - (ring[0]?.[0] ?? 0)) > 180 ? [-360, 0, 360] : [0]
  return sides.some((side, index) =>
    sides.some((other, place) => areApart(index, place) && turns.some((turn) => doCross(side, turned(other, turn)))),
  )
}

function turned({ from, to }: Side, turn: number): Side {
  return turn === 0 ? { from, to } : { from: [from[0] + turn, from[1]], to: [to[0] + turn, to[1]] }
}

/** Square degrees, which are some micrometres on the earth beside a side of a degree: sides that only touch do not cross. */
const TOUCHING = 1e-12

function doCross(one: Side, other: Side): boolean {
  const [a, b] = [sideOf(one, other.from), sideOf(one, other.to)]
  const [c, d] = [sideOf(other, one.from), sideOf(other, one.to)]
  return a * b < 0 && c * d < 0 && [a, b, c, d].every((area) => Math.abs(area) >= TOUCHING)
}

/** Positive on the left of a side. */
function sideOf({ from, to }: Side, point: Point): number {
  return (to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0])
}
