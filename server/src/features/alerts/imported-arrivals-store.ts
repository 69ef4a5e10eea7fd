import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

interface ArrivalsOf {
  readonly sourceKey: number
  /** Epoch milliseconds. */
  readonly from: number
}

/** When imported records arrived, from a moment on, by key of source. */
export async function listImportedArrivals(
  db: Db,
  asked: readonly ArrivalsOf[],
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const { rows } = await sql<{ sourceKey: number; arrivals: number[] }>`
    select source_key, array_agg(received_at)::float8[] as arrivals
    from unnest(${asked.map(({ sourceKey }) => sourceKey)}::bigint[], ${asked.map(({ from }) => from)}::bigint[])
      given (source_key, first)
    join record_import_commit using (source_key)
    where received_at >= first
    group by source_key`.execute(db)
  return new Map(rows.map((row) => [row.sourceKey, new Set(row.arrivals)]))
}
