import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

export interface StateTable {
  readonly id: number
  readonly dataId: DataId
  readonly name: string
  readonly title: string
  readonly comparison: string
  readonly source: SourceName
  readonly gapMs: number
  /** All sources that it concerns. */
  readonly sources: readonly SourceName[]
}

/** At which moment an event table is looked at. */
interface TableMoment {
  readonly table: number
  readonly at: number
}

export interface OpenOccurrence {
  readonly table: number
  readonly startAt: number
  /** Null: it is ongoing. */
  readonly endAt: number | null
  readonly tag: string | null
}

/** All sources that an `event_table` concerns. */
export const TABLE_SOURCES = sql`array(
  select event_table.source union select value ->> 'source' from jsonb_array_elements(inputs)
)`

/** The first or the last occurrences of an `event_table` that were open at some time of a range; a silence may have ended one by now. */
export function openWithin(
  { from, to }: TimeRange,
  now: number,
  { direction, most }: { direction: 'asc' | 'desc'; most: number },
): RawBuilder<unknown> {
  return sql`(
    select start_at, tag, coalesce(end_at, case when last_at + gap_ms < ${now}::bigint then last_at end) as end_at
    from event_occurrence
    where event_occurrence.event_table = event_table.id and start_at < ${to}::bigint and start_at >= coalesce((
      select start_at from event_occurrence before
      where before.event_table = event_table.id and before.start_at < ${from}::bigint order by before.start_at desc limit 1
    ), ${from}::bigint)
    order by start_at ${sql.raw(direction)} limit ${most}
  )`
}

/** Event tables and their occurrences as they were at a moment. */
export function createStateEventStore(db: Db) {
  return {
    /** The event tables of units whose reach was checked. */
    listTables: async (dataIds: readonly DataId[]): Promise<StateTable[]> => {
      const { rows } = await sql<StateTable>`
        select id, data_id as "dataId", name, title, comparison, source, gap_ms as "gapMs",
          ${TABLE_SOURCES} as sources
        from event_table where data_id = any (${[...dataIds]}::text[]) order by data_id, id`.execute(db)
      return rows
    },

    /** The occurrences that were open, each at the moment of its table; a silence of the source may have ended one by now. */
    listOpen: async (moments: readonly TableMoment[], now: number): Promise<OpenOccurrence[]> => {
      if (moments.length === 0) return []
      // No two of a table overlap: only the last one that began can be open.
      const { rows } = await sql<OpenOccurrence>`
        select event_table.id as table, last.start_at as "startAt",
          coalesce(end_at, case when last_at + gap_ms < ${now}::bigint then last_at end) as "endAt", tag
        from unnest(
          ${`{${moments.map(({ table }) => table).join(',')}}`}::bigint[],
          ${`{${moments.map(({ at }) => at).join(',')}}`}::bigint[]
        ) asked (id, at)
        join event_table using (id)
        cross join lateral (
          select start_at, end_at, last_at, tag from event_occurrence
          where event_occurrence.event_table = asked.id and start_at <= asked.at order by start_at desc limit 1
        ) last
        where asked.at <= last_at or asked.at < end_at or (end_at is null and last_at + gap_ms >= ${now}::bigint)
        order by event_table.id`.execute(db)
      return rows
    },
  }
}
