import type { ChunkRecords } from '../chunk.ts'
import type { ColumnValues } from '../column.ts'

interface Options {
  count: number
  /** Epoch milliseconds of the first record. */
  from: number
  seed?: number
  /** Milliseconds between records; with `jitter` each is up to that many milliseconds late. */
  every?: number
  jitter?: number
  /** Out of a thousand records, how many are followed by a gap of minutes. */
  gapsPerThousand?: number
}

/**
 * Records as sensors send them: a temperature that wanders, a pressure with white noise, a quantised level, and a voltage that
 * changes its number of decimals half-way.
 */
export function sensorRecords(options: Options): ChunkRecords {
  const random = randomFrom(options.seed ?? 1)
  const at = sensorTimes(options, random)
  const receivedAt = at.map((time) => time + 40 + Math.floor(random() * 30))
  const columns = new Map<string, ColumnValues>([
    ['temperature', wandering(options.count, random)],
    ['pressure', at.map(() => round(1013 + gaussian(random) * 0.4, 1))],
    [
      'level',
      at.map((time) => round(Math.round((5 + Math.sin(time / 3_600_000) + gaussian(random) * 0.02) / 0.05) * 0.05, 2)),
    ],
    ['voltage', at.map((_, index) => round(12.6 + gaussian(random) * 0.03, index < options.count / 2 ? 2 : 3))],
  ])
  return { at, receivedAt, columns }
}

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function sensorTimes(
  { count, from, every = 1000, jitter = 0, gapsPerThousand = 0 }: Options,
  random: () => number,
): Float64Array {
  let due = from
  return Float64Array.from({ length: count }, () => {
    const time = due + Math.floor(random() * (jitter + 1))
    due += every
    if (random() * 1000 < gapsPerThousand) due += every * Math.ceil(random() * 600)
    return time
  })
}

function wandering(count: number, random: () => number): Float64Array {
  let value = 21
  return Float64Array.from({ length: count }, () => {
    value += gaussian(random) * 0.02 + (21 - value) * 0.0005
    return round(value, 2)
  })
}

function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
