import type { IncidentTrack } from '../../contract/incident-facts.ts'
import type { MapFrame } from '@fieldwatch/web/shared/map/graticule.ts'
import { tenth } from './chart-picture.ts'
import { pixelOf, positionAt, worldSize } from '@fieldwatch/web/shared/map/mercator.ts'
import type { Position } from '@fieldwatch/web/shared/map/position.ts'

/** The size of a track in the units of its picture. */
export const TRACK = { width: 320, height: 240, edge: 24 } as const

/** Degrees that a unit moves at least where its track says something: some hundred metres. A position that rests has noise. */
const LEAST_DEGREES = 0.001
/** A short way is not drawn closer. */
const LARGEST_ZOOM = 16

interface TrackPicture {
  /** The data of an SVG path. */
  readonly path: string
  readonly start: readonly [x: number, y: number]
  readonly end: readonly [x: number, y: number]
  readonly scale: ScaleBar
}

/** A length on the ground, and how long it is in the picture. */
export interface ScaleBar {
  readonly metres: number
  readonly width: number
}

/** The part of the world around a track, north above, as close as the picture allows; undefined for a unit that did not move. */
export function trackFrame({ lat, lon }: IncidentTrack): MapFrame | undefined {
  const positions = positionsOf({ lat, lon })
  if (positions.length === 0) return undefined
  const east = spanOf(positions.map(([longitude]) => longitude))
  const north = spanOf(lat)
  if (Math.max(east[1] - east[0], north[1] - north[0]) < LEAST_DEGREES) return undefined
  const [upper, lower] = [pixelOf([east[0], north[1]], 1), pixelOf([east[1], north[0]], 1)]
  const world = Math.min(
    (TRACK.width - 2 * TRACK.edge) / (lower.x - upper.x),
    (TRACK.height - 2 * TRACK.edge) / (lower.y - upper.y),
  )
  const zoom = Math.min(LARGEST_ZOOM, Math.log2(world / worldSize(0)))
  const centre = positionAt({ x: (upper.x + lower.x) / 2, y: (upper.y + lower.y) / 2 }, 1)
  return { zoom, centre, width: TRACK.width, height: TRACK.height }
}

/** A track as it lies in a part of the world. */
export function trackPicture(track: IncidentTrack, { zoom, centre }: Pick<MapFrame, 'zoom' | 'centre'>): TrackPicture {
  const world = worldSize(zoom)
  const middle = pixelOf(centre, world)
  const points = positionsOf(track).map((position): readonly [number, number] => {
    const { x, y } = pixelOf(position, world)
    return [tenth(TRACK.width / 2 + x - middle.x), tenth(TRACK.height / 2 + y - middle.y)]
  })
  return {
    path: points.map((point, place) => `${place === 0 ? 'M' : 'L'}${point.join(' ')}`).join(''),
    start: points.at(0) ?? [0, 0],
    end: points.at(-1) ?? [0, 0],
    scale: scaleBar(centre[1], world),
  }
}

const EQUATOR_METRES = 40_075_017
/** No scale is longer than a part of the picture. */
const LONGEST_SCALE = TRACK.width / 3

/** The longest round length that fits. */
function scaleBar(latitude: number, world: number): ScaleBar {
  const metresEach = (EQUATOR_METRES * Math.cos((latitude * Math.PI) / 180)) / world
  const most = LONGEST_SCALE * metresEach
  const decade = 10 ** Math.floor(Math.log10(most))
  const metres = decade * ([5, 2].find((times) => decade * times <= most) ?? 1)
  return { metres, width: tenth(metres / metresEach) }
}

/** Longitudes go on behind 180 degrees. */
function positionsOf({ lat, lon }: Pick<IncidentTrack, 'lat' | 'lon'>): Position[] {
  let turns = 0
  return lon.map((degrees, place) => {
    const step = degrees - (lon[place - 1] ?? degrees)
    if (step > 180) turns -= 1
    else if (step < -180) turns += 1
    return [degrees + 360 * turns, lat[place] ?? 0]
  })
}

function spanOf(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)]
}
