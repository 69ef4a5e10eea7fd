import { countPositions, type PlaceGeometry, type PlacePosition } from './place-geometry.ts'
import { arcBetween, distanceBetween, metresToArc, type Vector, vectorOf } from './sphere.ts'

/** Metres that a piece of a side, which is an arc of a great circle, may be off the straight line. */
const MOST_OFF = 1
/** The same as a part of the length of the side, where that is more. */
const MOST_OFF_PART = 5e-6
/** Pieces of all sides of a place: each is looked at for each position. */
const MOST_PIECES = 4_096
/** A side has 2 to this power pieces at most. */
const MOST_HALVINGS = 8
/** Where a side is compared with its arc: both may cross in the middle. */
const COMPARED_AT = [0.25, 0.5, 0.75]

/** How often the sides of a place may be halved. One of many positions has short sides. */
export function halvingsOf(geometry: PlaceGeometry): number {
  return Math.max(0, Math.min(MOST_HALVINGS, Math.floor(Math.log2(MOST_PIECES / countPositions(geometry)))))
}

/**
 * Positions along a side of a place, both ends included. It is straight in longitude and latitude (RFC 7946, section 3.1.1) and goes the
 * shorter way around the earth, so that longitudes may go on past 180 degrees.
 */
export function sideBetween(
  from: PlacePosition,
  to: PlacePosition,
  most: number,
): [longitude: number, latitude: number][] {
  const [west, south, north] = [from[0], from[1], to[1]]
  const turn = to[0] - west
  const east = west + turn - 360 * Math.round(turn / 360 - Math.sign(turn) * 1e-12)
  const at = (part: number): [number, number] => [west + (east - west) * part, south + (north - south) * part]
  const mostOff = Math.max(MOST_OFF, MOST_OFF_PART * distanceBetween(at(0), at(1)))
  const positions: [number, number][] = [at(0)]
  const addUntil = (begin: number, end: number, halvings: number): void => {
    const middle = (begin + end) / 2
    if (halvings === 0 || !isOff(at, begin, end, mostOff)) positions.push(end === 1 ? [east, north] : at(end))
    else {
      addUntil(begin, middle, halvings - 1)
      addUntil(middle, end, halvings - 1)
    }
  }
  addUntil(0, 1, most)
  return positions
}

function isOff(at: (part: number) => [number, number], begin: number, end: number, most: number): boolean {
  const arc = arcBetween(vectorOf(at(begin)), vectorOf(at(end)))
  return COMPARED_AT.some((part) => metresToArc(vectorOf(at(begin + (end - begin) * part)), arc) > most)
}

/** The positions along a line with straight sides, as directions. */
export function vectorsAlong(line: readonly PlacePosition[], most: number): Vector[] {
  return line.flatMap((to, index) => {
    const from = line[index - 1]
    return from === undefined ? [vectorOf(to)] : sideBetween(from, to, most).slice(1).map(vectorOf)
  })
}
