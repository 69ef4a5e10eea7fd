import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** What lets people and programs in as it did when a backup was taken. */
export interface RestoredAccess {
  readonly programTokens: number
  /** Mailed links that choose a password or confirm an address. */
  readonly links: number
  readonly secondFactors: number
  /** Screens that people without an account see by a link. */
  readonly sharedLinks: number
  /** Screens that show wallboards. */
  readonly screens: number
}

/** What was taken back after a backup, as a later one says. */
export interface LaterChange {
  readonly at: Date
  readonly action: string
  /** A user's address, the name of a token, or an id. */
  readonly subject: string
}

/** Actions after which someone or something could do less. */
const TAKEN_BACK = [
  'revoke program token',
  'rotate unit token',
  'reset second factor',
  'replace second factor',
  'remove second factor',
  'remove passkey',
  'make recovery codes',
  'change password',
  'reset password',
  'set password',
  'disable user',
  'delete user',
  'withdraw shared link',
  'remove screen',
]

/** The access that a restored database gives. */
export function createRestoredAccessStore(db: Db) {
  return {
    /** The servers of the backup run no more, and no one stays signed in. */
    endRunning: async (): Promise<void> => {
      await db.deleteFrom('server').execute()
      await db.deleteFrom('session').execute()
      await db.deleteFrom('signInStep').execute()
    },

    count: async (now: Date): Promise<RestoredAccess> => {
      const { rows } = await sql<RestoredAccess>`
        select
          (select count(*)::int from program_token where expires_at > ${now}) as "programTokens",
          (select count(*)::int from password_reset where used_at is null and expires_at > ${now})
            + (select count(*)::int from email_change where used_at is null and expires_at > ${now}) as links,
          (select count(*)::int from totp) + (select count(*)::int from passkey) as "secondFactors",
          (select count(*)::int from share where expires_at is null or expires_at > ${now}) as "sharedLinks",
          (select count(*)::int from board_screen) as screens`.execute(db)
      const [row] = rows
      if (row === undefined) throw new Error('nothing was counted')
      return row
    },

    /** Work whose failure leaves the transaction as it was before; then it is undefined. */
    attempt: async <T>(work: () => Promise<T>): Promise<T | undefined> => {
      await sql`savepoint attempt`.execute(db)
      try {
        return await work()
      } catch {
        await sql`rollback to savepoint attempt`.execute(db)
        return undefined
      }
    },

    /** A table like the audit log, for that of a later backup; it goes with the transaction. */
    makeLaterLog: async (name: string): Promise<void> => {
      await sql`create temporary table ${sql.id(name)} (like audit_log) on commit drop`.execute(db)
    },

    /** What a later log says was taken back since a moment, the oldest first. */
    listTakenBack: async (name: string, since: Date): Promise<LaterChange[]> => {
      const { rows } = await sql<LaterChange>`
        select entry.at, entry.action,
          coalesce(nullif(entry.before ->> 'name', ''), nullif(entry.before ->> 'email', ''), u.email, entry.subject_id) as subject
        from ${sql.id(name)} entry left join app_user u on u.id = entry.subject_id
        where entry.at > ${since}
          and (entry.action = any(${TAKEN_BACK}) or (entry.action = 'change user' and entry.after ->> 'status' = 'disabled'))
        order by entry.at, entry.id`.execute(db)
      return rows
    },

    /** Ends every token for programs, mailed link, shared link, screen of a wallboard and session; returns how many tokens and links. */
    revokeAll: async (at: Date): Promise<Omit<RestoredAccess, 'secondFactors'>> => {
      const tokens = await db.deleteFrom('programToken').returning('id').execute()
      const shares = await db.deleteFrom('share').returning('id').execute()
      const screens = await db.deleteFrom('boardScreen').returning('id').execute()
      await db.deleteFrom('boardPairing').execute()
      await db.deleteFrom('boardPreview').execute()
      const living = (table: 'passwordReset' | 'emailChange') =>
        db.updateTable(table).set({ usedAt: at }).where('usedAt', 'is', null)
      const resets = await living('passwordReset').returning('tokenHash').execute()
      const changes = await living('emailChange').returning('tokenHash').execute()
      await db.deleteFrom('signInStep').execute()
      await db.updateTable('session').set({ endedAt: at }).where('endedAt', 'is', null).execute()
      return {
        programTokens: tokens.length,
        links: resets.length + changes.length,
        sharedLinks: shares.length,
        screens: screens.length,
      }
    },
  }
}

/**
 * Has no request of a backup reach its unit again, which may have got it after the backup: requests that waited are given up as "not
 * sent", batches go no further.
 */
export async function withholdRequests(db: Db): Promise<void> {
  await sql`update action_request set not_sent_reason = 'restored' where state = 'waiting'`.execute(db)
  await sql`
    update action_batch_unit set left_out = true from action_batch batch
    where batch.id = batch_id and ended_at is null and action_id is null`.execute(db)
  await sql`
    update action_batch set state = 'stopped', stop_reason = 'restored',
      ended_at = floor(extract(epoch from clock_timestamp()) * 1000)
    where ended_at is null`.execute(db)
}
