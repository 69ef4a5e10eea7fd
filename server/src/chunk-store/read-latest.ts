import { sql } from 'kysely'
import type { Db } from '#database/database.ts'
import type { StoredRecord } from '#telemetry/record-reader.ts'
import { createRecordStore } from '#telemetry/record-store.ts'
import type { ChunkLoader } from './decoded-chunk.ts'
import { readPage } from './read-page.ts'

/** The newest record of each source. It is a row of nearly every source; only of the others a chunk is decoded. */
export async function readLatest(
  snapshot: Db,
  loader: ChunkLoader,
  sourceKeys: readonly number[],
): Promise<ReadonlyMap<number, StoredRecord>> {
  const latest = new Map(await createRecordStore(snapshot).readLatest(sourceKeys))
  for (const [sourceKey, endAt] of await listEnds(snapshot, sourceKeys)) {
    if ((latest.get(sourceKey)?.at ?? -Infinity) >= endAt) continue
    const order = { field: 'messageUTC', direction: 'desc' } as const
    const request = { conditions: [], order, after: undefined, limit: 1 }
    const [newest] = await readPage(snapshot, { loader, sourceKey }, request)
    if (newest !== undefined) latest.set(sourceKey, newest)
  }
  return latest
}

/** When the last chunk of each source ends that has one. */
async function listEnds(snapshot: Db, sourceKeys: readonly number[]): Promise<(readonly [number, number])[]> {
  const { rows } = await sql<{ ends: string | null }>`
    select string_agg(asked.source_key || ' ' || last.end_at, E'\n') as ends
    from unnest(${[...sourceKeys]}::bigint[]) asked (source_key)
    cross join lateral (
      select end_at from record_chunk chunk
      where chunk.source_key = asked.source_key order by end_at desc limit 1
    ) last`.execute(snapshot)
  const lines = rows[0]?.ends?.split('\n') ?? []
  return lines.map((line) => {
    const [sourceKey, endAt] = line.split(' ')
    return [Number(sourceKey), Number(endAt)]
  })
}
