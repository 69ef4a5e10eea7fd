// oxlint-disable-next-line typescript/triple-slash-reference -- these packages have no types of their own
/// <reference path="./packages.d.ts" />
import { Direction, type NearestPlace } from '@fieldwatch/contract/units/nearest-place'
import { around, distance } from 'geokdbush'
import type { Gazetteer } from './gazetteer.ts'

export interface FoundPlace extends NearestPlace {
  readonly lat: number
  readonly lon: number
}

/** How many people live on a square kilometre of a place, to estimate its radius from its population. */
const PEOPLE_A_SQUARE_KM = 10_000
/** The radius of the smallest place. */
const SMALLEST_RADIUS_KM = 1

/** The place nearest to a position, and where the position lies from it; undefined without any place. */
export function nearestPlace(gazetteer: Gazetteer, longitude: number, latitude: number): FoundPlace | undefined {
  const [place] = around(gazetteer.populated, longitude, latitude, 1)
  const lat = gazetteer.latitudes[place ?? -1]
  const lon = gazetteer.longitudes[place ?? -1]
  if (place === undefined || lat === undefined || lon === undefined) return undefined
  const away = distance(lon, lat, longitude, latitude)
  const inside = away <= radiusKm(gazetteer.populations[place] ?? 0)
  return {
    name: gazetteer.nameOf(place),
    lat,
    lon,
    distanceKm: Math.round(away),
    direction: inside ? null : directionOf({ lat, lon }, { lat: latitude, lon: longitude }),
  }
}

/** How far from its middle a place reaches, taken for a round one. */
export function radiusKm(population: number): number {
  return Math.max(SMALLEST_RADIUS_KM, Math.sqrt(population / PEOPLE_A_SQUARE_KM / Math.PI))
}

interface Point {
  readonly lat: number
  readonly lon: number
}

/** The compass direction in which the shortest way from one point to another begins. */
export function directionOf(from: Point, to: Point): Direction {
  const turn = radians(to.lon - from.lon)
  const [start, end] = [radians(from.lat), radians(to.lat)]
  const east = Math.sin(turn) * Math.cos(end)
  const north = Math.cos(start) * Math.sin(end) - Math.sin(start) * Math.cos(end) * Math.cos(turn)
  const eighths = Math.round((Math.atan2(east, north) / (2 * Math.PI)) * Direction.options.length)
  return Direction.options.at(eighths) ?? 'north'
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
