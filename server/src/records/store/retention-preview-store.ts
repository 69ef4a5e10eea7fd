import { DAY_MS } from '@fieldwatch/contract/time/durations'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { RetentionPreview } from '@fieldwatch/contract/units/retention'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Retention } from './retention-store.ts'

interface Question {
  readonly entity: EntityId
  /** What the entity is to keep; undefined: as the portal. */
  readonly wanted: Retention
  readonly portal: Retention
  readonly now: number
  /** Milliseconds after which the database gives up. */
  readonly longestMs?: number
}

/**
 * What the units of an entity hold, and what `removeOld` would remove of it with other days and keeps now. Of a chunk that is partly over
 * age, its share of the time counts. Use it in a transaction: it reads all of an entity, and ends after some time.
 */
export function createRetentionPreviewStore(db: Db) {
  return {
    preview: async ({ entity, wanted, portal, now, longestMs = LONGEST_MS }: Question): Promise<RetentionPreview> => {
      await sql.raw(`set local statement_timeout = ${longestMs}`).execute(db)
      const { rows } = await sql<PreviewRow>`
        with kept as (
          select source.source_key, source.data_id,
            coalesce(source.raw_days, owners.raw_now, ${portal.rawDays ?? null}::int) as raw_now,
            coalesce(source.raw_days, owners.raw_then, ${portal.rawDays ?? null}::int) as raw_then,
            coalesce(source.summary_days, owners.summary_now, ${portal.summaryDays ?? null}::int) as summary_now,
            coalesce(source.summary_days, owners.summary_then, ${portal.summaryDays ?? null}::int) as summary_then
          from unit_entity member join source on source.data_id = member.data_id cross join lateral (
            select case when bool_and(entity.raw_days is not null) then max(entity.raw_days) end as raw_now,
              case when bool_and(entity.summary_days is not null) then max(entity.summary_days) end as summary_now,
              case when bool_and(days.raw is not null) then max(days.raw) end as raw_then,
              case when bool_and(days.summary is not null) then max(days.summary) end as summary_then
            from unit_entity join entity on entity.id = unit_entity.entity_id cross join lateral (
              select case when entity.id = ${entity} then ${wanted.rawDays ?? null}::int else entity.raw_days end as raw,
                case when entity.id = ${entity} then ${wanted.summaryDays ?? null}::int else entity.summary_days end as summary
            ) days
            where unit_entity.data_id = source.data_id
          ) owners
          where member.entity_id = ${entity}
        ), ages as (
          select source_key, data_id, raw_now, raw_then,
            case when raw_now is not null and summary_now is not null then greatest(raw_now, summary_now) end as summary_now,
            case when raw_then is not null and summary_then is not null then greatest(raw_then, summary_then) end as summary_then
          from kept
        ), edges as (
          select source_key, data_id,
            case when raw_then < raw_now or raw_now is null then ${now}::bigint - ${DAY_MS}::bigint * raw_then end as raw_edge,
            case when summary_then < summary_now or summary_now is null then ${now}::bigint - ${DAY_MS}::bigint * summary_then
              end as summary_edge
          from ages
        ), held as (
          select edges.data_id, span.*, edges.raw_edge, edges.summary_edge,
            least(1, greatest(0, (edges.raw_edge - span.start_at)::float8 / greatest(1, span.end_at - span.start_at + 1))) as share
          from edges cross join lateral (
            select start_at, end_at, count, times is not null as has_records from record_chunk
            where record_chunk.source_key = edges.source_key
            union all
            select (extract(epoch from at) * 1000)::bigint, (extract(epoch from at) * 1000)::bigint, 1, true from record
            where record.source_key = edges.source_key
          ) span
        )
        select (select count(*)::int from unit_entity where entity_id = ${entity}) as units,
          coalesce(sum(count) filter (where has_records), 0)::bigint as records,
          min(start_at) filter (where has_records) as oldest,
          count(distinct data_id) filter (where has_records and start_at < raw_edge)::int as removed_units,
          coalesce(round(sum(count * share) filter (where has_records and start_at < raw_edge)), 0)::bigint as removed_records,
          min(start_at) filter (where has_records and start_at < raw_edge) as removed_oldest,
          count(distinct data_id) filter (where end_at < summary_edge)::int as summary_units,
          coalesce(sum(count) filter (where end_at < summary_edge), 0)::bigint as summary_records,
          min(start_at) filter (where end_at < summary_edge) as summary_oldest
        from held`.execute(db)
      const [row] = rows
      if (row === undefined) throw new Error('an aggregate has one row')
      return {
        kept: extent(row.units, row.records, row.oldest),
        removed: {
          records: extent(row.removedUnits, row.removedRecords, row.removedOldest),
          summaries: extent(row.summaryUnits, row.summaryRecords, row.summaryOldest),
        },
      }
    },
  }
}

/** A dialog waits for it. */
const LONGEST_MS = 10_000

interface PreviewRow {
  units: number
  records: number
  oldest: number | null
  removedUnits: number
  removedRecords: number
  removedOldest: number | null
  summaryUnits: number
  summaryRecords: number
  summaryOldest: number | null
}

function extent(units: number, records: number, oldest: number | null) {
  return { units, records, ...(oldest === null ? {} : { oldest }) }
}
