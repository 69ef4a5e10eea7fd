import { PROGRAM_TOKEN_PREFIX } from '@fieldwatch/contract/api/program-scopes'
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

/** What may be a token; programs have a prefix of their own. */
const CANDIDATES = /fwp?_[A-Za-z0-9_-]{16,128}/g
/** The letters of a program's token behind its prefix, at least. */
const PROGRAM_LETTERS = 32
const HIDDEN = 'hidden-token'

/**
 * A text without what authenticates: the token of the unit that sends it, known by its hash, and tokens of programs. Wherever it is in the text,
 * and whatever it is called there.
 */
export function withoutSecrets(text: string, tokenHash: Buffer | undefined): string {
  if (!text.includes('fw')) return text
  return text.replaceAll(CANDIDATES, (candidate) => {
    const isProgram = candidate.startsWith(PROGRAM_TOKEN_PREFIX)
    const isSecret = isProgram
      ? candidate.length >= PROGRAM_TOKEN_PREFIX.length + PROGRAM_LETTERS
      : tokenHash !== undefined && isUnitToken(candidate, tokenHash)
    return isSecret ? HIDDEN : candidate
  })
}

const TOKEN = /^fw_[A-Za-z0-9_-]{16,128}$/
const TOKENS = /fw_[A-Za-z0-9_-]+/g
