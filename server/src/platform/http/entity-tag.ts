import { createHash } from 'node:crypto'

/** A strong validator of a body, independent of how it is cut into parts (RFC 9110, section 8.8.3). */
export function entityTagOf(parts: readonly Uint8Array[]): string {
  const hash = createHash('sha1')
  for (const part of parts) hash.update(part)
  return `"${hash.digest('base64url')}"`
}

/** Whether the client has the body already (RFC 9110, section 13.1.2): the answer is then 304 without it. */
export function isKnown(ifNoneMatch: string | undefined, entityTag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === entityTag)
}
