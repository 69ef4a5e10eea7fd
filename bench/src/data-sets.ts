import type { SensorRecord } from './sensor-records.ts'

/** A kind of data that units send, made from the same seed each time. */
export interface DataSet {
  readonly name: string
  readonly fields: readonly string[]
  readonly everyMs: number
  /** Times are up to this many milliseconds late. */
  readonly jitterMs: number
  /** A function that gives the values of one record after the other. */
  readonly start: (random: Random) => () => readonly number[]
}

interface Random {
  /** From 0 to below 1. */
  readonly uniform: () => number
  /** With mean 0 and deviation 1. */
  readonly normal: () => number
}

export const DATA_SETS: readonly DataSet[] = [
  {
    name: 'weather: decimals of 1 and 2 places',
    fields: ['temperature', 'humidity', 'pressure', 'wind'],
    everyMs: 60_000,
    jitterMs: 40,
    start: ({ normal }) => {
      let [minute, pressure, wind] = [0, 1013, 3]
      return () => {
        minute += 1
        const day = Math.sin((minute / 1440) * 2 * Math.PI)
        pressure += normal() * 0.02
        wind = Math.max(0, wind + normal() * 0.4 + (3 - wind) * 0.05)
        return [
          round(12 + 6 * day + normal() * 0.1, 1),
          round(70 - 15 * day + normal() * 0.5, 0),
          round(pressure, 2),
          round(wind, 1),
        ]
      }
    },
  },
  {
    name: 'GPS: a vehicle with stops',
    fields: ['lat', 'lon', 'speed', 'heading'],
    everyMs: 5_000,
    jitterMs: 0,
    start: ({ uniform, normal }) => {
      let [lat, lon, speed, heading, drives] = [47.37, 8.54, 0, 90, false]
      return () => {
        if (uniform() < 1 / 200) drives = !drives
        speed = drives ? Math.max(0, speed + normal() * 2 + (50 - speed) * 0.1) : 0
        if (drives) heading = (heading + normal() * 5 + 360) % 360
        const metres = (speed / 3.6) * 5
        lat += (metres * Math.cos((heading * Math.PI) / 180)) / 111_000
        lon += (metres * Math.sin((heading * Math.PI) / 180)) / 75_000
        return [round(lat, 6), round(lon, 6), round(speed, 1), round(heading, 0)]
      }
    },
  },
  {
    name: 'counters: energy, pulses, uptime',
    fields: ['energy', 'pulses', 'uptime'],
    everyMs: 10_000,
    jitterMs: 20,
    start: ({ uniform }) => {
      let [energy, pulses, uptime] = [1_000_000, 0, 0]
      return () => {
        energy += 30 + Math.floor(uniform() * 8)
        pulses += uniform() < 0.3 ? 1 : 0
        uptime += 10
        return [energy, pulses, uptime]
      }
    },
  },
  {
    name: 'states: flags and constants',
    fields: ['running', 'door', 'mode', 'setpoint'],
    everyMs: 10_000,
    jitterMs: 20,
    start: ({ uniform }) => {
      let [running, door, mode] = [0, 0, 1]
      return () => {
        if (uniform() < 1 / 300) running = 1 - running
        if (uniform() < 1 / 1000) door = 1 - door
        if (uniform() < 1 / 5000) mode = 1 + Math.floor(uniform() * 4)
        return [running, door, mode, 4.5]
      }
    },
  },
  {
    name: 'noisy doubles with all their bits',
    fields: ['x', 'y', 'z'],
    everyMs: 1_000,
    jitterMs: 2,
    start:
      ({ normal }) =>
      () => [normal(), 9.81 + normal() * 0.05, normal() * 100],
  },
]

/** The records of a data set, by time. */
export function recordsOf({ everyMs, jitterMs, start }: DataSet, from: number, count: number): SensorRecord[] {
  const random = randomFrom(7)
  const next = start(random)
  return Array.from({ length: count }, (_, index) => ({
    at: from + index * everyMs + Math.floor(random.uniform() * (jitterMs + 1)),
    values: next(),
  }))
}

/** A linear congruential generator (Numerical Recipes), its upper bits; normal numbers by Box and Muller. */
function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const half = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 8
  }
  const uniform = (): number => (half() * 2 ** 24 + half()) / 2 ** 48
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
  return { uniform, normal }
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
