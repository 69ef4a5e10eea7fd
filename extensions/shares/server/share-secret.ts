import { hash, timingSafeEqual } from 'node:crypto'
import { SHARE_PREFIX } from '../contract/shares.ts'
import type { Random } from '@fieldwatch/server/platform/random/random'

/** A new secret of a link: the prefix and 256 bits of randomness. */
export function createShareSecret(random: Random): string {
  return `${SHARE_PREFIX}${random.secret()}`
}

/**
 * What a visitor reads with once the link is open: the secret, and a proof that only the portal can make. The hash of the password is
 * part of the proof, so that the secret alone reads nothing.
 */
export function passOf(secret: string, passwordHash: string | null): string {
  return `${secret}.${proofOf(secret, passwordHash)}`
}

export function secretOfPass(pass: string): string {
  return pass.split('.', 1)[0] ?? ''
}

export function isPass(pass: string, passwordHash: string | null): boolean {
  const expected = Buffer.from(passOf(secretOfPass(pass), passwordHash))
  const given = Buffer.from(pass)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function proofOf(secret: string, passwordHash: string | null): string {
  return hash('sha256', `${secret}\n${passwordHash ?? ''}`, 'base64url')
}
