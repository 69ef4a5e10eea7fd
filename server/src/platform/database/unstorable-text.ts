/** SQLSTATE codes for a text with U+0000, or half of a surrogate pair in JSON, which PostgreSQL cannot keep. */
const UNSTORABLE_STATES = new Set(['22021', '22P05'])

/** Whether a statement failed because of a character in a text that somebody sent. */
export function isUnstorableText(error: unknown): boolean {
  return error instanceof Error && UNSTORABLE_STATES.has(String((error as NodeJS.ErrnoException).code))
}
