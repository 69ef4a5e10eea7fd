import type { Tables } from '#platform/database/tables.ts'
import type { Selectable } from 'kysely'
import type { UserId } from '@fieldwatch/contract/api/ids'
import type { Db } from '#platform/database/database.ts'

interface StoredPasskey {
  /** In Base64 for addresses. */
  id: string
  name: string
  publicKey: Buffer
  counter: number
  transports: string[]
  addedAt: number
  lastUsedAt: number | undefined
}

type NewPasskey = Omit<StoredPasskey, 'lastUsedAt'>

/** The passkeys of people, and the challenges that they answer. */
export function createPasskeyStore(db: Db) {
  return {
    /** `userId` for a passkey that is added. */
    addChallenge: async (challenge: string, userId: UserId | undefined, expiresAt: number): Promise<void> => {
      await db
        .insertInto('passkeyChallenge')
        .values({ challenge, userId: userId ?? null, expiresAt: new Date(expiresAt) })
        .execute()
    },

    /** Uses a challenge up, and returns whether it was good for this. */
    takeChallenge: async (challenge: string, userId: UserId | undefined, now: number): Promise<boolean> => {
      const taken = await db
        .deleteFrom('passkeyChallenge')
        .where('challenge', '=', challenge)
        .where('userId', 'is not distinct from', userId ?? null)
        .where('expiresAt', '>', new Date(now))
        .returning('challenge')
        .executeTakeFirst()
      return taken !== undefined
    },

    /** The newest last. */
    listOf: async (userId: UserId): Promise<StoredPasskey[]> => {
      const rows = await db
        .selectFrom('passkey')
        .selectAll()
        .where('userId', '=', userId)
        .orderBy('addedAt')
        .orderBy('id')
        .execute()
      return rows.map(passkeyOf)
    },

    /** A passkey of someone who may sign in. */
    findActive: async (id: string): Promise<(StoredPasskey & { userId: UserId }) | undefined> => {
      const row = await db
        .selectFrom('passkey as p')
        .innerJoin('appUser as u', 'u.id', 'p.userId')
        .innerJoin('entity as e', 'e.id', 'u.entityId')
        .selectAll('p')
        .where('p.id', '=', id)
        .where('u.status', '=', 'active')
        .where('e.status', '=', 'active')
        .executeTakeFirst()
      return row && { ...passkeyOf(row), userId: row.userId }
    },

    /** False: it is known already. */
    add: async (userId: UserId, passkey: NewPasskey): Promise<boolean> => {
      const { id, name, publicKey, counter, transports, addedAt } = passkey
      const added = await db
        .insertInto('passkey')
        .values({
          id,
          userId,
          name,
          publicKey,
          counter,
          transports,
          addedAt: new Date(addedAt),
          lastUsedAt: null,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst()
      return added !== undefined
    },

    used: async (id: string, counter: number, at: number): Promise<void> => {
      await db
        .updateTable('passkey')
        .set({ counter, lastUsedAt: new Date(at) })
        .where('id', '=', id)
        .execute()
    },

    /** Returns the name before; undefined: the user has no such passkey. */
    rename: async (userId: UserId, id: string, name: string): Promise<string | undefined> => {
      const own = db.selectFrom('passkey').select('name').where('id', '=', id).where('userId', '=', userId)
      const before = await own.forUpdate().executeTakeFirst()
      await db.updateTable('passkey').set({ name }).where('id', '=', id).where('userId', '=', userId).execute()
      return before?.name
    },

    /** Returns the name of what was removed. */
    remove: async (userId: UserId, id: string): Promise<string | undefined> => {
      const removed = await db
        .deleteFrom('passkey')
        .where('id', '=', id)
        .where('userId', '=', userId)
        .returning('name')
        .executeTakeFirst()
      return removed?.name
    },

    removeAllOf: async (userId: UserId): Promise<boolean> => {
      const removed = await db.deleteFrom('passkey').where('userId', '=', userId).returning('id').execute()
      return removed.length > 0
    },
  }
}

function passkeyOf(row: Selectable<Tables['passkey']>): StoredPasskey {
  return {
    id: row.id,
    name: row.name,
    publicKey: row.publicKey,
    counter: row.counter,
    transports: row.transports,
    addedAt: row.addedAt.getTime(),
    lastUsedAt: row.lastUsedAt?.getTime(),
  }
}
