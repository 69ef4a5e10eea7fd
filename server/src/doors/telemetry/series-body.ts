/** The bytes of an answer, in parts that may be shared memory: only read them. */
export interface SeriesBody {
  readonly parts: readonly Uint8Array[]
  readonly length: number
  /** The bytes of all memory that the parts retain. */
  readonly heldBytes: number
}

/** Copying fewer bytes is faster than sending a dozen pieces. */
const SMALL_BYTES = 256 * 1024

/** The parts as they are; copies them when they are few bytes, or small pieces of large memory, which they would retain. */
export function bodyOf(parts: readonly Uint8Array[]): SeriesBody {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const memory = new Set(parts.map(({ buffer }) => buffer))
  const heldBytes = [...memory].reduce((sum, { byteLength }) => sum + byteLength, 0)
  return length < SMALL_BYTES || heldBytes > 2 * length ? copyOf(parts) : { parts, length, heldBytes }
}

/** A body in memory of its own, in one part. */
export function copyOf(parts: readonly Uint8Array[]): SeriesBody {
  const whole = Buffer.concat(parts)
  return { parts: [whole], length: whole.length, heldBytes: whole.length }
}
