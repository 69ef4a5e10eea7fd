import { sql } from 'kysely'
import type { Db } from '@fieldwatch/server/platform/database/database'

export interface StoredCertificate {
  readonly cert: string
  readonly key: string
  readonly issuedAt: number
}

/** What all servers share of getting certificates. */
export function createAcmeStore(db: Db) {
  return {
    findCertificate: async (domains: string): Promise<StoredCertificate | undefined> => {
      const row = await db
        .selectFrom('acmeCertificate')
        .select(['cert', 'key', 'issuedAt'])
        .where('domains', '=', domains)
        .executeTakeFirst()
      return row && { cert: row.cert, key: row.key, issuedAt: row.issuedAt.getTime() }
    },

    saveCertificate: async (domains: string, { cert, key, issuedAt }: StoredCertificate): Promise<void> => {
      const values = { cert, key, issuedAt: new Date(issuedAt) }
      await db
        .insertInto('acmeCertificate')
        .values({ domains, ...values })
        .onConflict((conflict) => conflict.column('domains').doUpdateSet(values))
        .execute()
    },

    findAccountKey: async (directory: string): Promise<string | undefined> => {
      const row = await db.selectFrom('acmeAccount').select('key').where('directory', '=', directory).executeTakeFirst()
      return row?.key
    },

    saveAccountKey: async (directory: string, key: string): Promise<void> => {
      await db.insertInto('acmeAccount').values({ directory, key }).execute()
    },

    findAnswer: async (token: string): Promise<string | undefined> => {
      const row = await db.selectFrom('acmeChallenge').select('answer').where('token', '=', token).executeTakeFirst()
      return row?.answer
    },

    /** Forgets those of former attempts, too. */
    saveAnswer: async (token: string, answer: string): Promise<void> => {
      await sql`delete from acme_challenge where created_at < now() - interval '1 day'`.execute(db)
      await db.insertInto('acmeChallenge').values({ token, answer }).execute()
    },

    removeAnswer: async (token: string): Promise<void> => {
      await db.deleteFrom('acmeChallenge').where('token', '=', token).execute()
    },
  }
}

export type AcmeStore = ReturnType<typeof createAcmeStore>
