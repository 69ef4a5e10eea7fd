import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** Less replaced space than this is left to autovacuum. */
const LEAST_BYTES = 2 ** 17
/** The share of the tables that may be replaced chunks. */
const SHARE = 1 / 10

export type ChunkSpaceStore = ReturnType<typeof createChunkSpaceStore>

/**
 * Frees the space of replaced chunks for the next ones. Autovacuum checks once a minute. Without this, a backfill whose chunks
 * are replaced within that minute leaves tables of three times the size of their data, and they never shrink.
 */
export function createChunkSpaceStore(db: Db) {
  let replaced = 0
  return {
    /** Call it after the commit that replaced chunks of so many bytes. */
    free: async (bytes: number): Promise<void> => {
      replaced += bytes
      if (replaced < LEAST_BYTES || replaced < (await chunkBytes(db)) * SHARE) return
      replaced = 0
      await sql`vacuum (skip_locked) record_chunk, record_column, record_summary`.execute(db)
    },
  }
}

async function chunkBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_table_size(name::regclass)) as bytes
    from unnest(array['record_chunk', 'record_column', 'record_summary']) as name`.execute(db)
  return Number(rows[0]?.bytes)
}
