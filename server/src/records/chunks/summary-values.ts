import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { scaleToIntegers } from './decimals.ts'
import { INTEGER_LIMIT, readIntegers, writeIntegers } from './integers.ts'
import { readExceptions, readNumbers, writeExceptions, writeNumbers } from './numbers.ts'

/** The values of the points of a summary. */
interface EndValues {
  readonly first: Float64Array
  readonly last: Float64Array
  readonly min: Float64Array
  readonly max: Float64Array
}

const ALONE = 0
const TOGETHER = 1

/** Differences of larger integers would not fit. */
const TOGETHER_LIMIT = 2 ** 48

/**
 * Writes the values of the points. Decimals are written by what the points have in common: the last value by its distance from the
 * first, and the lowest and the highest one by their distances from these. Returns the number of decimals, if they are.
 */
export function writeEndValues(writer: ByteWriter, ends: EndValues): number | undefined {
  const { first, last, min, max } = ends
  const count = first.length
  const all = concat([first, last, min, max])
  const scaled = scaleToIntegers(all)
  if (scaled === undefined || !scaled.integers.every((integer) => Math.abs(integer) <= TOGETHER_LIMIT)) {
    writer.byte(ALONE)
    for (const values of [first, last, min, max]) writeNumbers(writer, values)
    return undefined
  }
  const { digits, exceptions, integers } = scaled
  writer.byte(TOGETHER)
  writer.byte(digits)
  writeExceptions(writer, all, exceptions)
  for (let index = 0; index < count; index += 1) {
    const opening = at(integers, index)
    const closing = at(integers, count + index)
    integers[count + index] = closing - opening
    integers[2 * count + index] = Math.min(opening, closing) - at(integers, 2 * count + index)
    integers[3 * count + index] = at(integers, 3 * count + index) - Math.max(opening, closing)
  }
  for (let part = 0; part < 4; part += 1) writeIntegers(writer, integers.subarray(part * count, (part + 1) * count))
  return digits
}

export function readEndValues(reader: ByteReader, count: number): EndValues {
  const method = reader.byte()
  if (method > TOGETHER) throw new RangeError(`There is no method ${method} for the values of a summary`)
  if (method === ALONE) {
    const next = (): Float64Array => readNumbers(reader, count)
    return { first: next(), last: next(), min: next(), max: next() }
  }
  const divisor = 10 ** reader.byte()
  const exceptions = readExceptions(reader, 4 * count)
  const read = (): Float64Array => readIntegers(reader, count)
  const [first, last, min, max] = [read(), read(), read(), read()]
  for (let index = 0; index < count; index += 1) {
    const opening = at(first, index)
    const closing = opening + at(last, index)
    first[index] = opening / divisor
    last[index] = closing / divisor
    min[index] = (Math.min(opening, closing) - at(min, index)) / divisor
    max[index] = (Math.max(opening, closing) + at(max, index)) / divisor
  }
  const all = [first, last, min, max]
  for (const [index, value] of exceptions) {
    const values = all[Math.floor(index / count)]
    if (values !== undefined) values[index % count] = value
  }
  return { first, last, min, max }
}

interface Ranges extends Pick<EndValues, 'min' | 'max'> {
  readonly counts: Float64Array
}

/** Writes the sums: those of decimals by their distance from the sum of as many values in the middle of the range. */
export function writeSums(
  writer: ByteWriter,
  sums: Float64Array,
  { digits, ...ranges }: Ranges & { readonly digits: number | undefined },
): void {
  const distances = digits === undefined ? undefined : distancesFromMiddle(sums, 10 ** digits, ranges)
  if (digits === undefined || distances === undefined) {
    writer.byte(ALONE)
    return writeNumbers(writer, sums)
  }
  writer.byte(TOGETHER)
  writer.byte(digits)
  writeIntegers(writer, distances)
}

/** Undefined when one of them would not come back bit for bit. */
function distancesFromMiddle(sums: Float64Array, divisor: number, ranges: Ranges): Float64Array | undefined {
  const distances = sums.map((sum, index) => Math.round(sum * divisor) - middleSum(ranges, index, divisor))
  const areExact = distances.every((distance, index) => {
    const found = (distance + middleSum(ranges, index, divisor)) / divisor
    return Math.abs(distance) <= INTEGER_LIMIT && Object.is(found, sums[index])
  })
  return areExact ? distances : undefined
}

export function readSums(reader: ByteReader, ranges: Ranges): Float64Array {
  const method = reader.byte()
  const count = ranges.counts.length
  if (method > TOGETHER) throw new RangeError(`There is no method ${method} for the sums of a summary`)
  if (method === ALONE) return readNumbers(reader, count)
  const divisor = 10 ** reader.byte()
  return readIntegers(reader, count).map((distance, index) => (distance + middleSum(ranges, index, divisor)) / divisor)
}

/** The sum of a bucket if its mean was the middle of its range. */
function middleSum({ min, max, counts }: Ranges, index: number, divisor: number): number {
  const ends = Math.round(at(min, index) * divisor) + Math.round(at(max, index) * divisor)
  return Math.round((ends / 2) * at(counts, index))
}

function concat(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((length, part) => length + part.length, 0))
  let start = 0
  for (const part of parts) {
    whole.set(part, start)
    start += part.length
  }
  return whole
}

function at(values: Float64Array, index: number): number {
  return values[index] as number
}
