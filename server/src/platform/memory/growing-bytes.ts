import { releaseBuffers, isAlone } from './release-buffers.ts'

/** What is announced gets that much at first; then what has arrived is doubled. */
const FIRST_BYTES = 64 * 1024

export interface Growing {
  /** How many bytes are announced, 0 when it is not known. */
  readonly announced: number
  /** Told how many bytes more it takes, before it takes them; it may throw. */
  readonly hold?: ((bytes: number) => void) | undefined
}

/**
 * Puts bytes together in one piece of memory, which grows with what has arrived and not with what was announced. What is put in is
 * copied and its memory is given back: two megabytes of pieces otherwise wait for a collection, or make one.
 */
export function createGrowingBytes({ announced, hold }: Growing) {
  let bytes: Buffer = Buffer.alloc(0)
  let length = 0
  return {
    get length() {
      return length
    },

    /** Takes the memory of the piece. */
    put: (piece: Buffer): void => {
      const size = length + piece.length
      if (length === 0 && size === announced && isAlone(piece)) {
        hold?.(size)
        bytes = piece
      } else copy(piece, size)
      length = size
    },

    /** All that was put in. */
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
