import type { IncidentTrack } from '@fieldwatch/contract/incidents/incident-facts'

/** The size of a track in the units of its picture. */
export const TRACK = { width: 320, height: 240, edge: 16 } as const

/** Degrees that a unit moves at least where its track says something: some hundred metres. A position that rests has noise. */
const LEAST_DEGREES = 0.001

export interface TrackPicture {
  /** Of an SVG path. */
  readonly path: string
  readonly start: readonly [x: number, y: number]
  readonly end: readonly [x: number, y: number]
}

/** A track as it lies on a map, north above, as large as the picture allows; undefined for a unit that did not move. */
export function trackPicture({ lat, lon }: IncidentTrack): TrackPicture | undefined {
  const [first, last] = [0, lat.length - 1]
  if (last < 0) return undefined
  const [south, north] = spanOf(lat)
  // A degree of longitude is narrower by so much.
  const narrowing = Math.max(Math.cos((((south + north) / 2) * Math.PI) / 180), 0.01)
  const east = unwrapped(lon).map((degrees) => degrees * narrowing)
  const [left, right] = spanOf(east)
  const room = { width: TRACK.width - 2 * TRACK.edge, height: TRACK.height - 2 * TRACK.edge }
  const [across, along] = [right - left, north - south]
  if (Math.max(across, along) < LEAST_DEGREES) return undefined
  const scale = Math.min(room.width / across, room.height / along)
  const point = (place: number): readonly [number, number] => [
    tenth(TRACK.width / 2 + ((east[place] ?? 0) - (left + right) / 2) * scale),
    tenth(TRACK.height / 2 - ((lat[place] ?? 0) - (south + north) / 2) * scale),
  ]
  const path = lat.map((_lat, place) => `${place === 0 ? 'M' : 'L'}${point(place).join(' ')}`).join('')
  return { path, start: point(first), end: point(last) }
}

/** Longitudes that go on behind 180 degrees. */
function unwrapped(lon: readonly number[]): number[] {
  let turns = 0
  return lon.map((degrees, place) => {
    const step = degrees - (lon[place - 1] ?? degrees)
    if (step > 180) turns -= 1
    else if (step < -180) turns += 1
    return degrees + 360 * turns
  })
}

function spanOf(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)]
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10
}
