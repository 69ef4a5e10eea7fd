import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { removeLateWithin } from './late-records-store.ts'
import { momentOf } from './moment.ts'
import { unpackNumbers } from './packed-numbers.ts'
import type { ClosedRange } from './chunk-store.ts'
import { KEPT_ROWS, type WaitingRows } from './compaction-plan.ts'
import type { PackedRows } from './rebuild-chunks.ts'

export interface WaitingSource extends WaitingRows {
  readonly sourceKey: number
}

/** The queries of compaction. */
export function createCompactionStore(db: Db) {
  return {
    /** All sources with more rows than are kept, or with late ones. */
    listWaiting: async (): Promise<WaitingSource[]> => {
      const { rows } = await sql<WaitingRow>`
        with ends as (
          select source.source_key, to_timestamp(last.end_at / 1000.0)::timestamptz(3) as end_at
          from source cross join lateral (
            select end_at from record_chunk chunk where chunk.source_key = source.source_key order by end_at desc limit 1
          ) last
        )
        select source_key, sum(count)::bigint as count, date_part('epoch', min(received_at)) * 1000 as oldest,
          date_part('epoch', max(received_at)) * 1000 as newest,
          coalesce(sum(count) filter (where at <= end_at), 0)::bigint as late,
          date_part('epoch', min(received_at) filter (where at <= end_at)) * 1000 as oldest_late
        from (
          select source_key, at, received_at, 1 as count from record
          union all
          select source_key, first_at, received_at, count from record_late
        ) stored left join ends using (source_key)
        group by source_key
        having sum(count) > ${KEPT_ROWS} or count(*) filter (where at <= end_at) > 0`.execute(db)
      return rows.map(waitingOf)
    },

    /** How many fields the source is known to have; undefined when it is gone. */
    countFields: async (sourceKey: number): Promise<number | undefined> => {
      const { rows } = await sql<{ fields: number }>`
        select (select count(*) from jsonb_object_keys(field_types)) as fields from source
        where source_key = ${sourceKey}`.execute(db)
      return rows[0]?.fields
    },

    /** The times of the oldest waiting row from a moment on, and of the newest waiting one. Takes apart only late records around that moment. */
    findWaiting: async (sourceKey: number, from: number): Promise<{ at: number; until: number } | undefined> => {
      const { rows } = await sql<{ first: number | null; until: number | null }>`
        with bound as (
          select greatest(
            (select at from record where source_key = ${sourceKey} order by at desc offset ${KEPT_ROWS} limit 1),
            (select max(last_at) from record_late where source_key = ${sourceKey}),
            (select to_timestamp(max(end_at) / 1000.0)::timestamptz(3) from record_chunk where source_key = ${sourceKey})
          ) as until
        )
        select date_part('epoch', bound.until) * 1000 as until, date_part('epoch', least(
          (
            select at from record
            where source_key = ${sourceKey} and at >= ${momentOf(from)} and at <= bound.until order by at limit 1
          ),
          (select min(first_at) from record_late where source_key = ${sourceKey} and first_at >= ${momentOf(from)}),
          (
            select min(at) from record_row
            where source_key = ${sourceKey} and at >= ${momentOf(from)} and last_at >= ${momentOf(from)}
              and first_at < ${momentOf(from)}
          )
        )) * 1000 as first
        from bound`.execute(db)
      const { first = null, until = null } = rows[0] ?? {}
      return first === null || until === null ? undefined : { at: Math.round(first), until: Math.round(until) }
    },

    countRows: async (sourceKey: number, { start, end }: ClosedRange, limit: number): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from (
          select from record_row
          where source_key = ${sourceKey} and ${isWithin({ start, end })} limit ${limit}
        ) found`.execute(db)
      return rows[0]?.count ?? 0
    },

    /** The first rows of a range, packed into three values. */
    readRows: async (sourceKey: number, { start, end }: ClosedRange, limit: number): Promise<PackedRows> => {
      const { rows } = await sql<{ at: Buffer | null; receivedAt: Buffer | null; json: string | null }>`
        select string_agg(float8send(at_ms), '') as at, string_agg(float8send(received_ms), '') as received_at,
          string_agg(json, E'\n') as json
        from (
          select date_part('epoch', at) * 1000 as at_ms, date_part('epoch', received_at) * 1000 as received_ms,
            fields::text as json
          from record_row
          where source_key = ${sourceKey} and ${isWithin({ start, end })}
          order by record_row.at limit ${limit}
        ) found`.execute(db)
      const [row] = rows
      return { at: timesOf(row?.at), receivedAt: timesOf(row?.receivedAt), json: row?.json ?? '' }
    },

    /**
     * Removes the rows and late records of a range that had arrived at a moment, and returns how many rows. A commit's time of arrival is later than
     * all before, so rows that came or were replaced since then stay.
     */
    removeRows: async (sourceKey: number, { start, end }: ClosedRange, arrivedBy: number): Promise<number> => {
      await removeLateWithin(db, sourceKey, { from: start, until: end, arrivedBy })
      const { numAffectedRows = 0n } = await sql`
        delete from record
        where source_key = ${sourceKey} and at >= ${momentOf(start)} and at <= ${momentOf(end)}
          and received_at <= ${momentOf(arrivedBy)}`.execute(db)
      return Number(numAffectedRows)
    },

    /** Locks the source against compaction and retention until the transaction ends; false when it is locked. */
    claim: async (sourceKey: number): Promise<boolean> => {
      const { rows } = await sql<{ claimed: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended('compaction', ${sourceKey})) as claimed`.execute(db)
      return rows[0]?.claimed === true
    },

    /** As `claim`, but waits for the lock. */
    claimInTurn: async (sourceKey: number): Promise<void> => {
      await sql`select pg_advisory_xact_lock(hashtextextended('compaction', ${sourceKey}))`.execute(db)
    },
  }
}

function isWithin({ start, end }: ClosedRange) {
  return sql`
    at >= ${momentOf(start)} and last_at >= ${momentOf(start)} and at <= ${momentOf(end)} and first_at <= ${momentOf(end)}`
}

interface WaitingRow {
  sourceKey: number
  count: number
  oldest: number
  newest: number
  late: number
  oldestLate: number | null
}

function waitingOf(row: WaitingRow): WaitingSource {
  const newRows = row.count - row.late
  return {
    sourceKey: row.sourceKey,
    count: row.late + Math.max(0, newRows - KEPT_ROWS),
    oldest: row.oldest,
    newest: row.newest,
    late: row.late,
    oldestLate: row.oldestLate ?? row.newest,
  }
}

function timesOf(bytes: Buffer | null | undefined): Float64Array<ArrayBuffer> {
  return unpackNumbers(bytes).map(Math.round)
}
