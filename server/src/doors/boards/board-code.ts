import { hash } from 'node:crypto'
import type { Random } from '#platform/random/random.ts'

/** Letters and digits that are not taken for one another on a television: no I and O, no 0 and 1. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 8

/** A new code: 40 random bits. */
export function createBoardCode(random: Random): string {
  // Each of the 32 letters is as likely as the others.
  const bytes = hash('sha256', random.secret(), 'buffer')
  return [...bytes.subarray(0, LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('')
}

/** In two groups, for reading. */
export function formatBoardCode(code: string): string {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`
}

/** What is kept of a code as it was typed: case, spaces and dashes don't matter. It is good for minutes, so a fast hash is enough. */
export function hashBoardCode(typed: string): Buffer {
  return hash('sha256', typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''), 'buffer')
}
