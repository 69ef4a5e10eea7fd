import { sql } from 'kysely'
import type { Db } from '#database/database.ts'
import { LOCK_MS, lockedUntil } from './sign-in-policy.ts'

export interface Attempt {
  account: string
  address: string
  at: number
}

/** A failure can count for two windows: the one that locks, and the lock that follows. */
const KEPT_MS = 2 * LOCK_MS

/**
 * Counts failures. An attempt is counted as a failure before the password is looked at and taken back when it was right, so
 * that guesses made at the same time cannot slip through together.
 */
export function createSignInFailureStore(db: Db) {
  return {
    /** Returns until when the account or address is locked; only if it is not, the attempt counts. */
    begin: (attempt: Attempt): Promise<number | undefined> =>
      db.transaction().execute(async (tx) => {
        let until: number | undefined
        for (const subject of subjectsOf(attempt)) {
          await sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`.execute(tx)
          until = later(until, lockedUntil(await listTimes(tx, subject, attempt.at), attempt.at))
        }
        if (until !== undefined) return until
        const rows = subjectsOf(attempt).map((subject) => ({ subject, at: new Date(attempt.at) }))
        await tx.insertInto('sign_in_failure').values(rows).execute()
        return undefined
      }),

    /** The password was right: the account starts afresh, the address only gets this attempt back. */
    succeed: async (attempt: Attempt): Promise<void> => {
      const [account, address] = subjectsOf(attempt)
      await sql`
        delete from sign_in_failure where subject = ${account} or ctid in (
          select ctid from sign_in_failure where subject = ${address} and at = ${new Date(attempt.at)} limit 1
        )`.execute(db)
    },

    /** Whoever proved in another way whose account it is starts afresh. */
    forgive: async (account: string): Promise<void> => {
      await db.deleteFrom('sign_in_failure').where('subject', '=', `account:${account.toLowerCase()}`).execute()
    },

    removeOld: async (now: number): Promise<void> => {
      await db
        .deleteFrom('sign_in_failure')
        .where('at', '<', new Date(now - KEPT_MS))
        .execute()
    },
  }
}

function subjectsOf({ account, address }: Attempt): [string, string] {
  return [`account:${account.toLowerCase()}`, `address:${address}`]
}

async function listTimes(db: Db, subject: string, now: number): Promise<number[]> {
  const rows = await db
    .selectFrom('sign_in_failure')
    .select('at')
    .where('subject', '=', subject)
    .where('at', '>', new Date(now - KEPT_MS))
    .execute()
  return rows.map((row) => row.at.getTime())
}

function later(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || (b !== undefined && b > a) ? b : a
}
