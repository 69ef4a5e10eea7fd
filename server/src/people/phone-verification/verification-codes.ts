import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** What we keep of the id of a request. It is 256 bits of randomness, so a slow hash would protect nothing. */
export function hashRequestId(requestId: string): Buffer {
  return createHash('sha256').update(requestId).digest()
}

/**
 * What we keep of a code. A hash of four digits alone could be turned back by trying them all; the key is the id of the
 * request, of which we keep only a hash.
 */
export function hashCode(requestId: string, code: string): Buffer {
  return createHmac('sha256', requestId).update(code).digest()
}

/** Takes the same time whether a code is nearly right or not at all. */
export function isSameHash(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
