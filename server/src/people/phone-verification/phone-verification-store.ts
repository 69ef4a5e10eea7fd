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
        .insertInto('phoneVerification')
        .values({
          requestHash,
          userId,
          phone,
          codeHash,
          createdAt: new Date(at),
          expiresAt: new Date(expiresAt),
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
      return rows.map((row) => row.createdAt.getTime())
    },

    /** When codes were sent to this number since `since`, the earliest first. */
    listTimesOfPhone: (phone: string, since: number): Promise<number[]> => listTimes(db, 'phone', phone, since),

    /** When codes were sent for this user since `since`, the earliest first. */
    listTimesOfUser: (userId: UserId, since: number): Promise<number[]> => listTimes(db, 'userId', userId, since),

    /** Until the end of the transaction, no one else can try or cancel it. */
    findToChange: async (requestHash: Buffer): Promise<Verification | undefined> => {
      const row = await db
        .selectFrom('phoneVerification')
        .selectAll()
        .where('requestHash', '=', requestHash)
        .forUpdate()
        .executeTakeFirst()
      return (
        row && {
          userId: row.userId,
          phone: row.phone,
          codeHash: row.codeHash,
          expiresAt: row.expiresAt.getTime(),
          state: row.state === 'pending' ? { kind: row.state, tries: row.tries } : { kind: row.state },
        }
      )
    },

    setState: async (requestHash: Buffer, state: VerificationState): Promise<void> => {
      await db
        .updateTable('phoneVerification')
        .set({ state: state.kind, ...(state.kind === 'pending' ? { tries: state.tries } : {}) })
        .where('requestHash', '=', requestHash)
        .execute()
    },

    cancelAllOf: async (userId: UserId): Promise<void> => {
      await db
        .updateTable('phoneVerification')
        .set({ state: 'cancelled' })
        .where('userId', '=', userId)
        .where('state', '=', 'pending')
        .execute()
    },
  }
}

async function listTimes(db: Db, column: 'phone' | 'userId', value: string, since: number): Promise<number[]> {
  const rows = await sentSince(db, since)
    .where(column, '=', value as UserId)
    .execute()
  return rows.map((row) => row.createdAt.getTime())
}

function sentSince(db: Db, since: number) {
  return db
    .selectFrom('phoneVerification')
    .select('createdAt')
    .where('createdAt', '>', new Date(since))
    .orderBy('createdAt')
}
