import { createPlaceMeter, middleOf, type PlaceMeter } from '@fieldwatch/contract/places/place-distance'
import { halvingsOf, vectorsAlong } from '@fieldwatch/contract/places/place-sides'
import { DEFAULT_RADIUS, linesOf, type PlaceShape } from '@fieldwatch/contract/places/place-geometry'
import { EARTH_RADIUS, metresBetween, positionOfVector } from '@fieldwatch/contract/places/sphere'
import Flatbush from 'flatbush'

/** A place that is looked for. */
export interface ProbedPlace extends PlaceShape {
  readonly placeID: number
  readonly name: string
}

/** What is found of a position. */
interface Probed {
  /**
   * How far it is outside of the nearest place, in multiples of its accuracy: negative inside; `FAR` where there is none near, and NaN
   * where there is no place at all.
   */
  readonly value: number
  /** The id of that place; NaN where there is none near. */
  readonly place: number
}

/** Finds out whether positions are in places, by an index of where these are. */
export interface PlaceProbe {
  readonly probe: (latitude: number, longitude: number, accuracy: number) => Probed
  readonly nameOf: (place: number) => string | undefined
}

/** More than any accuracy makes of a distance that matters. */
export const FAR = 1_000_000

/** Beyond so many times the accuracy a place is not near. */
const NEAR = 10

interface Indexed {
  readonly place: ProbedPlace
  readonly meter: PlaceMeter
}

export function createPlaceProbe(places: readonly ProbedPlace[]): PlaceProbe {
  const names = new Map(places.map(({ placeID, name }) => [placeID, name]))
  const indexed = places.map((place): Indexed => ({ place, meter: createPlaceMeter(place) }))
  const boxes = places.flatMap((place, index) => boxesOf(capOf(place)).map((box) => ({ box, index })))
  const tree = boxes.length === 0 ? undefined : new Flatbush(boxes.length)
  for (const { box } of boxes) tree?.add(...box)
  tree?.finish()

  const near = (cap: Cap): Set<number> =>
    new Set(
      boxesOf(cap)
        .flatMap((box) => tree?.search(...box) ?? [])
        .map((found) => boxes[found]?.index ?? 0),
    )

  return {
    nameOf: (place) => names.get(place),
    probe: (latitude, longitude, accuracy) => {
      let best: Probed = { value: places.length === 0 ? Number.NaN : FAR, place: Number.NaN }
      for (const index of near({ position: [longitude, latitude], metres: NEAR * accuracy })) {
        const one = indexed[index]
        if (one === undefined) continue
        const metres = one.meter.metresOutside([longitude, latitude])
        // In a place that is smaller than the accuracy a unit still can be.
        const value = metres / (metres < 0 ? Math.min(accuracy, one.meter.depth / 2) : accuracy)
        if (value < best.value || (value === best.value && one.place.placeID < best.place))
          best = { value, place: one.place.placeID }
      }
      return best
    },
  }
}

/** All that is within a distance of a position. */
interface Cap {
  readonly position: readonly [longitude: number, latitude: number]
  readonly metres: number
}

/** Around the middle of a place as far as its farthest corner: arcs between corners do not leave it. */
function capOf({ geometry, radius }: PlaceShape): Cap {
  const most = halvingsOf(geometry)
  const corners = linesOf(geometry).flatMap((line) => vectorsAlong(line, most))
  const middle = middleOf(corners)
  const farthest = corners.reduce((most, corner) => Math.max(most, metresBetween(middle, corner)), 0)
  return { position: positionOfVector(middle), metres: farthest + (radius ?? DEFAULT_RADIUS) + 1 }
}

type Box = [west: number, south: number, east: number, north: number]

/** In degrees; two where it lies over the antimeridian. */
function boxesOf({ position: [longitude, latitude], metres }: Cap): Box[] {
  const angle = metres / EARTH_RADIUS
  const degrees = angle * (180 / Math.PI)
  const [south, north] = [Math.max(-90, latitude - degrees), Math.min(90, latitude + degrees)]
  const width = Math.sin(Math.min(angle, Math.PI / 2)) / Math.cos(latitude * (Math.PI / 180))
  // All around where it holds a pole.
  if (south === -90 || north === 90 || width >= 1) return [[-180, south, 180, north]]
  const aside = Math.asin(width) * (180 / Math.PI)
  const [west, east] = [longitude - aside, longitude + aside]
  if (west < -180)
    return [
      [-180, south, east, north],
      [west + 360, south, 180, north],
    ]
  if (east > 180)
    return [
      [west, south, 180, north],
      [-180, south, east - 360, north],
    ]
  return [[west, south, east, north]]
}
