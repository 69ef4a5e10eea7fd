import type { JWK } from 'jose'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** The number of the advisory lock: any that nothing else uses. */
const LOCK = 7_402_001

export interface StoredKey {
  id: string
  privateKey: JWK
  publicKey: JWK
}

/** Keys that ID tokens are signed with, the newest first. */
export function createSigningKeyStore(db: Db) {
  return {
    list: (): Promise<StoredKey[]> => list(db),

    /** Stores the first key: of several servers that start at once, only the first `make` counts. */
    createFirst: (make: () => Promise<StoredKey>, at: number): Promise<StoredKey[]> =>
      db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
        if ((await list(tx)).length === 0) {
          const key = await make()
          await tx
            .insertInto('signingKey')
            .values({
              id: key.id,
              privateKey: JSON.stringify(key.privateKey),
              publicKey: JSON.stringify(key.publicKey),
              createdAt: new Date(at),
            })
            .execute()
        }
        return list(tx)
      }),
  }
}

async function list(db: Db): Promise<StoredKey[]> {
  const rows = await db.selectFrom('signingKey').selectAll().orderBy('createdAt', 'desc').orderBy('id').execute()
  return rows.map((row) => ({ id: row.id, privateKey: row.privateKey as JWK, publicKey: row.publicKey as JWK }))
}
