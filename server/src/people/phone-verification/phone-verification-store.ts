import type { UserId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { VerificationState } from './verification.ts'

interface NewVerification {
  requestHash: Buffer
  userId: UserId
  /** A plus and digits. */
  phone: string
  codeHash: Buffer
  at: number
  expiresAt: number
}

export interface Verification {
  userId: UserId
  phone: string
  codeHash: Buffer
  expiresAt: number
  state: VerificationState
}

export function createPhoneVerificationStore(db: Db) {
  return {
    create: async ({ requestHash, userId, phone, codeHash, at, expiresAt }: NewVerification): Promise<void> => {
      await db
        .insertInto('phone_verification')
        .values({
          request_hash: requestHash,
          user_id: userId,
          phone,
          code_hash: codeHash,
          created_at: new Date(at),
          expires_at: new Date(expiresAt),
        })
        .execute()
    },

    /** Locks the number until the transaction ends: other requests for it wait. */
    lockPhone: async (phone: string): Promise<void> => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`phone:${phone}`}, 0))`.execute(db)
    },

    /** Other requests wait until the transaction ends, so that those of the portal are counted one after the other. */
    lockAll: async (): Promise<void> => {
      await sql`select pg_advisory_xact_lock(hashtextextended('codes by SMS', 0))`.execute(db)
    },

    /** When codes were sent to anyone since `since`, the earliest first. */
    listTimes: async (since: number): Promise<number[]> => {
      const rows = await sentSince(db, since).execute()
      return rows.map((row) => row.created_at.getTime())
    },

    /** When codes were sent to this number since `since`, the earliest first. */
    listTimesOfPhone: (phone: string, since: number): Promise<number[]> => listTimes(db, 'phone', phone, since),

    /** When codes were sent for this user since `since`, the earliest first. */
    listTimesOfUser: (userId: UserId, since: number): Promise<number[]> => listTimes(db, 'user_id', userId, since),

    /** Until the end of the transaction, no one else can try or cancel it. */
    findToChange: async (requestHash: Buffer): Promise<Verification | undefined> => {
      const row = await db
        .selectFrom('phone_verification')
        .selectAll()
        .where('request_hash', '=', requestHash)
        .forUpdate()
        .executeTakeFirst()
      return (
        row && {
          userId: row.user_id,
          phone: row.phone,
          codeHash: row.code_hash,
          expiresAt: row.expires_at.getTime(),
          state: row.state === 'pending' ? { kind: row.state, tries: row.tries } : { kind: row.state },
        }
      )
    },

    setState: async (requestHash: Buffer, state: VerificationState): Promise<void> => {
      await db
        .updateTable('phone_verification')
        .set({ state: state.kind, ...(state.kind === 'pending' ? { tries: state.tries } : {}) })
        .where('request_hash', '=', requestHash)
        .execute()
    },

    cancelAllOf: async (userId: UserId): Promise<void> => {
      await db
        .updateTable('phone_verification')
        .set({ state: 'cancelled' })
        .where('user_id', '=', userId)
        .where('state', '=', 'pending')
        .execute()
    },
  }
}

async function listTimes(db: Db, column: 'phone' | 'user_id', value: string, since: number): Promise<number[]> {
  const rows = await sentSince(db, since)
    .where(column, '=', value as UserId)
    .execute()
  return rows.map((row) => row.created_at.getTime())
}

function sentSince(db: Db, since: number) {
  return db
    .selectFrom('phone_verification')
    .select('created_at')
    .where('created_at', '>', new Date(since))
    .orderBy('created_at')
}
