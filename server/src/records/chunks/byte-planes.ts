import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'

/** How many bytes a natural number below 2^53 takes; 0 for 0. */
export function widthOf(value: number): number {
  let width = 0
  for (let rest = value; rest >= 1; rest /= 256) width += 1
  return width
}

/** Writes natural numbers as `width` planes: first the lowest byte of each, then the second of each, and so on. */
export function writePlanes(writer: ByteWriter, values: Float64Array, width: number): void {
  const count = values.length
  const bytes = writer.space(count * width)
  const low = Math.min(width, 4)
  for (let plane = 0; plane < low; plane += 1) {
    const offset = plane * count
    const shift = plane * 8
    for (let index = 0; index < count; index += 1) bytes[offset + index] = (values[index] as number) >>> shift
  }
  for (let plane = 4; plane < width; plane += 1) {
    const offset = plane * count
    const shift = (plane - 4) * 8
    for (let index = 0; index < count; index += 1)
      bytes[offset + index] = ((values[index] as number) / 2 ** 32) >>> shift
  }
}

/** Fills `into` with the first of so many numbers, and unfolds the sign from their lowest bit. */
export function readPlanes(reader: ByteReader, width: number, into: Float64Array, count = into.length): void {
  const bytes = reader.raw(count * width)
  if (width === 0) return
  if (width === 1) unfoldOne(bytes, into)
  else if (width === 2) unfoldTwo(bytes, count, into)
  else if (width <= 4) unfoldFour(bytes, { width, count }, into)
  else if (width <= 7) unfoldWide(bytes, { width, count }, into)
  else throw new RangeError(`A number cannot be ${width} bytes wide`)
}

function unfoldOne(bytes: Uint8Array, into: Float64Array): void {
  for (let index = 0; index < into.length; index += 1) {
    const folded = bytes[index] as number
    into[index] = (folded >>> 1) ^ -(folded & 1)
  }
}

function unfoldTwo(bytes: Uint8Array, count: number, into: Float64Array): void {
  for (let index = 0; index < into.length; index += 1) {
    const folded = (bytes[index] as number) | ((bytes[count + index] as number) << 8)
    into[index] = (folded >>> 1) ^ -(folded & 1)
  }
}

/** How many bytes a number has, and how many numbers there are. */
interface Planes {
  readonly width: number
  readonly count: number
}

function unfoldFour(bytes: Uint8Array, { width, count }: Planes, into: Float64Array): void {
  const top = width === 4 ? 3 * count : 0
  const mask = width === 4 ? 255 : 0
  for (let index = 0; index < into.length; index += 1) {
    const lower = (bytes[index] as number) | ((bytes[count + index] as number) << 8)
    const upper = (bytes[2 * count + index] as number) | (((bytes[top + index] as number) & mask) << 8)
    const folded = lower | (upper << 16)
    into[index] = (folded >>> 1) ^ -(folded & 1)
  }
}

function unfoldWide(bytes: Uint8Array, { width, count }: Planes, into: Float64Array): void {
  for (let index = 0; index < into.length; index += 1) {
    let folded = 0
    for (let plane = width - 1; plane >= 0; plane -= 1) folded = folded * 256 + (bytes[plane * count + index] as number)
    into[index] = folded % 2 === 1 ? -(folded + 1) / 2 : folded / 2
  }
}
