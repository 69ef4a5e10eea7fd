import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

/** A millisecond or two of work. */
const BYTES_A_TURN = 1024 * 1024

/**
 * A strong validator of a body, independent of how it is cut into parts (RFC 9110, section 8.8.3). Others have their turn in the meantime.
 */
export async function entityTagOf(parts: readonly Uint8Array[]): Promise<string> {
  const hash = createHash('sha1')
  let bytes = 0
  for (const part of parts) {
    for (let from = 0; from < part.length; from += BYTES_A_TURN) {
      const some = part.subarray(from, from + BYTES_A_TURN)
      hash.update(some)
      bytes += some.length
      if (bytes < BYTES_A_TURN) continue
      bytes = 0
      await setImmediate()
    }
  }
  return `"${hash.digest('base64url')}"`
}

/** Whether the client has the body already (RFC 9110, section 13.1.2): the answer is then 304 without it. */
export function isKnown(ifNoneMatch: string | undefined, entityTag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === entityTag)
}
