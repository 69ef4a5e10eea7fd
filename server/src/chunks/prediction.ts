/** What a value is predicted from: 0 the column's centre, 1 the previous value, 2 the previous value and the step before it. */
export type Order = 0 | 1 | 2

export interface Prediction {
  order: Order
  /** About the median of what the order leaves over; it is subtracted so that most remainders are near 0. */
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
  return best
}

const STRETCHES = 8
const STRETCH_LENGTH = 128

function sampleRemainders(values: Float64Array, order: Order): Float64Array {
  const available = Math.max(values.length - order, 0)
  const stretches = available <= STRETCHES * STRETCH_LENGTH ? 1 : STRETCHES
  const length = stretches === 1 ? available : STRETCH_LENGTH
  const distance = stretches === 1 ? 0 : Math.floor((available - length) / (stretches - 1))
  const sample = new Float64Array(stretches * length)
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    for (let offset = 0; offset < length; offset += 1) {
      sample[stretch * length + offset] = remainderAt(values, stretch * distance + offset + order, order)
    }
  }
  return sample
}

function remainderAt(values: Float64Array, index: number, order: Order): number {
  const value = values[index] ?? 0
  if (order === 0) return value
  const delta = value - (values[index - 1] ?? 0)
  return order === 1 ? delta : delta - ((values[index - 1] ?? 0) - (values[index - 2] ?? 0))
}

/** Of long samples, the median of a part. */
function median(sample: Float64Array): number {
  const stride = Math.ceil(sample.length / 64)
  const part = Float64Array.from(
    { length: Math.floor(sample.length / stride) || sample.length },
    (_, index) => sample[index * stride] ?? 0,
  )
  return part.sort()[part.length >> 1] ?? 0
}

/** The entropy of the low bytes and of the second bytes, and all the bits above them. */
function estimatedBits(sample: Float64Array, centre: number): number {
  const low = new Uint32Array(256)
  const second = new Uint32Array(256)
  let above = 0
  for (const value of sample) {
    const remainder = value - centre
    const folded = remainder < 0 ? -2 * remainder - 1 : 2 * remainder
    low[folded & 255] = (low[folded & 255] ?? 0) + 1
    second[(folded >>> 8) & 255] = (second[(folded >>> 8) & 255] ?? 0) + 1
    if (folded >= 65_536) above += Math.log2(folded / 65_536) + 1
  }
  return entropy(low, sample.length) + entropy(second, sample.length) + above
}

/** Bits that an ideal entropy coder needs for symbols seen this often. */
function entropy(counts: Uint32Array, total: number): number {
  let bits = 0
  for (const count of counts) if (count > 0) bits -= count * Math.log2(count / total)
  return bits
}
