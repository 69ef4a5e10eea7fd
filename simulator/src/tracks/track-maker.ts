import { MINUTE_MS } from '@fieldwatch/contract/time/durations'

/** A position as a tracker sends it. Epoch milliseconds, degrees, km/h, metres. */
export interface TrackPoint {
  readonly at: number
  readonly lat: number
  readonly lon: number
  readonly speed?: number
  readonly accuracy?: number
  readonly ignition?: boolean
}

const METRES_A_DEGREE = 111_195

interface Beginning {
  readonly seed: number
  readonly lat: number
  readonly lon: number
  readonly at: number
  /** Seconds between positions. */
  readonly every: number
  /** Metres of noise. */
  readonly noise: number
  /** Whether the records have the ignition. */
  readonly hasIgnition?: boolean
  /** Metres that the records claim; left out: they say nothing about it. */
  readonly accuracy?: number
}

/** Makes a track piece by piece: the same one in every run. */
export function createTrack({ seed, lat, lon, at: startAt, every, noise, hasIgnition = false, accuracy }: Beginning) {
  const random = randomBy(seed)
  const points: TrackPoint[] = []
  const where = { north: 0, east: 0 }
  let [now, ignition, isHeard] = [startAt, true, true]

  const normal = (): number => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random())
  const add = (kmh: number, metres = noise): void => {
    if (isHeard)
      points.push({
        at: now,
        lat: rounded(lat + (where.north + metres * normal()) / METRES_A_DEGREE),
        lon: rounded(lon + (where.east + metres * normal()) / (METRES_A_DEGREE * Math.cos((lat * Math.PI) / 180))),
        speed: Math.max(0, Math.round(kmh * 10) / 10),
        ...(accuracy === undefined ? {} : { accuracy }),
        ...(hasIgnition ? { ignition } : {}),
      })
  }
  const wait = (minutes: number, metres = noise): void => {
    const end = now + minutes * MINUTE_MS
    while (now < end) {
      now += every * 1_000
      add(0, metres)
    }
  }

  return {
    /** Drives to metres north and east of the beginning. */
    drive: (north: number, east: number, kmh: number): void => {
      for (;;) {
        const [dn, de] = [north - where.north, east - where.east]
        const left = Math.hypot(dn, de)
        const pace = kmh * (0.9 + 0.2 * random())
        const step = Math.min(left, (pace / 3.6) * every)
        if (left < 1) return
        where.north += (dn / left) * step
        where.east += (de / left) * step
        now += every * 1_000
        add(pace)
      }
    },
    /** Stays; `noise`: other metres than usual. */
    wait,
    /** Swings round a point, as a boat at its anchor does. */
    swing: (hours: number, metres: number): void => {
      const [north, east, end] = [where.north, where.east, now + hours * 60 * MINUTE_MS]
      for (let turn = random() * 6; now < end;) {
        now += every * 1_000
        turn += 0.04 * normal()
        where.north = north + metres * Math.cos(turn)
        where.east = east + metres * Math.sin(turn)
        add(0.4)
      }
      Object.assign(where, { north, east })
    },
    /** Nothing is sent while something is done, as in a tunnel. */
    unheard: (move: () => void): void => {
      isHeard = false
      move()
      isHeard = true
    },
    /** Passes time. */
    skip: (minutes: number): void => {
      now += minutes * MINUTE_MS
    },
    ignite: (isOn: boolean): void => {
      ignition = isOn
    },
    /** Wrong positions, so far from the right one. */
    wild: (north: number, east: number, count: number): void => {
      const right = { ...where }
      Object.assign(where, { north: right.north + north, east: right.east + east })
      for (let index = 0; index < count; index += 1) {
        now += every * 1_000
        add(0)
      }
      Object.assign(where, right)
    },
    /** A record with another time, as the clock of a receiver without satellites has it. */
    addAt: (at: number): void => {
      const right = now
      now = at
      add(0)
      now = right
    },
    now: (): number => now,
    points: (): readonly TrackPoint[] => points,
  }
}

/** Numbers that are the same in every run. */
function randomBy(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}
