import { createHash } from 'node:crypto'

/** Counts and sums up bytes as they pass. */
export function createChecksum() {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    add: (chunk: Buffer | string): void => {
      hash.update(chunk)
      bytes += chunk.length
    },
    /** Ends it. */
    result: () => ({ bytes, sha256: hash.digest('hex') }),
  }
}
