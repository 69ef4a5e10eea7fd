import type { MqttLane } from '../transport/mqtt-lane.ts'

/** Metres around each place. */
export const RADIUS = 300
/** Metres; every record says so. */
export const ACCURACY = 10
/** A unit stays at its place for as long, and is away for as long. */
const PHASE_MS = 600_000
const METRES_A_SECOND = 16
const METRES_A_DEGREE = 111_195
const NOISE_METRES = 8
const PLACES_A_ROW = 50

/** A unit that drives away from its place and back, again and again. */
export interface Mover {
  readonly dataID: string
  readonly lane: MqttLane
  /** Where it is now. */
  readonly move: () => Position
}

interface Position {
  readonly at: number
  readonly lat: string
  readonly lon: string
  /** km/h. */
  readonly speed: number
  /** How many before this one. */
  readonly number: number
  /** Whether a visit begins or ends with it. */
  readonly crossing: 'comes' | 'leaves' | undefined
}

interface Home {
  readonly lat: number
  readonly lon: number
}

/** Places so far from one another that a unit on its way passes no other. */
export function homeOf(index: number): Home {
  return { lat: 46 + Math.floor(index / PLACES_A_ROW) * 0.3, lon: 6 + (index % PLACES_A_ROW) * 0.1 }
}

export function createMover(unit: {
  readonly index: number
  /** The size of the whole fleet, whose units leave one after the other. */
  readonly units: number
  readonly dataID: string
  readonly lane: MqttLane
  readonly home: Home
}): Mover {
  const { index, units, dataID, lane, home } = unit
  const shift = (index / units) * 2 * PHASE_MS
  let seed = index
  let number = -1
  let isInside = false
  let lastAt = 0
  return {
    dataID,
    lane,
    move: () => {
      // Two positions of one moment would be one.
      const at = Math.max(Date.now(), lastAt + 1)
      lastAt = at
      number += 1
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
      const away = awayAt((at + shift) % (2 * PHASE_MS))
      const metres = away + (seed / 2 ** 32 - 0.5) * NOISE_METRES
      const wasInside = isInside
      // As conditions on places have it: from an accuracy inside the border on, and until five outside.
      isInside = metres <= RADIUS + (wasInside ? 5 : -1) * ACCURACY
      return {
        at,
        lat: (home.lat + metres / METRES_A_DEGREE).toFixed(6),
        lon: home.lon.toFixed(6),
        speed: away === 0 ? 0 : Math.round(METRES_A_SECOND * 3.6),
        number,
        crossing: isInside === wasInside ? undefined : isInside ? 'comes' : 'leaves',
      }
    },
  }
}

/** Metres from the place, by the time since it last came back. */
function awayAt(ms: number): number {
  const driven = Math.max(0, ms - PHASE_MS)
  return (Math.min(driven, PHASE_MS - driven) / 1_000) * METRES_A_SECOND * (ms < PHASE_MS ? 0 : 1)
}
