import type { UserId } from '@fieldwatch/contract/api/ids'
import type { Db } from '#platform/database/database.ts'

interface NewEmailChange {
  tokenHash: Buffer
  userId: UserId
  email: string
  at: number
  expiresAt: number
}

export function createEmailChangeStore(db: Db) {
  return {
    create: async ({ tokenHash, userId, email, at, expiresAt }: NewEmailChange): Promise<void> => {
      await db
        .insertInto('email_change')
        .values({
          token_hash: tokenHash,
          user_id: userId,
          email,
          created_at: new Date(at),
          expires_at: new Date(expiresAt),
        })
        .execute()
    },

    countSince: async (userId: UserId, since: number): Promise<number> => {
      const { count } = await db
        .selectFrom('email_change')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .where('created_at', '>', new Date(since))
        .executeTakeFirstOrThrow()
      return count
    },

    /** The change that a link confirms, of a user who may sign in. No one else can use the link until the transaction ends. */
    findGood: async (tokenHash: Buffer, now: number): Promise<{ userId: UserId; email: string } | undefined> => {
      const row = await db
        .selectFrom('email_change as c')
        .innerJoin('app_user as u', 'u.id', 'c.user_id')
        .innerJoin('entity as e', 'e.id', 'u.entity_id')
        .select(['c.user_id', 'c.email'])
        .where('c.token_hash', '=', tokenHash)
        .where('c.used_at', 'is', null)
        .where('c.expires_at', '>', new Date(now))
        .where('u.status', '=', 'active')
        .where('e.status', '=', 'active')
        .forUpdate(['c', 'u'])
        .executeTakeFirst()
      return row && { userId: row.user_id, email: row.email }
    },

    /** Ends all links of this user. */
    useAllOf: async (userId: UserId, now: number): Promise<void> => {
      await db
        .updateTable('email_change')
        .set({ used_at: new Date(now) })
        .where('user_id', '=', userId)
        .where('used_at', 'is', null)
        .execute()
    },

    removeOld: async (before: number): Promise<void> => {
      await db.deleteFrom('email_change').where('expires_at', '<', new Date(before)).execute()
    },
  }
}
