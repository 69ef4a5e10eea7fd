import type { UserId } from '@fieldwatch/contract/ids'
import type { Db } from '#platform/database/database.ts'

interface NewStep {
  tokenHash: Buffer
  userId: UserId
  expiresAt: number
}

/** Sign-ins whose password was right and that wait for the second factor. */
export function createSignInStepStore(db: Db) {
  return {
    create: async ({ tokenHash, userId, expiresAt }: NewStep): Promise<void> => {
      await db
        .insertInto('sign_in_step')
        .values({ token_hash: tokenHash, user_id: userId, expires_at: new Date(expiresAt) })
        .execute()
    },

    /** The active user who gave the password. */
    find: async (tokenHash: Buffer, now: number): Promise<{ userId: UserId } | undefined> => {
      const row = await db
        .selectFrom('sign_in_step as s')
        .innerJoin('app_user as u', 'u.id', 's.user_id')
        .innerJoin('entity as e', 'e.id', 'u.entity_id')
        .select('u.id')
        .where('s.token_hash', '=', tokenHash)
        .where('s.expires_at', '>', new Date(now))
        .where('u.status', '=', 'active')
        .where('e.status', '=', 'active')
        .executeTakeFirst()
      return row && { userId: row.id }
    },

    /** Uses a step up; false: somebody else did. */
    take: async (tokenHash: Buffer): Promise<boolean> => {
      const taken = await db
        .deleteFrom('sign_in_step')
        .where('token_hash', '=', tokenHash)
        .returning('user_id')
        .executeTakeFirst()
      return taken !== undefined
    },

    removeAllOf: async (userId: UserId): Promise<void> => {
      await db.deleteFrom('sign_in_step').where('user_id', '=', userId).execute()
    },

    removeOld: async (before: number): Promise<void> => {
      await db.deleteFrom('sign_in_step').where('expires_at', '<', new Date(before)).execute()
    },
  }
}
