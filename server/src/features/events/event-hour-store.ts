import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import type { OccurrenceFilter } from '@fieldwatch/contract/events/events'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Across, PeriodSum } from './add-up-periods.ts'
import type { StoredEventTable } from './event-store.ts'
import { passes } from './occurrence-store.ts'

/** What occurred by the hour, so that no one has to add up a million occurrences. */
export function createEventHourStore(db: Db) {
  const renewHours = async (id: number, { from, to }: TimeRange): Promise<void> => {
    await sql`delete from event_hour where event_table = ${id} and hour >= ${from} and hour < ${to}`.execute(db)
    await sql`
      insert into event_hour (event_table, hour, count, duration, longest, longest_at)
      select ${id}, hour, count(*), sum(duration), max(duration), -(max(array[duration, -start_at]))[2]
      from (
        select start_at, start_at - start_at % ${HOUR_MS}::bigint as hour, coalesce(end_at, last_at) - start_at as duration
        from event_occurrence where event_table = ${id} and start_at >= ${from}::bigint and start_at < ${to}::bigint
      ) occurrence
      group by hour`.execute(db)
  }

  const findSummedTo = async (id: number): Promise<number> => {
    const row = await db.selectFrom('event_table').select('summed_to').where('id', '=', id).executeTakeFirst()
    return row?.summed_to ?? 0
  }

  return {
    /**
     * Adds up again what begins in a range, and what was not added up yet: all but the hour in which the last occurrence began. Use it in a
     * transaction that holds the table.
     */
    renew: async (id: number, { from, to }: TimeRange): Promise<void> => {
      const known = await findSummedTo(id)
      const { rows } = await sql<{ newest: number }>`
        select coalesce(max(start_at), 0) as newest from event_occurrence where event_table = ${id}`.execute(db)
      const end = hourOf(rows[0]?.newest ?? 0)
      const changed = { from: hourOf(from), to: Math.min(hourOf(to - 1) + HOUR_MS, known, end) }
      if (changed.from < changed.to) await renewHours(id, changed)
      if (end === known) return
      if (end > known) await renewHours(id, { from: known, to: end })
      else await sql`delete from event_hour where event_table = ${id} and hour >= ${end}`.execute(db)
      await sql`update event_table set summed_to = ${end} where id = ${id}`.execute(db)
    },

    /** Each occurrence that begins before one of some moments and is not over by then. */
    listAcross: async (
      { id, gapMs }: StoredEventTable,
      bounds: readonly number[],
      { now, filter }: { now: number; filter: OccurrenceFilter | undefined },
    ): Promise<Across[]> => {
      const { rows } = await sql<{ start_at: number; end_at: number; goes_on: boolean }>`
        select distinct start_at, coalesce(end_at, last_at) as end_at, goes_on
        from unnest(${bounds}::bigint[]) bound (at), lateral (
          select start_at, end_at, last_at, tag, figures, end_at is null and last_at + ${gapMs}::bigint >= ${now}::bigint as goes_on
          from event_occurrence where event_table = ${id} and start_at < bound.at order by start_at desc limit 1
        ) before
        where (goes_on or coalesce(end_at, last_at) > bound.at) ${passes(filter)}
        order by start_at`.execute(db)
      return rows.map((row) => ({ startAt: row.start_at, endAt: row.end_at, goesOn: row.goes_on }))
    },

    /** What begins between two bounds, as often as there is something; nothing that begins from `before` on. */
    listSums: async (
      { id }: StoredEventTable,
      bounds: readonly number[],
      { before, filter }: { before: number; filter: OccurrenceFilter | undefined },
    ): Promise<PeriodSum[]> => {
      const [from = 0] = bounds
      // The hours say nothing of single occurrences: what is filtered is counted one by one.
      const summedTo = filter === undefined ? await findSummedTo(id) : 0
      // A bound that is not on the hour has the occurrences of its hour counted one by one. Without the offset each hour would be looked for
      // among all occurrences as long as there are no statistics of them.
      const { rows } = await sql<{
        place: number
        count: number
        duration: number
        longest: number
        longest_at: number
      }>`
        with parted as (
          select distinct at - at % ${HOUR_MS}::bigint as hour
          from unnest(${[...bounds, before]}::bigint[]) bound (at)
          where at % ${HOUR_MS}::bigint <> 0 and at < ${summedTo}::bigint
        ), piece as (
          select hour as at, count, duration, longest, longest_at from event_hour
          where event_table = ${id} and hour >= ${from}::bigint and hour < ${Math.min(before, summedTo)}::bigint
            and hour not in (select hour from parted)
          union all
          select start_at, 1, length, length, start_at from parted, lateral (
            select start_at, coalesce(end_at, last_at) - start_at as length from event_occurrence
            where event_table = ${id} and start_at >= hour and start_at < hour + ${HOUR_MS}::bigint
            offset 0
          ) occurrence
          where start_at >= ${from}::bigint and start_at < ${before}::bigint
          union all
          select start_at, 1, length, length, start_at from (
            select start_at, coalesce(end_at, last_at) - start_at as length from event_occurrence
            where event_table = ${id} and start_at >= ${Math.max(summedTo, from)}::bigint and start_at < ${before}::bigint
              ${passes(filter)}
          ) occurrence
        )
        select place, count, duration, longest[1] as longest, -longest[2] as longest_at from (
          select width_bucket(at, ${bounds}::bigint[]) - 1 as place, sum(count)::bigint as count,
            sum(duration)::bigint as duration, max(array[longest, -longest_at]) as longest
          from piece group by place
        ) summed`.execute(db)
      return rows.map((row) => {
        const longest = { startAt: row.longest_at, durationMs: row.longest }
        return { place: row.place, count: row.count, durationMs: row.duration, longest }
      })
    },
  }
}

/** The hour in which a moment lies. */
export function hourOf(at: number): number {
  return Math.floor(at / HOUR_MS) * HOUR_MS
}
