import type pg from 'pg'
import type { Chunk } from '#records/chunks/chunk.ts'
import { type ClosedRange, insertChunkQuery } from '#records/store/chunk-store.ts'
import type { OccupiedRange } from '#records/store/encode-stretch.ts'
import { type LateRecords, writeLate } from '#records/store/late-records-store.ts'

/** What one commit brings to a source besides rows. */
export interface NewStretches {
  readonly sourceKey: number
  readonly chunks: readonly Chunk[]
  readonly late: readonly LateRecords[]
}

type Connection = Pick<pg.ClientBase, 'query'>

/** The most occupied ranges that are avoided; with more, everything becomes rows. */
const MOST_OCCUPIED = 10_000

/** Where records are stored between two times, in the order of time: chunks, and rows one by one. Late records are within chunks. */
export async function listOccupied(
  connection: Connection,
  source: { readonly dataId: string; readonly name: string },
  { start, end }: ClosedRange,
): Promise<OccupiedRange[]> {
  const { rows } = await connection.query<{ start_at: number; end_at: number; is_chunk: boolean }>(
    `with asked as (select source_key from source where data_id = $1 and name = $2)
     select start_at, end_at, times is not null as is_chunk from record_chunk join asked using (source_key)
     where end_at >= $3 and start_at <= $4
     union all
     (select at_ms, at_ms, false from asked cross join lateral (
       select (extract(epoch from at) * 1000)::bigint as at_ms from record
       where record.source_key = asked.source_key
         and at >= to_timestamp($3::float8 / 1000) and at <= to_timestamp($4::float8 / 1000)
       order by at limit $5
     ) found)
     order by 1`,
    [source.dataId, source.name, start, end, MOST_OCCUPIED],
  )
  const occupied = rows.map((row) => ({ start: row.start_at, end: row.end_at, isChunk: row.is_chunk }))
  const last = occupied.at(-1)
  return occupied.length < MOST_OCCUPIED || last === undefined ? occupied : [...occupied, { start: last.end, end }]
}

/** Locks the chunks of the sources until the transaction ends, in the order of keys so that two servers never deadlock. */
export async function lockChunks(connection: Connection, keys: readonly number[]): Promise<void> {
  if (keys.length === 0) return
  await connection.query(
    `select pg_advisory_xact_lock(hashtextextended('chunks', source_key))
     from (select unnest($1::bigint[]) as source_key order by 1) sources`,
    [[...keys]],
  )
}

/** False when records are stored where a chunk would be: the caller has to roll back. */
export async function writeStretches(
  connection: Connection,
  stretches: readonly NewStretches[],
  received: ReadonlyMap<number, { readonly receivedAt: number }>,
): Promise<boolean> {
  for (const { sourceKey, chunks, late } of stretches) {
    const receivedAt = received.get(sourceKey)?.receivedAt ?? 0
    for (const chunk of chunks) {
      if (await isOccupied(connection, sourceKey, chunk)) return false
      const arrivals = { firstReceivedAt: receivedAt, lastReceivedAt: receivedAt, block: undefined }
      const { text, values } = insertChunkQuery(sourceKey, chunk, arrivals)
      await connection.query(text, values)
    }
    await writeLate(connection, { sourceKey, receivedAt, late })
  }
  return true
}

async function isOccupied(connection: Connection, sourceKey: number, { startAt, endAt }: Chunk): Promise<boolean> {
  const { rows } = await connection.query<{ occupied: boolean }>(
    `select exists (
       select from record_chunk where source_key = $1 and end_at >= $2 and start_at <= $3
     ) or exists (
       select from record_row
       where source_key = $1 and at >= to_timestamp($2::float8 / 1000) and last_at >= to_timestamp($2::float8 / 1000)
         and at <= to_timestamp($3::float8 / 1000) and first_at <= to_timestamp($3::float8 / 1000)
     ) as occupied`,
    [sourceKey, startAt, endAt],
  )
  return rows[0]?.occupied !== false
}
