import { endianness } from 'node:os'

/** Reads numbers that `float8send` wrote one after the other, the most significant byte first. */
export function unpackNumbers(bytes: Buffer | null | undefined): Float64Array<ArrayBuffer> {
  const values = new Float64Array((bytes?.length ?? 0) / 8)
  const own = Buffer.from(values.buffer)
  bytes?.copy(own)
  if (endianness() === 'LE') own.swap64()
  return values
}
