import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { INTEGER_LIMIT, readIntegers, writeIntegers } from './integers.ts'
import { cheapestPrediction } from './prediction.ts'
import { readBlock, sealBlock } from './sealed-block.ts'

const BY_THEMSELVES = 0
const AFTER_AT = 1

/** Seals the times of records. Throws a RangeError unless they are whole milliseconds, each later than the one before. */
export function encodeTimes(at: Float64Array): Buffer {
  for (let index = 0; index < at.length; index += 1) {
    const time = wholeMilliseconds(at[index] ?? 0)
    if (index > 0 && time <= (at[index - 1] ?? 0))
      throw new RangeError(`Record ${index} is not later than the one before`)
  }
  const writer = new ByteWriter(at.length * 2 + 64)
  writer.varint(at.length)
  writeIntegers(writer, at.slice())
  return sealBlock(writer.finish())
}

/** The times in epoch milliseconds, ascending. Throws DamagedBlockError with the label. */
export function decodeTimes(block: Buffer, label: string): Float64Array {
  return readBlock(block, label, (content) => {
    const reader = new ByteReader(content)
    const at = readIntegers(reader, reader.varint())
    reader.expectEnd()
    return at
  })
}

/**
 * Seals the times at which the records arrived: as delays where records arrive one by one, by themselves where they arrive
 * together.
 */
export function encodeArrivals(receivedAt: Float64Array, at: Float64Array): Buffer {
  if (receivedAt.length !== at.length) throw new RangeError('There is not one arrival for each record')
  for (let index = 0; index < receivedAt.length; index += 1) wholeMilliseconds(receivedAt[index] as number)
  const delays = cameAtOnce(receivedAt) ? undefined : delaysOf(receivedAt, at)
  const useDelays = delays !== undefined && areFewerBits(delays, receivedAt)
  const writer = new ByteWriter(at.length * 2 + 64)
  writer.varint(at.length)
  writer.byte(useDelays ? AFTER_AT : BY_THEMSELVES)
  writeIntegers(writer, useDelays ? delays : receivedAt.slice())
  return sealBlock(writer.finish())
}

function delaysOf(receivedAt: Float64Array, at: Float64Array): Float64Array {
  return receivedAt.map((time, index) => time - (at[index] ?? 0))
}

function cameAtOnce(receivedAt: Float64Array): boolean {
  return receivedAt.every((time) => time === receivedAt[0])
}

function areFewerBits(delays: Float64Array, receivedAt: Float64Array): boolean {
  const delaysFit = delays.every((delay) => Math.abs(delay) <= INTEGER_LIMIT)
  return delaysFit && cheapestPrediction(delays).bits < cheapestPrediction(receivedAt).bits
}

/** The arrivals in epoch milliseconds, for the first so many of the times, or for each. Throws DamagedBlockError with the label. */
export function decodeArrivals(block: Buffer, at: Float64Array, label: string, until = at.length): Float64Array {
  return readBlock(block, label, (content) => {
    const reader = new ByteReader(content)
    if (reader.varint() !== at.length) throw new RangeError('There is not one arrival for each record')
    const method = reader.byte()
    if (method > AFTER_AT) throw new RangeError(`There is no method ${method} for arrivals`)
    const arrivals = readIntegers(reader, at.length, { until }).subarray(0, until)
    reader.expectEnd()
    return method === AFTER_AT ? arrivals.map((delay, index) => delay + (at[index] ?? 0)) : arrivals
  })
}

function wholeMilliseconds(time: number): number {
  if (!Number.isInteger(time) || Math.abs(time) > INTEGER_LIMIT)
    throw new RangeError(`${time} is no time in milliseconds`)
  return time === 0 ? 0 : time
}

/** The index of the first time that is not before `time`. */
export function firstAtOrAfter(at: Float64Array, time: number): number {
  let low = 0
  let high = at.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((at[middle] ?? 0) < time) low = middle + 1
    else high = middle
  }
  return low
}
