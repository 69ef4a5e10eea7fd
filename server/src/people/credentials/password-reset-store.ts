import type { UserId } from '@fieldwatch/contract/api/ids'
import type { Db } from '#platform/database/database.ts'

interface NewReset {
  tokenHash: Buffer
  userId: UserId
  at: number
  expiresAt: number
}

export function createPasswordResetStore(db: Db) {
  return {
    create: async ({ tokenHash, userId, at, expiresAt }: NewReset): Promise<void> => {
      await db
        .insertInto('password_reset')
        .values({ token_hash: tokenHash, user_id: userId, created_at: new Date(at), expires_at: new Date(expiresAt) })
        .execute()
    },

    countSince: async (userId: UserId, since: number): Promise<number> => {
      const { count } = await db
        .selectFrom('password_reset')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .where('created_at', '>', new Date(since))
        .executeTakeFirstOrThrow()
      return count
    },

    /** Whether a link is still good, and whether its user has yet to choose a first password. */
    findLink: async (tokenHash: Buffer, now: number): Promise<{ userId: UserId; invited: boolean } | undefined> =>
      goodLinks(db, tokenHash, now)
        .select((eb) => ['u.id as userId', eb('u.password_hash', 'is', null).as('invited')] as const)
        .$castTo<{ userId: UserId; invited: boolean }>()
        .executeTakeFirst(),

    /** The active user for whom a link is still good. Within a transaction, no one else can use the link until its end. */
    findUser: async (tokenHash: Buffer, now: number): Promise<{ userId: UserId; email: string } | undefined> => {
      const row = await goodLinks(db, tokenHash, now)
        .select(['u.id', 'u.email'])
        .forUpdate(['r', 'u'])
        .executeTakeFirst()
      return row && { userId: row.id, email: row.email }
    },

    /** Marks all links of this user as used. */
    useAllOf: async (userId: UserId, now: number): Promise<void> => {
      await db
        .updateTable('password_reset')
        .set({ used_at: new Date(now) })
        .where('user_id', '=', userId)
        .where('used_at', 'is', null)
        .execute()
    },

    removeOld: async (before: number): Promise<void> => {
      await db.deleteFrom('password_reset').where('expires_at', '<', new Date(before)).execute()
    },
  }
}

/** The link of this token, where it is neither used nor expired and its user may sign in. */
function goodLinks(db: Db, tokenHash: Buffer, now: number) {
  return db
    .selectFrom('password_reset as r')
    .innerJoin('app_user as u', 'u.id', 'r.user_id')
    .innerJoin('entity as e', 'e.id', 'u.entity_id')
    .where('r.token_hash', '=', tokenHash)
    .where('r.used_at', 'is', null)
    .where('r.expires_at', '>', new Date(now))
    .where('u.status', '=', 'active')
    .where('e.status', '=', 'active')
}
