import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { digitsNeeded, scaleToIntegers } from './decimals.ts'
import { readIntegers, writeIntegers } from './integers.ts'

const AS_DECIMALS = 0
const AS_DOUBLES = 1
const IN_PARTS = 2

/**
 * Writes finite numbers so that they come back bit for bit: as integers over a power of ten with a list of exceptions when
 * most of them are decimals, otherwise as doubles. A column that changes its number of decimals is written in parts.
 */
export function writeNumbers(writer: ByteWriter, values: Float64Array): void {
  const ends = endsOfParts(values)
  if (ends.length === 1) return writePart(writer, values)
  writer.byte(IN_PARTS)
  writer.varint(ends.length)
  let start = 0
  for (const end of ends) {
    writer.varint(end - start)
    writePart(writer, values.subarray(start, end))
    start = end
  }
}

/** Where the number of decimals is looked at again. */
const PIECE = 2048

/** The indices behind stretches of values with the same number of decimals. */
function endsOfParts(values: Float64Array): number[] {
  const ends: number[] = []
  let previous: number | undefined
  for (let start = 0; start < values.length; start += PIECE) {
    const piece = values.subarray(start, start + PIECE)
    const digits = digitsNeeded(piece)
    if (digits !== previous && start > 0) ends.push(start)
    previous = digits
  }
  return [...ends, values.length]
}

function writePart(writer: ByteWriter, values: Float64Array): void {
  const scaled = scaleToIntegers(values)
  if (scaled === undefined) {
    writer.byte(AS_DOUBLES)
    writeDoubles(writer, values)
    return
  }
  writer.byte(AS_DECIMALS)
  writer.byte(scaled.digits)
  writeExceptions(writer, values, scaled.exceptions)
  writeIntegers(writer, scaled.integers)
}

/** Writes the values at some indices, which ascend, as they are. */
export function writeExceptions(writer: ByteWriter, values: Float64Array, indices: readonly number[]): void {
  writer.varint(indices.length)
  let previous = 0
  for (const index of indices) {
    writer.varint(index - previous)
    writer.float64(values[index] ?? 0)
    previous = index
  }
}

/** Reads `count` numbers, or the first of them. */
export function readNumbers(reader: ByteReader, count: number, until = count): Float64Array {
  const method = reader.byte()
  return method === IN_PARTS ? readParts(reader, count, until) : readPart(reader, count, { method, until })
}

function readParts(reader: ByteReader, count: number, until: number): Float64Array {
  const values = new Float64Array(until)
  let start = 0
  for (let left = reader.varint(); left > 0; left -= 1) {
    const length = reader.varint()
    if (start + length > count) throw new RangeError('The parts are longer than the column')
    const part = readPart(reader, length, { method: reader.byte(), until: Math.max(0, until - start) })
    values.set(part.subarray(0, Math.max(0, until - start)), Math.min(start, until))
    start += length
  }
  if (start !== count) throw new RangeError('The parts are shorter than the column')
  return values
}

function readPart(
  reader: ByteReader,
  count: number,
  { method, until }: { method: number; until: number },
): Float64Array {
  if (method === AS_DOUBLES) return readDoubles(reader, count)
  if (method !== AS_DECIMALS) throw new RangeError(`There is no method ${method} for numbers`)
  const digits = reader.byte()
  const exceptions = readExceptions(reader, count)
  const values = readIntegers(reader, count, { scale: 10 ** digits, until: Math.min(until, count) })
  for (const [index, value] of exceptions) if (index < values.length) values[index] = value
  return values
}

export function readExceptions(reader: ByteReader, count: number): [index: number, value: number][] {
  const length = reader.varint()
  if (length > count) throw new RangeError('There are more exceptions than values')
  const exceptions: [number, number][] = []
  let index = 0
  for (let read = 0; read < length; read += 1) {
    index += reader.varint()
    exceptions.push([index, reader.float64()])
  }
  return exceptions
}

const PLAIN = 0
const XORED = 1

/** Writes doubles byte by byte in planes: signs and exponents lie together and compress, mantissas follow as they are. */
function writeDoubles(writer: ByteWriter, values: Float64Array): void {
  const plain = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
  const xored = xorWithPrevious(plain)
  const useXored = zeros(xored) > zeros(plain)
  writer.byte(useXored ? XORED : PLAIN)
  transpose(useXored ? xored : plain, writer.space(values.length * 8))
}

function readDoubles(reader: ByteReader, count: number): Float64Array {
  const method = reader.byte()
  if (method > XORED) throw new RangeError(`There is no method ${method} for doubles`)
  const values = new Float64Array(count)
  const bytes = new Uint8Array(values.buffer)
  const planes = reader.raw(count * 8)
  for (let plane = 0; plane < 8; plane += 1) {
    let carried = 0
    for (let index = 0; index < count; index += 1) {
      const byte = (planes[plane * count + index] as number) ^ carried
      bytes[index * 8 + plane] = byte
      if (method === XORED) carried = byte
    }
  }
  return values
}

function xorWithPrevious(plain: Uint8Array): Uint8Array {
  const xored = plain.slice()
  for (let index = 8; index < plain.length; index += 1)
    xored[index] = (plain[index] as number) ^ (plain[index - 8] as number)
  return xored
}

function zeros(bytes: Uint8Array): number {
  let count = 0
  for (const byte of bytes) if (byte === 0) count += 1
  return count
}

function transpose(bytes: Uint8Array, into: Uint8Array): void {
  const count = bytes.length / 8
  for (let plane = 0; plane < 8; plane += 1) {
    for (let index = 0; index < count; index += 1) into[plane * count + index] = bytes[index * 8 + plane] as number
  }
}
