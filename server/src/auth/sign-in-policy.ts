/** Failures of one account or one address within the window that lock it. */
export const FAILURES_TO_LOCK = 10
export const LOCK_MS = 15 * 60_000

/**
 * Until when an account or an address is locked, given the times of its failures. Attempts while it is locked are not
 * failures, so that it opens again by itself.
 */
export function lockedUntil(failures: readonly number[], now: number): number | undefined {
  const last = Math.max(...failures)
  const together = failures.filter((at) => at > last - LOCK_MS)
  const until = last + LOCK_MS
  return together.length >= FAILURES_TO_LOCK && now < until ? until : undefined
}
