import { hash, timingSafeEqual } from 'node:crypto'
import type { Random } from '#platform/random/random.ts'

const PREFIX = 'fw_'

/** A new secret of a unit: `fw_` and 256 bits of randomness. */
export function createUnitToken(random: Random): string {
  return `${PREFIX}${random.secret()}`
}

/** What is kept of a token. */
export function hashUnitToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** Compares in constant time. */
export function isUnitToken(token: string, tokenHash: Buffer): boolean {
  return timingSafeEqual(hashUnitToken(token), tokenHash)
}

/** Whether a text has the form of a token. */
export function looksLikeUnitToken(text: string): boolean {
  return TOKEN.test(text)
}

/** A text without the tokens in it, for logs. */
export function hideTokens(text: string): string {
  return text.replaceAll(TOKENS, `${PREFIX}…`)
}

const TOKEN = /^fw_[A-Za-z0-9_-]{16,128}$/
const TOKENS = /fw_[A-Za-z0-9_-]+/g
