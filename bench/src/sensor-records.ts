/** A sensor that is read once a second. Everything about it follows from the seed and the number of the reading. */
export interface Sensor {
  readonly seed: number
  /** Time of reading 0, epoch milliseconds. */
  readonly start: number
}

export interface SensorRecord {
  readonly at: number
  /** One a field, in the order of `SENSOR_FIELDS`. */
  readonly values: readonly number[]
}

export const SENSOR_FIELDS = ['level', 'flow', 'pressure', 'temperature'] as const

export const READING_MILLISECONDS = 1000

/** Time of a reading: now and then the clock of a unit is some milliseconds late. */
export function timeAt({ seed, start }: Sensor, index: number): number {
  const lot = hash(seed ^ 0x7ae1, index)
  const jitter = (lot & 255) === 0 ? ((lot >>> 8) % 9) + 1 : 0
  return start + index * READING_MILLISECONDS + jitter
}

/** What a field shows: a slow course between random turning points, and noise, rounded to the decimals of the sensor. */
export function valueAt({ seed }: Sensor, field: number, index: number): number {
  const { base, swing, turn, noise, decimals } = SHAPES[field] as Shape
  const own = seed + field * 0x51ed27
  const place = index / turn
  const corner = Math.floor(place)
  const from = unitHash(own, corner)
  const course = from + (unitHash(own, corner + 1) - from) * (place - corner)
  const value = base + swing * (course - 0.5) + noise * (unitHash(own ^ 0x5bd1e9, index) - 0.5)
  const scale = hash(own ^ 0x3c6ef3, index >>> PRECISION_SHIFT) % 10 === 0 ? decimals * 10 : decimals
  return Math.round(value * scale) / scale
}

/** Whether the reading was taken: some are lost one by one, and every few hours a stretch is. */
export function hasReading({ seed }: Sensor, index: number): boolean {
  if (hash(seed ^ 0x1f83d9, index) % 2048 === 0) return false
  return !isInStretch(seed ^ 0x6a09e6, index, { oneIn: 16, longest: 512 })
}

/** Whether the unit could not send the reading in its turn, and sends it after all the others. */
export function isLate({ seed }: Sensor, index: number): boolean {
  return isInStretch(seed ^ 0x510e52, index, { oneIn: 64, longest: 128 })
}

export function recordAt(sensor: Sensor, index: number): SensorRecord {
  return { at: timeAt(sensor, index), values: SENSOR_FIELDS.map((_, field) => valueAt(sensor, field, index)) }
}

interface Shape {
  readonly base: number
  /** Between the lowest and the highest turning point. */
  readonly swing: number
  /** Readings from one turning point to the next. */
  readonly turn: number
  readonly noise: number
  /** 10 to the power of the number of decimals. */
  readonly decimals: number
}

const SHAPES: readonly Shape[] = [
  { base: 60, swing: 30, turn: 8192, noise: 0.06, decimals: 100 },
  { base: 12, swing: 9, turn: 1024, noise: 0.8, decimals: 10 },
  { base: 3.2, swing: 0.8, turn: 4096, noise: 0.01, decimals: 1000 },
  { base: 14, swing: 12, turn: 16_384, noise: 0.08, decimals: 100 },
]

/** A sensor keeps its number of decimals for 2 to the power of this many readings: four and a half hours. */
const PRECISION_SHIFT = 14

const BLOCK_SHIFT = 10

/** Whether a reading lies in the one stretch that some blocks of 1,024 readings have. */
function isInStretch(seed: number, index: number, { oneIn, longest }: { oneIn: number; longest: number }): boolean {
  const lot = hash(seed, index >>> BLOCK_SHIFT)
  if (lot % oneIn !== 0) return false
  const length = 16 + ((lot >>> 8) % (longest - 15))
  const place = index & ((1 << BLOCK_SHIFT) - 1)
  const from = (lot >>> 18) % ((1 << BLOCK_SHIFT) - length)
  return place >= from && place < from + length
}

/** The finalizer of MurmurHash3 over seed and index; from 0 to 2^32 - 1. */
function hash(seed: number, index: number): number {
  let mixed = Math.imul(index, 0x9e3779b1) ^ seed
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** From 0 to below 1. */
function unitHash(seed: number, index: number): number {
  return hash(seed, index) / 0x1_0000_0000
}
