import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'

const PLAIN = 0
const XORED = 1

/** Writes doubles byte by byte in planes: signs and exponents lie together and compress, mantissas follow as they are. */
export function writeDoubles(writer: ByteWriter, values: Float64Array): void {
  const plain = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
  const xored = xorWithPrevious(plain)
  const useXored = zeros(xored) > zeros(plain)
  writer.byte(useXored ? XORED : PLAIN)
  transpose(useXored ? xored : plain, writer.space(values.length * 8))
}

export function readDoubles(reader: ByteReader, count: number): Float64Array {
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
