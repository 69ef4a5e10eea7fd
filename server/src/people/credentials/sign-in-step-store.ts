import type { UserId } from '@fieldwatch/contract/api/ids'
import type { Db } from '#platform/database/database.ts'

/** `ask`: for the second factor that is there; `set up`: for one to be set up. */
type StepKind = 'ask' | 'set up'

interface NewStep {
  tokenHash: Buffer
  kind: StepKind
  userId: UserId
  expiresAt: number
}

interface Step {
  /** The active user who gave the password. */
  userId: UserId
  /** What the authenticator app that is set up was given, sealed. */
  secret: Buffer | undefined
}

/** Sign-ins whose password was right and that wait for the second factor, or for one to be set up. */
export function createSignInStepStore(db: Db) {
  return {
    create: async ({ tokenHash, kind, userId, expiresAt }: NewStep): Promise<void> => {
      await db
        .insertInto('signInStep')
        .values({ tokenHash, setsUp: kind === 'set up', userId, expiresAt: new Date(expiresAt) })
        .execute()
    },

    find: async (tokenHash: Buffer, kind: StepKind, now: number): Promise<Step | undefined> => {
      const row = await db
        .selectFrom('signInStep as s')
        .innerJoin('appUser as u', 'u.id', 's.userId')
        .innerJoin('entity as e', 'e.id', 'u.entityId')
        .select(['u.id', 's.secret'])
        .where('s.tokenHash', '=', tokenHash)
        .where('s.setsUp', '=', kind === 'set up')
        .where('s.expiresAt', '>', new Date(now))
        .where('u.status', '=', 'active')
        .where('e.status', '=', 'active')
        .executeTakeFirst()
      return row && { userId: row.id, secret: row.secret ?? undefined }
    },

    /** Keeps the secret for the authenticator app of a step, which has one from then on; returns that of anyone who was first. */
    keepSecret: async (tokenHash: Buffer, secret: Buffer): Promise<Buffer | undefined> => {
      const row = await db
        .updateTable('signInStep')
        .set((eb) => ({ secret: eb.fn.coalesce('secret', eb.val(secret)) }))
        .where('tokenHash', '=', tokenHash)
        .returning('secret')
        .executeTakeFirst()
      return row?.secret ?? undefined
    },

    /** Uses a step up; false: someone else did. */
    take: async (tokenHash: Buffer): Promise<boolean> => {
      const taken = await db
        .deleteFrom('signInStep')
        .where('tokenHash', '=', tokenHash)
        .returning('userId')
        .executeTakeFirst()
      return taken !== undefined
    },

    removeAllOf: async (userId: UserId): Promise<void> => {
      await db.deleteFrom('signInStep').where('userId', '=', userId).execute()
    },
  }
}
