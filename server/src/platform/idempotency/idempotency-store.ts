import { sql } from 'kysely'
import { countRows } from '#platform/database/count-rows.ts'
import { isRunning } from '#platform/leases/lease-store.ts'
import type { Db } from '#platform/database/database.ts'

interface NewRequest {
  readonly keyHash: Buffer
  readonly caller: string
  readonly requestHash: Buffer
  readonly createdAt: number
  /** Whose lease says whether it is still being done. */
  readonly server: string
}

export interface KeptRequest {
  readonly requestHash: Buffer
  /** Sealed; undefined until the request is done. */
  readonly reply: Buffer | undefined
  /** Whether the server that does it runs. */
  readonly isHeld: boolean
}

/** Requests that must not be done twice, by the hash of their key. */
export function createIdempotencyStore(db: Db) {
  return {
    /** Claims a key; false when it is taken. */
    claim: async ({ keyHash, caller, requestHash, createdAt, server }: NewRequest): Promise<boolean> => {
      const claimed = await db
        .insertInto('idempotentRequest')
        .values({ keyHash, caller, requestHash, createdAt: new Date(createdAt), server })
        .onConflict((conflict) => conflict.doNothing())
        .returning('caller')
        .executeTakeFirst()
      return claimed !== undefined
    },

    find: async (keyHash: Buffer): Promise<KeptRequest | undefined> => {
      const row = await db
        .selectFrom('idempotentRequest')
        .select(['requestHash', 'reply', isRunning(sql`idempotent_request.server`).as('isHeld')])
        .where('keyHash', '=', keyHash)
        .executeTakeFirst()
      return row && { requestHash: row.requestHash, reply: row.reply ?? undefined, isHeld: row.isHeld }
    },

    count: (caller: string): Promise<number> => countRows(db, sql`idempotent_request where caller = ${caller}`),

    finish: async (keyHash: Buffer, reply: Buffer): Promise<void> => {
      await db.updateTable('idempotentRequest').set({ reply }).where('keyHash', '=', keyHash).execute()
    },

    release: async (keyHash: Buffer): Promise<void> => {
      await db.deleteFrom('idempotentRequest').where('keyHash', '=', keyHash).execute()
    },
  }
}
