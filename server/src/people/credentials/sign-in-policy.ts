/** Failures within the window that lock: of one account from one network, or from one known browser. */
export const FAILURES_TO_LOCK = 10
/** Failures of one account from anywhere that lock it, known browsers aside. */
export const FAILURES_EVERYWHERE_TO_LOCK = 100
export const LOCK_MS = 15 * 60_000

/** So many accounts failed from one network within the window slow that network down. */
export const ACCOUNTS_TO_SLOW = 10

const SLOWED_BY_EACH_MS = 50
const SLOWED_BY_MOST_MS = 2000

/**
 * Until when sign-ins are locked, given the times of the failures and how many lock. Attempts while it is locked are not
 * failures, so that it opens again by itself.
 */
export function lockedUntil(failures: readonly number[], now: number, most: number): number | undefined {
  const last = Math.max(...failures)
  const together = failures.filter((at) => at > last - LOCK_MS)
  const until = last + LOCK_MS
  return together.length >= most && now < until ? until : undefined
}

/** How long each attempt from a network waits, in milliseconds, given for how many accounts it failed lately. */
export function slowedBy(accounts: number): number {
  return accounts <= ACCOUNTS_TO_SLOW ? 0 : Math.min(accounts * SLOWED_BY_EACH_MS, SLOWED_BY_MOST_MS)
}
