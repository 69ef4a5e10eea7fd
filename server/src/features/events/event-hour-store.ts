import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import type { OccurrenceFilter } from '@fieldwatch/contract/events/events'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared.ts'
import type { Across, PeriodSum } from './add-up-periods.ts'
import type { StoredEventTable } from './event-store.ts'
import { passes } from './occurrence-store.ts'

/** A range of the occurrences of an event table. */
interface ChangedRange extends TimeRange {
  readonly id: number
}

/** What occurred by the hour, so that no one has to add up a million occurrences. */
export function createEventHourStore(db: Db) {
  const removeHours = async (changed: readonly ChangedRange[]): Promise<void> => {
    await sql`
      ${prepared('remove-event-hours')}
      delete from event_hour using ${given(changed)}
      where event_table = given.id and hour >= given.since and hour < given.until`.execute(db)
  }

  const addHours = async (changed: readonly ChangedRange[]): Promise<void> => {
    await sql`
      ${prepared('add-event-hours')}
      insert into event_hour (event_table, hour, count, duration, longest, longest_at)
      select event_table, hour, count(*), sum(duration), max(duration), -(max(array[duration, -start_at]))[2]
      from (
        select event_table, start_at, start_at - start_at % ${HOUR_MS}::bigint as hour,
          coalesce(end_at, last_at) - start_at as duration
        from ${given(changed)} join event_occurrence
          on event_table = given.id and start_at >= given.since and start_at < given.until
      ) occurrence
      group by event_table, hour`.execute(db)
  }

  const findSummedTo = async (id: number): Promise<number> => {
    const row = await db.selectFrom('eventTable').select('summedTo').where('id', '=', id).executeTakeFirst()
    return row?.summedTo ?? 0
  }

  return {
    /**
     * Adds up again what begins in a range of each of some tables, and what was not added up yet: all but the hour in which the last occurrence
     * began. Use it in a transaction that holds the tables.
     */
    renew: async (ranges: readonly ChangedRange[]): Promise<void> => {
      if (ranges.length === 0) return
      const { rows } = await sql<{ id: number; known: number; newest: number }>`
        ${prepared('newest-occurrences')}
        select id, summed_to as known,
          coalesce((select max(start_at) from event_occurrence where event_occurrence.event_table = event_table.id), 0) as newest
        from event_table where id = any (${ranges.map(({ id }) => id)}::bigint[])`.execute(db)
      const ends = new Map(rows.map(({ id, known, newest }) => [id, { id, known, end: hourOf(newest) }]))
      const changed = ranges.flatMap(({ id, from, to }): ChangedRange[] => {
        const { known, end } = ends.get(id) ?? { known: 0, end: 0 }
        const again = { id, from: hourOf(from), to: Math.min(hourOf(to - 1) + HOUR_MS, known, end) }
        return [again, { id, from: known, to: end }].filter((range) => range.from < range.to)
      })
      const moved = [...ends.values()].filter(({ known, end }) => known !== end)
      const gone = moved.filter(({ known, end }) => end < known).map(({ id, end }) => ({ id, from: end, to: Infinity }))
      if (changed.length + gone.length > 0) await removeHours([...changed, ...gone])
      if (changed.length > 0) await addHours(changed)
      if (moved.length === 0) return
      await sql`
        ${prepared('save-summed-to')}
        update event_table set summed_to = given.until
        from unnest(${moved.map(({ id }) => id)}::bigint[], ${moved.map(({ end }) => end)}::bigint[]) given (id, until)
        where event_table.id = given.id`.execute(db)
    },

    /** Each occurrence that begins before one of some moments and is not over by then. */
    listAcross: async (
      { id, gapMs }: StoredEventTable,
      bounds: readonly number[],
      { now, filter }: { now: number; filter: OccurrenceFilter | undefined },
    ): Promise<Across[]> => {
      const { rows } = await sql<{ startAt: number; endAt: number; goesOn: boolean }>`
        select distinct start_at, coalesce(end_at, last_at) as end_at, goes_on
        from unnest(${bounds}::bigint[]) bound (at), lateral (
          select start_at, end_at, last_at, tag, figures, starts, end_at is null and last_at + ${gapMs}::bigint >= ${now}::bigint as goes_on
          from event_occurrence where event_table = ${id} and start_at < bound.at order by start_at desc limit 1
        ) before
        where (goes_on or coalesce(end_at, last_at) > bound.at) ${passes(filter)}
        order by start_at`.execute(db)
      return rows.map((row) => ({ startAt: row.startAt, endAt: row.endAt, goesOn: row.goesOn }))
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
        longestAt: number
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
        const longest = { startAt: row.longestAt, durationMs: row.longest }
        return { place: row.place, count: row.count, durationMs: row.duration, longest }
      })
    },
  }
}

function given(ranges: readonly ChangedRange[]): RawBuilder<unknown> {
  return sql`unnest(
    ${ranges.map(({ id }) => id)}::bigint[], ${ranges.map(({ from }) => from)}::bigint[],
    ${ranges.map(({ to }) => Math.min(to, Number.MAX_SAFE_INTEGER))}::bigint[]
  ) given (id, since, until)`
}

/** The hour in which a moment lies. */
export function hourOf(at: number): number {
  return Math.floor(at / HOUR_MS) * HOUR_MS
}
