import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { Db } from '@fieldwatch/server/platform/database/database'

interface Attempt {
  stateHash: Buffer
  /** The hash of the secret that the browser keeps in the meantime. */
  browserHash: Buffer
  nonce: string
  codeVerifier: string
  expiresAt: number
}

export interface Identity {
  issuer: string
  subject: string
}

export function createOpenIdStore(db: Db) {
  return {
    begin: async ({ stateHash, browserHash, nonce, codeVerifier, expiresAt }: Attempt): Promise<void> => {
      const row = { stateHash, browserHash, nonce, codeVerifier }
      await db
        .insertInto('openIdAttempt')
        .values({ ...row, expiresAt: new Date(expiresAt) })
        .execute()
    },

    /** Takes an attempt away, so that its answer counts once; undefined when it is another browser's, over or unknown. */
    take: async (
      stateHash: Buffer,
      browserHash: Buffer,
      now: number,
    ): Promise<{ nonce: string; codeVerifier: string } | undefined> => {
      return db
        .deleteFrom('openIdAttempt')
        .where('stateHash', '=', stateHash)
        .where('browserHash', '=', browserHash)
        .where('expiresAt', '>', new Date(now))
        .returning(['nonce', 'codeVerifier'])
        .executeTakeFirst()
    },

    findUser: async ({ issuer, subject }: Identity): Promise<UserId | undefined> => {
      const row = await db
        .selectFrom('openIdIdentity')
        .select('userId')
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirst()
      return row?.userId
    },

    link: async ({ issuer, subject }: Identity, userId: UserId, at: number): Promise<void> => {
      await db
        .insertInto('openIdIdentity')
        .values({ issuer, subject, userId, createdAt: new Date(at) })
        .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
        .execute()
    },

    /** The active entities of a name: more than one cannot be meant. */
    listEntitiesNamed: async (name: string): Promise<EntityId[]> => {
      const rows = await db
        .selectFrom('entity')
        .select('id')
        .where('name', '=', name)
        .where('status', '=', 'active')
        .limit(2)
        .execute()
      return rows.map(({ id }) => id)
    },
  }
}
