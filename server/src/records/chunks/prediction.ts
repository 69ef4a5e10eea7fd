import { GAINS, smoothedErrors } from './smoothing.ts'

/** What a value is predicted from: 0 the column's centre, 1 the previous value, 2 the previous value and the step before it. */
export type Order = 0 | 1 | 2

/** The value is predicted by smoothing with the first of the gains; by the next gains with the next numbers. */
export const SMOOTHED = 3

interface Prediction {
  /** An {@link Order}, or {@link SMOOTHED} and above. */
  order: number
  /** About the median of the remainders; it is subtracted so that most are near 0. */
  centre: number
  /** An estimate of the bits that the sampled remainders need. */
  bits: number
}

/** The prediction whose remainders need the fewest bits, judged by stretches of the column. */
export function cheapestPrediction(values: Float64Array): Prediction {
  let best: Prediction = { order: 0, centre: 0, bits: Infinity }
  for (const order of [0, 1, 2] as const) {
    const sample = sampleRemainders(values, order)
    const centre = order === 2 ? 0 : median(sample)
    const bits = estimatedBits(sample, centre)
    if (bits < best.bits) best = { order, centre, bits }
  }
  const isNoisy = best.bits > NOISY_BITS * Math.min(values.length, LONGEST_SAMPLE)
  return isNoisy && values.length >= FEWEST_SMOOTHED ? smoothedIfCheaper(values, best) : best
}

/** The greatest common divisor of all differences from the first value; 1 when they are all 0. */
export function stepFromFirst(values: Float64Array): number {
  const origin = values[0] ?? 0
  let divisor = 0
  for (let index = 1; index < values.length && divisor !== 1; index += 1) {
    const difference = Math.abs((values[index] as number) - origin)
    if (difference !== 0 && difference % divisor !== 0) divisor = divisorOf(difference, divisor)
  }
  return divisor === 0 ? 1 : divisor
}

function farthestFromFirst(values: Float64Array): number {
  const origin = values[0] as number
  let farthest = 0
  for (let index = 1; index < values.length; index += 1) {
    const distance = Math.abs((values[index] as number) - origin)
    if (distance > farthest) farthest = distance
  }
  return farthest
}

/** The greatest common divisor of two natural numbers. */
export function divisorOf(one: number, other: number): number {
  let [rest, divisor] = [one, other]
  while (rest !== 0) [rest, divisor] = [divisor % rest, rest]
  return divisor
}

/** Smoothing is not tried for fewer values, and not for remainders of fewer bits each. */
const FEWEST_SMOOTHED = 1024
const NOISY_BITS = 1.5
/** Values before a stretch of the sample in which smoothing settles. */
const SETTLING = 64
/** The greatest distance from the first value with which smoothed errors are exact. */
const WIDEST_SMOOTHED = 2 ** 40

function smoothedIfCheaper(values: Float64Array, other: Prediction): Prediction {
  const origin = values[0] as number
  const step = stepFromFirst(values)
  if (farthestFromFirst(values) > WIDEST_SMOOTHED * step) return other
  let best = other
  GAINS.forEach((gains, index) => {
    const sample = sampleStretches(values.length - 1, (from, part) => {
      const first = Math.max(0, from - SETTLING)
      const settling = values.subarray(first, from + part.length + 1)
      const errors = smoothedErrors(settling, { origin: settling[0] as number, step }, gains, scratch.errors)
      part.set(errors.subarray(from - first))
    })
    const bits = estimatedBits(sample, 0)
    if (bits < best.bits) best = { order: SMOOTHED + index, centre: origin, bits }
  })
  return best
}

const STRETCHES = 8
const STRETCH_LENGTH = 128
const LONGEST_SAMPLE = STRETCHES * STRETCH_LENGTH
const MEDIAN_SAMPLE = 64

/** Memory that every call uses again, as a chunk has hundreds of columns of summaries; no call leaves anything in it. */
const scratch = {
  sample: new Float64Array(LONGEST_SAMPLE),
  errors: new Float64Array(LONGEST_SAMPLE + SETTLING),
  median: new Float64Array(MEDIAN_SAMPLE),
  low: new Uint32Array(256),
  second: new Uint32Array(256),
}

function sampleRemainders(values: Float64Array, order: Order): Float64Array {
  return sampleStretches(Math.max(values.length - order, 0), (from, part) => {
    for (let index = 0; index < part.length; index += 1) part[index] = remainderAt(values, from + order + index, order)
  })
}

/** Has stretches of the remainders filled, from the index of the first of each. */
function sampleStretches(available: number, fill: (from: number, part: Float64Array) => void): Float64Array {
  const stretches = available <= LONGEST_SAMPLE ? 1 : STRETCHES
  const length = stretches === 1 ? available : STRETCH_LENGTH
  const distance = stretches === 1 ? 0 : Math.floor((available - length) / (stretches - 1))
  const sample = scratch.sample.subarray(0, stretches * length)
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    fill(stretch * distance, sample.subarray(stretch * length, (stretch + 1) * length))
  }
  return sample
}

function remainderAt(values: Float64Array, index: number, order: Order): number {
  const value = values[index] as number
  if (order === 0) return value
  const previous = values[index - 1] as number
  const delta = value - previous
  return order === 1 ? delta : delta - (previous - (values[index - 2] as number))
}

/** The median; of a long sample, that of a part. */
function median(sample: Float64Array): number {
  if (sample.length === 0) return 0
  const stride = Math.ceil(sample.length / MEDIAN_SAMPLE)
  const part = scratch.median.subarray(0, Math.floor(sample.length / stride))
  for (let index = 0; index < part.length; index += 1) part[index] = sample[index * stride] as number
  return part.sort()[part.length >> 1] as number
}

/** The entropy of the two lowest bytes, plus all bits above them. */
function estimatedBits(sample: Float64Array, centre: number): number {
  const { low, second } = scratch
  low.fill(0)
  second.fill(0)
  let greatest = 0
  let above = 0
  for (let index = 0; index < sample.length; index += 1) {
    const remainder = (sample[index] as number) - centre
    const folded = remainder < 0 ? -2 * remainder - 1 : 2 * remainder
    if (folded > greatest) greatest = folded
    low[folded & 255] = (low[folded & 255] as number) + 1
    second[(folded >>> 8) & 255] = (second[(folded >>> 8) & 255] as number) + 1
    if (folded >= 65_536) above += Math.log2(folded / 65_536) + 1
  }
  const ofSecond = greatest < 256 ? 0 : entropy(second, sample.length)
  return entropy(low, sample.length) + ofSecond + above
}

/** `n log2 n` for every count that a sample can have. */
const N_LOG_N = Float64Array.from({ length: LONGEST_SAMPLE + 1 }, (_, count) =>
  count === 0 ? 0 : count * Math.log2(count),
)

/** Bits that an ideal entropy coder needs for symbols seen this often. */
function entropy(counts: Uint32Array, total: number): number {
  let bits = N_LOG_N[total] as number
  for (let symbol = 0; symbol < counts.length; symbol += 1) bits -= N_LOG_N[counts[symbol] as number] as number
  return bits
}
