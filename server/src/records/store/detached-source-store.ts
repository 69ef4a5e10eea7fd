import type { DataId, EntityId, SourceName, UserId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** Rows of one piece: a transaction of some 100 ms. */
const PIECE = 5_000
/** Chunks are larger. */
const CHUNK_PIECE = 200

const TABLES: readonly (readonly [string, number])[] = [
  ['record', PIECE],
  ['record_late', CHUNK_PIECE],
  ['record_column', CHUNK_PIECE],
  ['record_summary', CHUNK_PIECE],
  ['record_chunk', CHUNK_PIECE],
  ['record_import_commit', PIECE],
]

/** Who deletes one source; left out: it goes with its unit. */
interface Begun {
  readonly by: UserId
  readonly entity: EntityId | undefined
  /** As its deletion is called. */
  readonly name: string
}

/** Sources that are deleted: gone from their unit at once, while their records are removed in pieces. Use it in a transaction. */
export function createDetachedSourceStore(db: Db) {
  return {
    /** Takes sources away from a unit, all of them without a name. A commit under way with their keys stores nothing. Returns how many. */
    detach: async (dataId: DataId, name: SourceName | undefined, now: number, begun?: Begun): Promise<number> => {
      const { numAffectedRows = 0n } = await sql`
        with gone as (
          delete from source where data_id = ${dataId} ${name === undefined ? sql`` : sql`and name = ${name}`}
          returning source_key
        )
        insert into job (kind, subject, name, payload, created_at, created_by, entity_id)
        select 'delete source', source_key::text, ${begun?.name ?? null}::text, '{}', ${now}::bigint, ${begun?.by ?? null}::text, ${begun?.entity ?? null}::text
        from gone
        on conflict (kind, subject) where ended_at is null do nothing`.execute(db)
      return Number(numAffectedRows)
    },

    /** Removes a piece of what is stored of a source. Returns how many rows: 0 when nothing is left. */
    removePiece: async (key: number): Promise<number> => {
      // Waits for compaction, which must not write chunks of records that are being removed.
      await sql`select pg_advisory_xact_lock(hashtextextended('compaction', ${key}))`.execute(db)
      await sql`select pg_advisory_xact_lock(hashtextextended('chunks', ${key}))`.execute(db)
      for (const [table, most] of TABLES) {
        const { numAffectedRows = 0n } = await sql`
          delete from ${sql.table(table)} where ctid = any (
            array(select ctid from ${sql.table(table)} where source_key = ${key} limit ${most})
          )`.execute(db)
        if (numAffectedRows > 0n) return Number(numAffectedRows)
      }
      return 0
    },
  }
}
