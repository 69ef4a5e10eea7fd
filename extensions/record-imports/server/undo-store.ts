import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import { MAX_FUTURE_HOURS } from '@fieldwatch/contract/time/future-times'
import { sql } from 'kysely'
import type { Db } from '@fieldwatch/server/platform/database/database'
import type { ClosedRange } from '@fieldwatch/server/records/store/chunk-store'
import { momentOf } from '@fieldwatch/server/records/store/moment'

/** Records of an import that are in its source, by when they arrived. */
export interface ImportedRange extends ClosedRange {
  readonly sourceKey: number
  readonly arrivals: ReadonlySet<number>
}

/** Rows that are removed by one statement. */
const ROWS_AT_ONCE = 20_000
const MOST_AHEAD_MS = MAX_FUTURE_HOURS * HOUR_MS

/** Takes back what an import added. */
export function createUndoStore(db: Db) {
  return {
    /** Undefined when it added nothing. */
    findBrought: async (id: number): Promise<ImportedRange | undefined> => {
      const { rows } = await sql<{ sourceKey: number; receivedAt: number; startAt: number; endAt: number }>`
        select source_key, received_at, start_at, end_at from record_import_commit
        where import_id = ${id} and not restored`.execute(db)
      const [first] = rows
      if (first === undefined) return undefined
      return {
        sourceKey: first.sourceKey,
        arrivals: new Set(rows.map((row) => row.receivedAt)),
        start: rows.reduce((least, row) => Math.min(least, row.startAt), Infinity),
        end: rows.reduce((most, row) => Math.max(most, row.endAt), -Infinity),
      }
    },

    /** Whether a server still undoes the import; then it continues until the transaction ends. */
    holds: async (id: number, server: string): Promise<boolean> => {
      const { rows } = await sql`
        select from record_import where id = ${id} and state = 'undoing' and held_by = ${server} for update`.execute(db)
      return rows.length > 0
    },

    /**
     * Removes some of the rows, and returns how many. By their places in the table: PostgreSQL would compare each with each where it
     * believes that the table is nearly empty, as it does after compaction.
     */
    removeRows: async ({ sourceKey, arrivals, start, end }: ImportedRange): Promise<number> => {
      const { numAffectedRows = 0n } = await sql`
        delete from record where ctid = any (array(
          select ctid from record
          where source_key = ${sourceKey} and at between ${momentOf(start)} and ${momentOf(end)}
            and (extract(epoch from received_at) * 1000)::bigint = any (${[...arrivals]}::bigint[])
          limit ${ROWS_AT_ONCE} for update
        ))`.execute(db)
      return Number(numAffectedRows)
    },

    /**
     * What later imports replaced of this one is gone with it: they get what this one had replaced, to be restored when they are
     * undone, or nothing where it had replaced nothing.
     */
    handOverReplaced: async (id: number, { sourceKey, arrivals }: ImportedRange): Promise<void> => {
      const own = sql`
        ${id} <> later.import_id and later.received_at = any (${[...arrivals]}::bigint[]) and later.import_id = any (
          select import_id from record_import_commit where source_key = ${sourceKey}
        )`
      // Looked up one by one, as both sides may be as long as the imports.
      const earlier = sql`from record_import_replaced earlier where earlier.import_id = ${id} and earlier.at = later.at`
      await sql`
        update record_import_replaced later set (fields, received_at) = (select fields, received_at ${earlier})
        where ${own} and (select true ${earlier})`.execute(db)
      await sql`delete from record_import_replaced later where ${own}`.execute(db)
    },

    /** The next of what was replaced, by time, with the import that it is of. */
    listReplaced: async (
      id: number,
      { sourceKey, limit }: { sourceKey: number; limit: number },
    ): Promise<{ at: number; json: string; owner: number | null }[]> => {
      const { rows } = await sql<{ at: number; json: string; owner: number | null }>`
        select at, fields::text as json, (
          select import_id from record_import_commit owned
          where source_key = ${sourceKey} and owned.received_at = replaced.received_at and not restored
        ) as owner
        from record_import_replaced replaced where import_id = ${id}
        order by at limit ${limit}`.execute(db)
      return rows
    },

    /** The time of the next record behind one; undefined when there is none. */
    findNext: async (sourceKey: number, after: number): Promise<number | undefined> => {
      const { rows } = await sql<{ next: number | null }>`
        select least(
          (select greatest(start_at, ${after}::bigint + 1) from record_chunk
           where source_key = ${sourceKey} and end_at > ${after} order by end_at limit 1),
          (select (extract(epoch from at) * 1000)::bigint from record_row
           where source_key = ${sourceKey} and at > ${momentOf(after)} and last_at > ${momentOf(after)}
           order by at limit 1)
        ) as next`.execute(db)
      return rows[0]?.next ?? undefined
    },

    /**
     * Has what is computed from the source look at a range again, and forget what it remembers of the newest records. Returns the
     * consumers that have something to do.
     */
    correctFollowers: async (sourceKey: number, range: { from: number; to: number }): Promise<string[]> => {
      const correction = JSON.stringify([range])
      const { rows } = await sql<{ consumer: string; id: string }>`
        update arrival_follower follower set unfinished = true
        from arrival_cursor cursor, source
        where cursor.consumer = follower.consumer and cursor.follower = follower.id
          and source.source_key = ${sourceKey} and source.data_id = follower.data_id and source.name = cursor.source
          and follower.consumer in ('calculations', 'events')
        returning follower.consumer, follower.id`.execute(db)
      for (const [consumer, table] of [
        ['calculations', 'calculation'],
        ['events', 'event_table'],
      ] as const) {
        const ids = rows.filter((row) => row.consumer === consumer).map(({ id }) => Number(id))
        await sql`
          update ${sql.table(table)} set corrections = corrections || ${correction}::jsonb, revision = revision + 1
          where id = any (${ids}::bigint[])`.execute(db)
      }
      return [...new Set(rows.map(({ consumer }) => consumer))]
    },

    /** Has alerts on values judge a range again that they have judged: records that were ahead counted from their arrival on. */
    correctAlerts: async (sourceKey: number, { from, to }: { from: number; to: number }): Promise<void> => {
      await sql`
        with judged as (
          select alert_id, data_id, greatest(counts_from, begins_at) as first, least(${to}::bigint, last_at) as last
          from alert_unit state join alert on alert.id = alert_id join source using (data_id), lateral (
            select ${from}::bigint - case when ahead_until >= ${from} then ${MOST_AHEAD_MS}::bigint else 0 end as counts_from
          ) counting
          where source_key = ${sourceKey} and source.name = alert.source and alert.type = 'value'
            and state.ended_at is null and rested_at is null and last_at >= counts_from and begins_at < ${to}
          order by alert_id, data_id for update of state
        )
        update alert_unit state set correction = (coalesce(correction, '{}') - 'state') || jsonb_build_object(
          'from', least(first, (correction ->> 'from')::bigint), 'to', greatest(last, (correction ->> 'to')::bigint)
        )
        from judged where state.alert_id = judged.alert_id and state.data_id = judged.data_id`.execute(db)
    },

    /** Makes what was read of the source before count as old; no record of a unit arrived. Returns the time and the one before. */
    touch: async (
      sourceKey: number,
      now: number,
    ): Promise<{ receivedAt: number; previousReceivedAt: number } | undefined> => {
      const { rows } = await sql<{ receivedAt: number; previousReceivedAt: number }>`
        with before as (
          select (extract(epoch from last_received_at) * 1000)::bigint as at from source
          where source_key = ${sourceKey} for update
        ), touched as (
          update source
          set last_received_at = greatest(${new Date(now)}::timestamptz, last_received_at + interval '1 millisecond'),
            previous_received_at = last_received_at,
            heard_at = case when imported_at = before.at then heard_at else before.at end
          from before where source_key = ${sourceKey}
          returning last_received_at, before.at
        )
        select (extract(epoch from last_received_at) * 1000)::bigint as "receivedAt", at as "previousReceivedAt"
        from touched`.execute(db)
      const [row] = rows
      if (row === undefined) return undefined
      await sql`update source set imported_at = ${row.receivedAt} where source_key = ${sourceKey}`.execute(db)
      return row
    },
  }
}
