import { DAY_MS, MINUTE_MS } from '@fieldwatch/contract/time/durations'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { KEY_LIFE_MS } from '#platform/idempotency/create-idempotency.ts'
import { FAILURES_KEPT_MS } from '#people/credentials/sign-in-failure-store.ts'

/** Tables whose rows are of use for a while: the column that says until when, and how long they are kept after that. */
const EXPIRING = [
  ['ingest_commit', 'at', 10 * MINUTE_MS],
  ['sign_in_failure', 'at', FAILURES_KEPT_MS],
  ['session', 'ended_at', 7 * DAY_MS],
  ['session', 'expires_at', 7 * DAY_MS],
  ['password_reset', 'expires_at', DAY_MS],
  ['open_id_attempt', 'expires_at', 0],
  ['email_change', 'expires_at', DAY_MS],
  ['program_token', 'expires_at', 30 * DAY_MS],
  ['sign_in_step', 'expires_at', 0],
  ['totp_enrolment', 'expires_at', 0],
  ['passkey_challenge', 'expires_at', 0],
  ['phone_verification', 'created_at', DAY_MS],
  ['idempotent_request', 'created_at', KEY_LIFE_MS],
] as const

export async function removeExpiredRows(db: Db, now: number): Promise<void> {
  for (const [table, column, keptMs] of EXPIRING)
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} < ${new Date(now - keptMs)}`.execute(db)
}
