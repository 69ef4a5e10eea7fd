import { middleOf } from './place-distance.ts'
import {
  countPositions,
  hasRadius,
  linesOf,
  MOST_PLACE_POSITIONS,
  type PlacePosition,
  type PlaceShape,
} from './place-geometry.ts'
import { type Arc, arcBetween, arcsCross, dot, vectorOf } from './sphere.ts'

/** Why a place cannot have a shape, as a sentence; undefined when it can. */
export function problemOfShape({
  geometry,
  radius,
}: PlaceShape): { field: 'geometry' | 'radius'; message: string } | undefined {
  if (!hasRadius(geometry) && radius !== null)
    return { field: 'radius', message: 'Only circles and corridors have a radius.' }
  const message = problemOfGeometry(geometry)
  return message === undefined ? undefined : { field: 'geometry', message }
}

function problemOfGeometry(geometry: PlaceShape['geometry']): string | undefined {
  if (countPositions(geometry) > MOST_PLACE_POSITIONS) return 'A place has at most 1,000 positions.'
  if (geometry.type === 'Point') return undefined
  const lines = linesOf(geometry)
  if (geometry.type === 'LineString') return lines.some(isPoint) ? 'A line needs two different positions.' : undefined
  if (lines.some((ring) => !isClosed(ring))) return 'A border ends where it begins.'
  if (lines.some((ring) => countDifferent(ring) < 3)) return 'An area needs three different corners.'
  if (lines.some((ring) => !isWithinHemisphere(ring))) return 'A place covers less than half of the earth.'
  return lines.some(crossesItself) ? 'A border must not cross itself.' : undefined
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

function isWithinHemisphere(ring: readonly PlacePosition[]): boolean {
  const vectors = ring.map(vectorOf)
  const middle = middleOf(vectors)
  return vectors.every((vector) => dot(vector, middle) > 0)
}

function crossesItself(ring: readonly PlacePosition[]): boolean {
  const vectors = ring.map(vectorOf)
  const arcs: Arc[] = vectors.slice(1).map((to, index) => arcBetween(vectors[index] ?? to, to))
  // Neighbours share an end, as the last side and the first one do.
  const areApart = (one: number, other: number): boolean => other > one + 1 && !(one === 0 && other === arcs.length - 1)
  return arcs.some((arc, index) => arcs.some((other, place) => areApart(index, place) && arcsCross(arc, other)))
}
