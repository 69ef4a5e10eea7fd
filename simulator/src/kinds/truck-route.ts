import type { Position } from '../generator.ts'
import { ease } from '../signals/channel.ts'
import { clamp } from '../signals/numbers.ts'

/** A point has a stop's name where the truck waits. The way leads from the depot at Cramlington round by Morpeth and Ashington. */
const WAYPOINTS: readonly (readonly [lat: number, lon: number, stop?: string])[] = [
  [55.0829, -1.5912, 'Depot'],
  [55.0842, -1.6038],
  [55.0801, -1.6189],
  [55.0857, -1.6331],
  [55.0981, -1.6425],
  [55.1093, -1.6622],
  [55.1197, -1.6748],
  [55.1334, -1.6829],
  [55.1481, -1.6834],
  [55.1598, -1.6868],
  [55.1668, -1.6893, 'Morpeth'],
  [55.1712, -1.6769],
  [55.1739, -1.6553],
  [55.1762, -1.6301],
  [55.1809, -1.6082],
  [55.1834, -1.5871],
  [55.1815, -1.5682, 'Ashington'],
  [55.1779, -1.5512],
  [55.1846, -1.5318],
  [55.1871, -1.5106, 'Newbiggin'],
  [55.1764, -1.5289],
  [55.1612, -1.5371],
  [55.1468, -1.5364],
  [55.1362, -1.5297],
  [55.1283, -1.5101, 'Blyth'],
  [55.1205, -1.5148],
  [55.1114, -1.5292],
  [55.1027, -1.5417],
  [55.0926, -1.5538],
  [55.0871, -1.5714],
  [55.0829, -1.5912],
]

const METRES_PER_DEGREE = 111_320

interface Leg {
  /** Where it begins and ends, in metres from the depot. */
  readonly from: number
  readonly to: number
  /** Shares of the tour at which the truck leaves and arrives; it waits until the next leg. */
  readonly leaves: number
  readonly arrives: number
}

const distances = WAYPOINTS.reduce<number[]>((done, [lat, lon], index) => {
  const [previousLat, previousLon] = WAYPOINTS[index - 1] ?? [lat, lon]
  const north = (lat - previousLat) * METRES_PER_DEGREE
  const east = (lon - previousLon) * METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180)
  return [...done, (done.at(-1) ?? 0) + Math.hypot(north, east)]
}, [])

export const TOUR_METRES = distances.at(-1) ?? 0

/** Share of a tour that is spent at stops, the depot last. */
const WAITING = 0.6

const legs: readonly Leg[] = planLegs()

function planLegs(): Leg[] {
  const stops = WAYPOINTS.flatMap(([, , stop], index) => (stop === undefined ? [] : [distances[index] ?? 0]))
  const ends = [...stops, TOUR_METRES]
  const wait = WAITING / stops.length
  let clock = 0
  return stops.map((from, index) => {
    const to = ends[index + 1] ?? TOUR_METRES
    const leaves = clock
    const arrives = leaves + ((1 - WAITING) * (to - from)) / TOUR_METRES
    clock = arrives + wait
    return { from, to, leaves, arrives }
  })
}

/** How far the truck has come on its tour, in metres, after a share (0 to 1) of the tour's time. */
export function metresAt(share: number): number {
  const leg = legs.findLast(({ leaves }) => leaves <= share)
  if (leg === undefined) return 0
  const done = clamp((share - leg.leaves) / (leg.arrives - leg.leaves), 0, 1)
  // Half even driving, half the gentle start and end of each leg.
  return leg.from + (leg.to - leg.from) * (0.7 * done + 0.3 * ease(done))
}

/** Where that is, and in which direction the road leads there, in degrees. */
export function placeAt(metres: number): Position & { readonly heading: number } {
  const next = Math.max(
    1,
    distances.findIndex((distance) => distance > metres),
  )
  const after = next < 1 || metres >= TOUR_METRES ? WAYPOINTS.length - 1 : next
  const [fromLat, fromLon] = WAYPOINTS[after - 1] ?? [0, 0]
  const [toLat, toLon] = WAYPOINTS[after] ?? [0, 0]
  const start = distances[after - 1] ?? 0
  const share = clamp((metres - start) / ((distances[after] ?? 0) - start), 0, 1)
  const east = (toLon - fromLon) * Math.cos((fromLat * Math.PI) / 180)
  const heading = (Math.atan2(east, toLat - fromLat) * 180) / Math.PI
  return {
    lat: fromLat + (toLat - fromLat) * share,
    lon: fromLon + (toLon - fromLon) * share,
    heading: (heading + 360) % 360,
  }
}
