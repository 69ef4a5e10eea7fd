import { hash } from 'node:crypto'

/** A strong validator of a body (RFC 9110, section 8.8.3): other bytes have another one. */
export function entityTagOf(body: Uint8Array): string {
  return `"${hash('sha1', body, 'base64url')}"`
}

/** Whether who asks has the body already (RFC 9110, section 13.1.2): the answer is then 304 without it. */
export function isKnown(ifNoneMatch: string | undefined, entityTag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === entityTag)
}
