import { isObject } from '@fieldwatch/contract/text/json'

/** Lists within each other: those of a geometry with areas are four deep. */
const DEEPEST = 6

/**
 * Coordinates as places have them: longitudes beyond 180 degrees, as files write them across the antimeridian, become those of the same
 * meridians, and missing altitudes and measures are left out. All else stays as it is.
 */
export function toPlaceCoordinates(coordinates: unknown, depth = 0): unknown {
  if (!Array.isArray(coordinates) || depth > DEEPEST) return coordinates
  const [longitude, latitude, altitude]: readonly unknown[] = coordinates
  if (typeof longitude !== 'number' || typeof latitude !== 'number')
    return coordinates.map((part) => toPlaceCoordinates(part, depth + 1))
  const position = [isBeyond(longitude) ? toMeridian(longitude) : longitude, latitude]
  return altitude === null || altitude === undefined ? position : [...position, altitude]
}

/** A whole turn at most: what is further is no longitude. */
function isBeyond(longitude: number): boolean {
  return Math.abs(longitude) > 180 && Math.abs(longitude) <= 360
}

/** To nine decimals, which are 0.1 mm: `190.1 - 360` has an error in its last ones. */
function toMeridian(longitude: number): number {
  return Number((longitude - 360 * Math.sign(longitude)).toFixed(9))
}

/** Whether something that should be a number is none. */
export function hasTexts(coordinates: unknown, depth = 0): boolean {
  if (!Array.isArray(coordinates)) return typeof coordinates === 'string'
  return depth <= DEEPEST && coordinates.some((part: unknown) => hasTexts(part, depth + 1))
}

/** Positions, however they are nested, up to a number. */
export function countPositionsIn(coordinates: unknown, most: number, depth = 0): number {
  if (!Array.isArray(coordinates) || depth > DEEPEST) return 0
  if (!Array.isArray(coordinates[0])) return 1
  let count = 0
  for (const part of coordinates) {
    count += countPositionsIn(part, most - count, depth + 1)
    if (count > most) break
  }
  return count
}

/** WGS 84, and its kin of Europe and North America, which differ from it by a metre. */
const IN_DEGREES = /^(?:WGS ?84|(?:.*[:/])?(?:CRS84h?|EPSG[:/](?:[^:/]*[:/])?(?:4326|4979|4258|4269)))$/i
const CODES_IN_DEGREES: readonly unknown[] = [4326, 4979, 4258, 4269, '4326', '4979', '4258', '4269']

/** Whether it names another reference system, as programs wrote them before RFC 7946 left only WGS 84. */
export function namesOtherSystem(value: unknown): boolean {
  const crs = isObject(value) ? value['crs'] : undefined
  if (!isObject(crs)) return crs !== undefined && crs !== null
  const { name, code } = isObject(crs['properties']) ? crs['properties'] : {}
  if (crs['type'] === 'EPSG') return !CODES_IN_DEGREES.includes(code)
  return typeof name !== 'string' || !IN_DEGREES.test(name)
}
