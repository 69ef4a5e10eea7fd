import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { removeLateWithin } from './late-records-store.ts'
import { momentOf } from './moment.ts'

/** For how many days records and summaries are kept; undefined: for ever. */
export interface Retention {
  readonly rawDays: number | undefined
  readonly summaryDays: number | undefined
}

export interface SourceRetention extends Retention {
  readonly sourceKey: number
}

export interface Removed {
  readonly records: number
  readonly chunks: number
}

/** The retention of sources, and the removal of what is over age. */
export function createRetentionStore(db: Db) {
  return {
    /**
     * Sources with a retention: their own number of days, or that of the entity of their unit, or that of the portal. Of several
     * entities the longest applies.
     */
    list: async (portal: Retention): Promise<SourceRetention[]> => {
      const { rows } = await sql<{ sourceKey: number; rawDays: number | null; summaryDays: number | null }>`
        select * from (
          select source_key,
            coalesce(source.raw_days, owners.raw_days, ${portal.rawDays ?? null}::int) as raw_days,
            coalesce(source.summary_days, owners.summary_days, ${portal.summaryDays ?? null}::int) as summary_days
          from source left join lateral (
            select case when bool_and(entity.raw_days is not null) then max(entity.raw_days) end as raw_days,
              case when bool_and(entity.summary_days is not null) then max(entity.summary_days) end as summary_days
            from unit_entity join entity on entity.id = unit_entity.entity_id
            where unit_entity.data_id = source.data_id
          ) owners on true
        ) kept
        where raw_days is not null or summary_days is not null
        order by source_key`.execute(db)
      return rows.map((row) => ({
        sourceKey: row.sourceKey,
        rawDays: row.rawDays ?? undefined,
        summaryDays: row.summaryDays ?? undefined,
      }))
    },

    /**
     * Locks the source against commits. Take it after the chunks and before late records, as commits do: otherwise each may wait for
     * the other.
     */
    lockSource: async (sourceKey: number): Promise<void> => {
      await sql`select from source where source_key = ${sourceKey} for no key update`.execute(db)
    },

    removeRows: async (sourceKey: number, before: number): Promise<number> => {
      const late = await removeLateWithin(db, sourceKey, { until: before - 1 })
      const { numAffectedRows = 0n } = await sql`
        delete from record where source_key = ${sourceKey} and at < ${momentOf(before)}`.execute(db)
      return late + Number(numAffectedRows)
    },

    /** Removes the records of chunks that end before a moment, but not their summaries. */
    removeRecords: async (sourceKey: number, before: number): Promise<Removed> => {
      const { rows } = await sql<{ records: number; chunks: number }>`
        with cleared as (
          update record_chunk set times = null, arrivals = null
          where source_key = ${sourceKey} and end_at < ${before} and times is not null
          returning start_at, count
        ), gone as (
          delete from record_column where source_key = ${sourceKey} and start_at <= (select max(start_at) from cleared)
        )
        select coalesce(sum(count), 0)::bigint as records, count(*) as chunks from cleared`.execute(db)
      return rows[0] ?? { records: 0, chunks: 0 }
    },

    /** Remembers that records before a moment are gone. */
    setRemovedBefore: async (sourceKey: number, before: number): Promise<void> => {
      await sql`
        update source set removed_before = greatest(removed_before, ${before}::bigint)
        where source_key = ${sourceKey}`.execute(db)
    },

    /** Removes chunks that end before a moment. */
    removeChunks: async (sourceKey: number, before: number): Promise<number> => {
      const { rows } = await sql<{ chunks: number }>`
        with gone as (
          delete from record_chunk where source_key = ${sourceKey} and end_at < ${before} returning start_at
        ), columns as (
          delete from record_column where source_key = ${sourceKey} and start_at <= (select max(start_at) from gone)
        ), summaries as (
          delete from record_summary where source_key = ${sourceKey} and start_at <= (select max(start_at) from gone)
        )
        select count(*) as chunks from gone`.execute(db)
      return rows[0]?.chunks ?? 0
    },
  }
}
