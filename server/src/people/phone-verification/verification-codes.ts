import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** The stored hash of a request's id: SHA-256 is enough for 256 random bits. */
export function hashRequestId(requestId: string): Buffer {
  return createHash('sha256').update(requestId).digest()
}

/**
 * The stored hash of a code. Four digits alone could be found by trying all; the hash is keyed with the id of the request, of
 * which only a hash is kept.
 */
export function hashCode(requestId: string, code: string): Buffer {
  return createHmac('sha256', requestId).update(code).digest()
}

/** Compares in constant time. */
export function isSameHash(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
