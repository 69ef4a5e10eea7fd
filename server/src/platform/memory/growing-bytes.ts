import { releaseBuffers, isAlone } from './release-buffers.ts'

/** The first allocation for an announced body; it doubles with what arrives. */
const FIRST_BYTES = 64 * 1024

export interface Growing {
  /** How many bytes are announced, 0 when it is not known. */
  readonly announced: number
  /** Called with the number of further bytes before they are allocated; it may throw. */
  readonly hold?: ((bytes: number) => void) | undefined
}

/**
 * Collects bytes in one buffer that grows with what arrived, not with what was announced. Pieces are copied and released at once:
 * two megabytes of them would otherwise wait for a collection, or cause one.
 */
export function createGrowingBytes({ announced, hold }: Growing) {
  let bytes: Buffer = Buffer.alloc(0)
  let length = 0
  return {
    get length() {
      return length
    },

    /** Copies the piece and releases its memory. */
    put: (piece: Buffer): void => {
      const size = length + piece.length
      if (length === 0 && size === announced && isAlone(piece)) {
        hold?.(size)
        bytes = piece
      } else copy(piece, size)
      length = size
    },

    /** Everything that was put in. */
    finish: (): Buffer => (length === bytes.length ? bytes : bytes.subarray(0, length)),
  }

  function copy(piece: Buffer, size: number): void {
    if (size > bytes.length) grow(size)
    bytes.set(piece, length)
    if (isAlone(piece)) releaseBuffers([piece.buffer])
  }

  function grow(size: number): void {
    const doubled = Math.max(2 * size, FIRST_BYTES)
    const room = announced >= size ? Math.min(announced, doubled) : doubled
    hold?.(room - bytes.length)
    const larger = Buffer.allocUnsafeSlow(room)
    larger.set(bytes.subarray(0, length))
    releaseBuffers([bytes.buffer])
    bytes = larger
  }
}
