import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { StoredRecord } from './record-reader.ts'

/** Behind which arrival a source is read. */
export interface SourceCursor {
  readonly key: number
  readonly receivedAfter: number
}

export interface ArrivedRow extends StoredRecord {
  readonly key: number
}

interface StoredRow {
  readonly key: number
  readonly atMs: number
  readonly receivedMs: number
  readonly json: string
}

function rowOf({ key, atMs: at, receivedMs: receivedAt, json }: StoredRow): ArrivedRow {
  return { key, at: Math.round(at), receivedAt: Math.round(receivedAt), fields: json }
}

/** What arrived lately of many sources, by one statement. */
export function createArrivedRowsStore(db: Db) {
  return {
    /** Rows in the order of arrival over all sources, then by time. Records in chunks and late records are not among them. */
    list: async (cursors: readonly SourceCursor[], limit: number): Promise<ArrivedRow[]> => {
      if (cursors.length === 0) return []
      const earliest = Math.min(...cursors.map(({ receivedAfter }) => receivedAfter))
      const { rows } = await sql<StoredRow>`
        select source_key as key, date_part('epoch', at) * 1000 as "atMs",
          date_part('epoch', received_at) * 1000 as "receivedMs", fields::text as json
        from record join unnest(
          ${cursors.map(({ key }) => key)}::bigint[],
          ${cursors.map(({ receivedAfter }) => new Date(receivedAfter).toISOString())}::timestamptz[]
        ) given (key, after) on source_key = given.key and received_at > given.after
        where received_at > ${new Date(earliest).toISOString()}::timestamptz
        order by received_at, at, source_key limit ${limit}`.execute(db)
      return rows.map(rowOf)
    },

    /** The first rows of each source, which costs a look through all rows of these sources, and none of the others. */
    listOfEach: async (cursors: readonly SourceCursor[], limit: number): Promise<ArrivedRow[]> => {
      if (cursors.length === 0) return []
      const { rows } = await sql<StoredRow>`
        select key, at_ms as "atMs", received_ms as "receivedMs", json
        from unnest(
          ${cursors.map(({ key }) => key)}::bigint[],
          ${cursors.map(({ receivedAfter }) => new Date(receivedAfter).toISOString())}::timestamptz[]
        ) given (key, after), lateral (
          select date_part('epoch', at) * 1000 as at_ms, date_part('epoch', received_at) * 1000 as received_ms,
            fields::text as json
          from record where source_key = given.key and received_at > given.after
          order by received_at, at limit ${limit}
        ) arrived
        order by key, received_ms, at_ms`.execute(db)
      return rows.map(rowOf)
    },

    /** The keys of sources with chunks or late records behind the cursor. Ask after the rows, so that nothing slips in between. */
    listInChunks: async (cursors: readonly SourceCursor[]): Promise<ReadonlySet<number>> => {
      const { rows } = await sql<{ key: number }>`
        select key from unnest(
          ${cursors.map(({ key }) => key)}::bigint[], ${cursors.map(({ receivedAfter }) => receivedAfter)}::bigint[]
        ) given (key, after)
        where exists (select from record_chunk where source_key = key and last_received_at > after)
          or exists (
            select from record_late where source_key = key and received_at > to_timestamp(after / 1000.0)
          )`.execute(db)
      return new Set(rows.map(({ key }) => key))
    },
  }
}
