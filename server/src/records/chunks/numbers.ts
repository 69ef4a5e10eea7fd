import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { scaleToIntegers } from './decimals.ts'
import { readDoubles, writeDoubles } from './doubles.ts'
import { readIntegers, writeIntegers } from './integers.ts'

const AS_DECIMALS = 0
const AS_DOUBLES = 1

/**
 * Writes finite numbers so that they come back bit for bit: as integers over a power of ten with a list of exceptions when
 * most of them are decimals, otherwise as doubles.
 */
export function writeNumbers(writer: ByteWriter, values: Float64Array): void {
  const scaled = scaleToIntegers(values)
  if (scaled === undefined) {
    writer.byte(AS_DOUBLES)
    writeDoubles(writer, values)
    return
  }
  writer.byte(AS_DECIMALS)
  writer.byte(scaled.digits)
  writer.varint(scaled.exceptions.length)
  let previous = 0
  for (const index of scaled.exceptions) {
    writer.varint(index - previous)
    writer.float64(values[index] ?? 0)
    previous = index
  }
  writeIntegers(writer, scaled.integers)
}

export function readNumbers(reader: ByteReader, count: number): Float64Array {
  const method = reader.byte()
  if (method === AS_DOUBLES) return readDoubles(reader, count)
  if (method !== AS_DECIMALS) throw new RangeError(`There is no method ${method} for numbers`)
  const digits = reader.byte()
  const exceptions = readExceptions(reader, count)
  const values = readIntegers(reader, count, 10 ** digits)
  for (const [index, value] of exceptions) values[index] = value
  return values
}

function readExceptions(reader: ByteReader, count: number): [index: number, value: number][] {
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
