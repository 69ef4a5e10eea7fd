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
          eb.selectFrom('totp').select('since').where('user_id', '=', userId).as('totp_since'),
          eb
            .selectFrom('recovery_code')
            .select((codes) => codes.fn.countAll<number>().as('count'))
            .where('user_id', '=', userId)
            .where('used_at', 'is', null)
            .as('codes_left'),
          eb
            .selectFrom('passkey')
            .select((passkeys) => passkeys.fn.countAll<number>().as('count'))
            .where('user_id', '=', userId)
            .as('passkeys'),
        ])
        .executeTakeFirstOrThrow()
      return {
        totpSince: row.totp_since?.getTime(),
        passkeys: row.passkeys ?? 0,
        recoveryCodesLeft: row.codes_left ?? 0,
      }
    },

    findTotpSecret: async (userId: UserId): Promise<Buffer | undefined> =>
      (await db.selectFrom('totp').select('secret').where('user_id', '=', userId).executeTakeFirst())?.secret,

    /** Takes the code of a step, and none of that step or an earlier one after it. Returns whether it was taken. */
    takeStep: async (userId: UserId, step: number): Promise<boolean> => {
      const taken = await db
        .updateTable('totp')
        .set({ last_step: step })
        .where('user_id', '=', userId)
        .where('last_step', '<', step)
        .returning('user_id')
        .executeTakeFirst()
      return taken !== undefined
    },

    /** Replaces an enrolment that was begun before. */
    beginEnrolment: async (userId: UserId, secret: Buffer, expiresAt: number): Promise<void> => {
      const row = { secret, expires_at: new Date(expiresAt) }
      await db
        .insertInto('totp_enrolment')
        .values({ user_id: userId, ...row })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute()
    },

    /** Locks the enrolment until the transaction ends. */
    findEnrolment: async (userId: UserId, now: number): Promise<Buffer | undefined> => {
      const row = await db
        .selectFrom('totp_enrolment')
        .select('secret')
        .where('user_id', '=', userId)
        .where('expires_at', '>', new Date(now))
        .forUpdate()
        .executeTakeFirst()
      return row?.secret
    },

    /** Puts an authenticator app in the place of the one before, if any. */
    setTotp: async (
      userId: UserId,
      { secret, step, at }: { secret: Buffer; step: number; at: number },
    ): Promise<void> => {
      const row = { secret, last_step: step, since: new Date(at) }
      await db
        .insertInto('totp')
        .values({ user_id: userId, ...row })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute()
      await db.deleteFrom('totp_enrolment').where('user_id', '=', userId).execute()
    },

    removeTotp: async (userId: UserId): Promise<boolean> => {
      await db.deleteFrom('totp_enrolment').where('user_id', '=', userId).execute()
      const removed = await db.deleteFrom('totp').where('user_id', '=', userId).returning('user_id').executeTakeFirst()
      return removed !== undefined
    },

    /** Puts recovery codes in the place of those before; with none, there are none any more. */
    setRecoveryCodes: async (userId: UserId, fingerprints: readonly Buffer[]): Promise<void> => {
      await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
      const rows = fingerprints.map((fingerprint) => ({ user_id: userId, fingerprint }))
      if (rows.length > 0) await db.insertInto('recovery_code').values(rows).execute()
    },

    /** Returns whether the code was good, which it is once. */
    takeRecoveryCode: async (userId: UserId, fingerprint: Buffer, now: number): Promise<boolean> => {
      const taken = await db
        .updateTable('recovery_code')
        .set({ used_at: new Date(now) })
        .where('user_id', '=', userId)
        .where('fingerprint', '=', fingerprint)
        .where('used_at', 'is', null)
        .returning('user_id')
        .executeTakeFirst()
      return taken !== undefined
    },
  }
}
