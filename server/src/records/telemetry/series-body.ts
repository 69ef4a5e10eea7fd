/** The bytes of an answer, in parts that may be the memory of others: whoever has them only reads them. */
export interface SeriesBody {
  readonly parts: readonly Uint8Array[]
  readonly length: number
  /** All memory that the parts keep from being collected. */
  readonly heldBytes: number
}

/** To copy that much takes less than to send it in a dozen pieces. */
const SMALL_BYTES = 256 * 1024

/** Parts as they are, unless they are few bytes, or pieces of larger memory, which would be kept for as long as they are. */
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
