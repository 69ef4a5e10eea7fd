import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { readPlanes, widthOf, writePlanes } from './byte-planes.ts'
import { cheapestPrediction, divisorOf, type Order, SMOOTHED, stepFromFirst } from './prediction.ts'
import { GAINS, restoreSmoothed, smoothedErrors } from './smoothing.ts'

/**
 * The limit of the encoding: second differences of integers below it, doubled for their sign, fit into the 53 bits of a double.
 */
export const INTEGER_LIMIT = 2 ** 49

/**
 * Writes whole numbers as the remainders of a prediction: by the column's centre, by the previous value, by the previous
 * step, or by smoothing. The remainders are divided by their greatest common divisor, folded to natural numbers, and laid out byte by
 * byte. The array is overwritten.
 */
export function writeIntegers(writer: ByteWriter, values: Float64Array): void {
  if (values.length === 0) return
  const { order, centre } = cheapestPrediction(values)
  if (order >= SMOOTHED) return writeSmoothed(writer, values, order)
  const heads = values.slice(0, order)
  const remainders = turnIntoRemainders(values, order as Order, centre)
  const step = sharedStep(remainders)
  const width = fold(remainders, step)
  writer.byte(order)
  writer.byte(width)
  writer.signedVarint(centre)
  writer.varint(step)
  for (const head of heads) writer.signedVarint(head)
  writePlanes(writer, remainders, width)
}

function writeSmoothed(writer: ByteWriter, values: Float64Array, order: number): void {
  const origin = values[0] as number
  const step = stepFromFirst(values)
  const errors = smoothedErrors(values, { origin, step }, gainsOf(order), values)
  const width = fold(errors, 1)
  writer.byte(order)
  writer.byte(width)
  writer.signedVarint(origin)
  writer.varint(step)
  writePlanes(writer, errors, width)
}

function gainsOf(order: number): (typeof GAINS)[number] {
  const gains = GAINS[order - SMOOTHED]
  if (gains === undefined) throw new RangeError(`There is no prediction ${order}`)
  return gains
}

interface Reading {
  /** Divides the numbers, which come out as the decimals that they represent. */
  readonly scale?: number
  /** Only so many of them are wanted. */
  readonly until?: number
}

/** Reads `count` whole numbers, or the first of them, into a new array. */
export function readIntegers(
  reader: ByteReader,
  count: number,
  { scale = 1, until = count }: Reading = {},
): Float64Array {
  const values = new Float64Array(Math.min(until, count))
  if (count === 0) return values
  const order = reader.byte()
  const width = reader.byte()
  const centre = reader.signedVarint()
  const step = reader.varint()
  if (order >= SMOOTHED) {
    const gains = gainsOf(order)
    readPlanes(reader, width, values.subarray(1), count - 1)
    if (values.length > 0) restoreSmoothed(values, { origin: centre, step, divisor: scale }, gains)
    return values
  }
  const heads = Math.min(order, count)
  const firsts = new Float64Array(heads)
  for (let index = 0; index < heads; index += 1) firsts[index] = reader.signedVarint()
  values.set(firsts.subarray(0, values.length))
  readPlanes(reader, width, values.subarray(heads), count - heads)
  restore(values, { order: order as Order, centre, step, scale })
  return values
}

/** Overwrites the values with remainders; returns the part of the array that holds them. */
function turnIntoRemainders(values: Float64Array, order: Order, centre: number): Float64Array {
  const remainders = values.subarray(0, Math.max(values.length - order, 0))
  if (order === 0) {
    for (let index = 0; index < remainders.length; index += 1) remainders[index] = (values[index] as number) - centre
    return remainders
  }
  let previous = values[order - 1] as number
  let slope = order === 2 ? previous - (values[0] as number) : 0
  for (let index = 0; index < remainders.length; index += 1) {
    const value = values[index + order] as number
    const delta = value - previous
    remainders[index] = delta - slope - centre
    if (order === 2) slope = delta
    previous = value
  }
  return remainders
}

/** The greatest common divisor of all remainders; 1 when they are all 0. */
function sharedStep(remainders: Float64Array): number {
  let divisor = 0
  for (const remainder of remainders) {
    if (remainder === 0 || remainder % divisor === 0) continue
    divisor = divisorOf(Math.abs(remainder), divisor)
    if (divisor === 1) return 1
  }
  return divisor === 0 ? 1 : divisor
}

/** Divides in place, folds signs (0, -1, 1, -2 become 0, 1, 2, 3), and returns how many bytes the greatest one needs. */
function fold(remainders: Float64Array, step: number): number {
  let greatest = 0
  for (let index = 0; index < remainders.length; index += 1) {
    const value = (remainders[index] ?? 0) / step
    const folded = value < 0 ? -2 * value - 1 : 2 * value
    remainders[index] = folded
    if (folded > greatest) greatest = folded
  }
  return widthOf(greatest)
}

interface Restoring {
  order: Order
  centre: number
  step: number
  scale: number
}

function restore(values: Float64Array, { order, centre, step, scale }: Restoring): void {
  let index = order
  const count = values.length
  if (order === 0) {
    for (; index < count; index += 1) values[index] = ((values[index] as number) * step + centre) / scale
    return
  }
  let value = values[order - 1] ?? 0
  if (order === 1) {
    for (; index < count; index += 1) {
      value += (values[index] as number) * step + centre
      values[index] = value / scale
    }
  } else {
    let slope = value - (values[0] ?? 0)
    for (; index < count; index += 1) {
      slope += (values[index] as number) * step + centre
      value += slope
      values[index] = value / scale
    }
  }
  for (let head = 0; head < Math.min(order, count); head += 1) values[head] = (values[head] as number) / scale
}
