import type { UserId } from '@fieldwatch/contract/api/ids'
import type { Db } from '#platform/database/database.ts'

/** What a person has besides the password. */
export interface OwnFactors {
  /** Since when an authenticator app is asked for. */
  totpSince: number | undefined
  passkeys: number
  recoveryCodesLeft: number
}

/** Whether signing in asks for more than the password. */
export function hasSecondFactor({ totpSince, passkeys }: OwnFactors): boolean {
  return totpSince !== undefined || passkeys > 0
}

/** The second factors of people: authenticator apps and recovery codes. Secrets and codes come and go sealed. */
export function createSecondFactorStore(db: Db) {
  return {
    find: async (userId: UserId): Promise<OwnFactors> => {
      const row = await db
        .selectNoFrom((eb) => [
          eb.selectFrom('totp').select('since').where('userId', '=', userId).as('totpSince'),
          eb
            .selectFrom('recoveryCode')
            .select((codes) => codes.fn.countAll<number>().as('count'))
            .where('userId', '=', userId)
            .where('usedAt', 'is', null)
            .as('codesLeft'),
          eb
            .selectFrom('passkey')
            .select((passkeys) => passkeys.fn.countAll<number>().as('count'))
            .where('userId', '=', userId)
            .as('passkeys'),
        ])
        .executeTakeFirstOrThrow()
      return {
        totpSince: row.totpSince?.getTime(),
        passkeys: row.passkeys ?? 0,
        recoveryCodesLeft: row.codesLeft ?? 0,
      }
    },

    findTotpSecret: async (userId: UserId): Promise<Buffer | undefined> =>
      (await db.selectFrom('totp').select('secret').where('userId', '=', userId).executeTakeFirst())?.secret,

    /** Takes the code of a step, and none of that step or an earlier one after it. Returns whether it was taken. */
    takeStep: async (userId: UserId, step: number): Promise<boolean> => {
      const taken = await db
        .updateTable('totp')
        .set({ lastStep: step })
        .where('userId', '=', userId)
        .where('lastStep', '<', step)
        .returning('userId')
        .executeTakeFirst()
      return taken !== undefined
    },

    /** Replaces an enrolment that was begun before. */
    beginEnrolment: async (userId: UserId, secret: Buffer, expiresAt: number): Promise<void> => {
      const row = { secret, expiresAt: new Date(expiresAt) }
      await db
        .insertInto('totpEnrolment')
        .values({ userId, ...row })
        .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
        .execute()
    },

    /** Locks the enrolment until the transaction ends. */
    findEnrolment: async (userId: UserId, now: number): Promise<Buffer | undefined> => {
      const row = await db
        .selectFrom('totpEnrolment')
        .select('secret')
        .where('userId', '=', userId)
        .where('expiresAt', '>', new Date(now))
        .forUpdate()
        .executeTakeFirst()
      return row?.secret
    },

    /** Puts an authenticator app in the place of the one before, if any. */
    setTotp: async (
      userId: UserId,
      { secret, step, at }: { secret: Buffer; step: number; at: number },
    ): Promise<void> => {
      const row = { secret, lastStep: step, since: new Date(at) }
      await db
        .insertInto('totp')
        .values({ userId, ...row })
        .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
        .execute()
      await db.deleteFrom('totpEnrolment').where('userId', '=', userId).execute()
    },

    removeTotp: async (userId: UserId): Promise<boolean> => {
      await db.deleteFrom('totpEnrolment').where('userId', '=', userId).execute()
      const removed = await db.deleteFrom('totp').where('userId', '=', userId).returning('userId').executeTakeFirst()
      return removed !== undefined
    },

    /** Puts recovery codes in the place of those before; with none, there are none any more. */
    setRecoveryCodes: async (userId: UserId, fingerprints: readonly Buffer[]): Promise<void> => {
      await db.deleteFrom('recoveryCode').where('userId', '=', userId).execute()
      const rows = fingerprints.map((fingerprint) => ({ userId, fingerprint }))
      if (rows.length > 0) await db.insertInto('recoveryCode').values(rows).execute()
    },

    /** Returns whether the code was good, which it is once. */
    takeRecoveryCode: async (userId: UserId, fingerprint: Buffer, now: number): Promise<boolean> => {
      const taken = await db
        .updateTable('recoveryCode')
        .set({ usedAt: new Date(now) })
        .where('userId', '=', userId)
        .where('fingerprint', '=', fingerprint)
        .where('usedAt', 'is', null)
        .returning('userId')
        .executeTakeFirst()
      return taken !== undefined
    },
  }
}
