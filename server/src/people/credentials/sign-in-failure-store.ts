import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { FAILURES_EVERYWHERE_TO_LOCK, FAILURES_TO_LOCK, LOCK_MS, lockedUntil } from './sign-in-policy.ts'

export interface Attempt {
  id: string
  /** The email address as it was typed. */
  account: string
  network: string
  /** The browser, when it has signed in to this account before: then only its own failures count. */
  browser: string | undefined
  at: number
}

/** Whose sign-ins a lock shuts out: those from a network, those from a browser, or those from everywhere. */
export type LockedWhere = 'network' | 'browser' | 'everywhere'

/** How long failures are kept: they count within the window that locks, and within the lock that follows. */
export const FAILURES_KEPT_MS = 2 * LOCK_MS

/**
 * Counts failures. An attempt is counted before the password is looked at and taken back when it was right, so that guesses
 * made at the same time cannot slip through together.
 */
export function createSignInFailureStore(db: Db) {
  return {
    /**
     * Counts the attempt, and returns what is locked if it fails.
     * @throws DomainError auth/too-many-requests while a lock holds
     */
    begin: (attempt: Attempt): Promise<LockedWhere | undefined> =>
      db.transaction().execute(async (tx) => {
        const account = attempt.account.toLowerCase()
        await sql`select pg_advisory_xact_lock(hashtextextended(${account}, 0))`.execute(tx)
        let locks: LockedWhere | undefined
        for (const { where, failures, most } of countersOf(attempt, await list(tx, account, attempt.at))) {
          const until = lockedUntil(failures, attempt.at, most)
          if (until !== undefined) throw tooManyRequests(until - attempt.at)
          if (lockedUntil([...failures, attempt.at], attempt.at, most) !== undefined) locks = where
        }
        const { id, network, browser = null, at } = attempt
        await tx
          .insertInto('signInFailure')
          .values({ id, account, network, browser, at: new Date(at) })
          .execute()
        return locks
      }),

    /** The password was wrong, or there is no such account. */
    fail: async ({ id }: Attempt): Promise<void> => {
      await db.updateTable('signInFailure').set({ failed: true }).where('id', '=', id).execute()
    },

    /** The password was right: the account starts afresh there. */
    succeed: async ({ account, network, browser }: Attempt): Promise<void> => {
      await db
        .deleteFrom('signInFailure')
        .where('account', '=', account.toLowerCase())
        .where((eb) =>
          browser === undefined
            ? eb.and([eb('network', '=', network), eb('browser', 'is', null)])
            : eb('browser', '=', browser),
        )
        .execute()
    },

    /** For how many accounts a network failed within the window, known browsers aside. */
    countAccounts: async (network: string, now: number): Promise<number> => {
      const { count } = await db
        .selectFrom('signInFailure')
        .select((eb) => eb.fn.count<number>('account').distinct().as('count'))
        .where('network', '=', network)
        .where('browser', 'is', null)
        .where('failed', '=', true)
        .where('at', '>', new Date(now - LOCK_MS))
        .executeTakeFirstOrThrow()
      return count
    },

    /** Clears the failures of an account whose owner proved it in another way. */
    forgive: async (account: string): Promise<void> => {
      await db.deleteFrom('signInFailure').where('account', '=', account.toLowerCase()).execute()
    },
  }
}

/** The answer to who has to wait so many milliseconds. */
export function tooManyRequests(milliseconds: number): DomainError {
  return new DomainError('auth/too-many-requests', { details: { retryAfterSeconds: Math.ceil(milliseconds / 1000) } })
}

interface Counter {
  where: LockedWhere
  failures: readonly number[]
  most: number
}

interface Failure {
  network: string
  browser: string | null
  at: number
}

/** The counters that an attempt is measured against. */
function countersOf({ network, browser }: Attempt, failures: readonly Failure[]): Counter[] {
  const times = (of: readonly Failure[]): number[] => of.map(({ at }) => at)
  if (browser !== undefined) {
    const own = failures.filter((failure) => failure.browser === browser)
    return [{ where: 'browser', failures: times(own), most: FAILURES_TO_LOCK }]
  }
  const strangers = failures.filter((failure) => failure.browser === null)
  const here = strangers.filter((failure) => failure.network === network)
  return [
    { where: 'network', failures: times(here), most: FAILURES_TO_LOCK },
    { where: 'everywhere', failures: times(strangers), most: FAILURES_EVERYWHERE_TO_LOCK },
  ]
}

async function list(db: Db, account: string, now: number): Promise<Failure[]> {
  const rows = await db
    .selectFrom('signInFailure')
    .select(['network', 'browser', 'at'])
    .where('account', '=', account)
    .where('at', '>', new Date(now - FAILURES_KEPT_MS))
    .execute()
  return rows.map((row) => ({ ...row, at: row.at.getTime() }))
}
