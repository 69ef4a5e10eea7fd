import type { OccurrenceFilter } from '@fieldwatch/contract/events/events'
import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { isUnitInReach } from '#platform/database/unit-reach.ts'
import { type Band, joinBands } from '#records/conditions/bands.ts'
import type { StoredEventTable } from './event-store.ts'
import type { StartValue } from './occurrence.ts'

/** Occurrences that overlap a range. */
export interface OccurrenceRange extends TimeRange {
  /** By then a silence of the source may have ended the last one. */
  readonly now: number
  /** Only those of them that pass it. */
  readonly filter?: OccurrenceFilter
}

export type OccurrenceOrder =
  | { readonly by: 'startUTC' | 'endUTC' | 'duration' | 'tag' }
  /** The place of a figure. */
  | { readonly by: 'figure'; readonly place: number }

interface OccurrencePage extends OccurrenceRange {
  readonly order: OccurrenceOrder
  readonly direction: 'asc' | 'desc'
  readonly offset: number
  readonly limit: number
}

export interface StoredOccurrence {
  readonly startAt: number
  readonly endAt: number | undefined
  /** A silence ended it. */
  readonly noDataAfter: boolean
  readonly durationMs: number
  readonly tag: string | undefined
  /** Four a value: at the start, least, greatest, mean. */
  readonly figures: readonly (number | null)[]
  /** One for each value: what it was at the start, if that was a text or a boolean. */
  readonly starts: readonly StartValue[] | undefined
}

const SUGGESTED_TAGS = 50

/** At the start, least, greatest, mean. */
export const FIGURES_A_VALUE = 4

/** What was found of event tables, and how people tagged it. */
export function createOccurrenceStore(db: Db) {
  return {
    list: async (table: StoredEventTable, page: OccurrencePage): Promise<StoredOccurrence[]> => {
      const { offset, limit } = page
      const order = orderOf(page)
      // Only what it is sorted by is carried through the sorting; all else is read of the page alone.
      const { rows } = await sql<OccurrenceRow>`
        with page as (
          select start_at, ${columnOf(page.order)} as sorted_by, ${textOf(page.order)} as sorted_text
          from ${occurrences(table, page)} occurrence order by ${order} limit ${limit} offset ${offset}
        )
        select start_at, end_at, last_at, duration, tag, figures, starts
        from page join ${occurrences(table, page)} occurrence using (start_at)
        order by sorted_text ${sql.raw(page.direction)} nulls last, sorted_by ${sql.raw(page.direction)} nulls last, start_at ${sql.raw(page.direction)}`.execute(
        db,
      )
      return rows.map(occurrenceOf)
    },

    count: async (table: StoredEventTable, range: OccurrenceRange): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from ${occurrences(table, range)} occurrence`.execute(db)
      return rows[0]?.count ?? 0
    },

    /** The starts of so many at most. */
    listStarts: async (table: StoredEventTable, range: OccurrenceRange, limit: number): Promise<number[]> => {
      const { rows } = await sql<{ startAt: number }>`
        select start_at from ${occurrences(table, range)} occurrence limit ${limit}`.execute(db)
      return rows.map((row) => row.startAt)
    },

    /** When they were, those that begin in the same column of so many as one. By their start. */
    listBands: async (table: StoredEventTable, range: OccurrenceRange, width: number): Promise<Band[]> => {
      const { from, to } = range
      const column = Math.max(1, (to - from) / width)
      const { rows } = await sql<{ from: number; to: number; count: number; ongoing: boolean }>`
        select min(start_at) as from, max(start_at + duration) as to, count(*) as count, bool_or(end_at is null) as ongoing
        from ${occurrences(table, range)} occurrence
        group by floor((greatest(start_at, ${from}::bigint) - ${from}::bigint) / ${column}::float8)
        order by 1`.execute(db)
      return joinBands(rows, column)
    },

    /** The next ones behind a start, by their start. */
    listAfter: async (
      table: StoredEventTable,
      range: OccurrenceRange,
      { after, limit }: { after: number; limit: number },
    ): Promise<StoredOccurrence[]> => {
      const { rows } = await sql<OccurrenceRow>`
        select start_at, end_at, last_at, duration, tag, figures, starts from ${occurrences(table, range)} occurrence
        where start_at > ${after} order by start_at limit ${limit}`.execute(db)
      return rows.map(occurrenceOf)
    },

    /** Sets or, when it is empty, removes a tag. Returns how many of them there are. Use it in a transaction that holds the table. */
    setTag: async (id: number, starts: readonly number[], tag: string, now: number): Promise<number> => {
      const given = [...new Set(starts)]
      await sql`
        delete from event_tag using event_occurrence occurrence
        where event_tag.event_table = ${id} and occurrence.event_table = ${id}
          and occurrence.start_at = any (${given}::bigint[])
          and event_tag.start_at between occurrence.start_at and occurrence.last_at`.execute(db)
      if (tag !== '') {
        await sql`
          insert into event_tag (event_table, start_at, tag, set_at)
          select ${id}, start_at, ${tag}, ${new Date(now)} from event_occurrence
          where event_table = ${id} and start_at = any (${given}::bigint[])`.execute(db)
      }
      const { numAffectedRows } = await sql`
        update event_occurrence set tag = ${tag === '' ? null : tag}
        where event_table = ${id} and start_at = any (${given}::bigint[])`.execute(db)
      return Number(numAffectedRows ?? 0)
    },

    /** Tags of a unit, and of event tables of the same name in reach, the most used first. */
    listTags: async (
      { dataId, name }: { dataId: DataId; name: string },
      startsWith: string,
      reach: readonly EntityId[],
    ): Promise<string[]> => {
      const { rows } = await sql<{ tag: string }>`
        select tag from event_tag join event_table on event_table.id = event_tag.event_table
        where (event_table.data_id = ${dataId} or (
          event_table.name = ${name} and ${isUnitInReach(sql`event_table.data_id`, reach)}
        )) and starts_with(lower(tag), lower(${startsWith}))
        group by tag order by count(*) desc, tag limit ${SUGGESTED_TAGS}`.execute(db)
      return rows.map(({ tag }) => tag)
    },
  }
}

interface OccurrenceRow {
  startAt: number
  endAt: number | null
  lastAt: number
  duration: number
  tag: string | null
  figures: (number | null)[]
  starts: StartValue[] | null
}

/** With the end that a silence gave. No two of a table overlap: only the last one that began before a range may reach into it. */
function occurrences(table: StoredEventTable, { from, to, now, filter }: OccurrenceRange): RawBuilder<unknown> {
  const ended = sql`coalesce(end_at, case when last_at + ${table.gapMs}::bigint < ${now}::bigint then last_at end)`
  const first = sql`coalesce((
    select case when ${ended} is null or ${ended} > ${from}::bigint then start_at end
    from event_occurrence where event_table = ${table.id} and start_at <= ${from}::bigint order by start_at desc limit 1
  ), ${from}::bigint)`
  return sql`(
    select start_at, ${ended} as end_at, last_at, coalesce(end_at, last_at) - start_at as duration, tag, figures, starts
    from event_occurrence
    where event_table = ${table.id} and start_at < ${to}::bigint and start_at >= ${first} ${passes(filter)}
  )`
}

/** The part of a condition on `event_occurrence` that a filter makes. */
export function passes({ tag, text, minDuration, maxDuration }: OccurrenceFilter = {}): RawBuilder<unknown> {
  const duration = sql`coalesce(end_at, last_at) - start_at`
  const like = `%${(text ?? '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const conditions = [
    ...(tag === undefined ? [] : [tag === '' ? sql`and tag is null` : sql`and tag = ${tag}`]),
    ...(text === undefined || text === ''
      ? []
      : [
          sql`and (
            tag ilike ${like}
            or exists (select from unnest(figures) figure where figure::text like ${like})
            or exists (select from jsonb_array_elements_text(starts) start (text) where start.text ilike ${like})
          )`,
        ]),
    ...(minDuration === undefined ? [] : [sql`and ${duration} >= ${minDuration}::float8`]),
    ...(maxDuration === undefined ? [] : [sql`and ${duration} <= ${maxDuration}::float8`]),
  ]
  return sql.join(conditions, sql` `)
}

/** Nulls come last; a start is always there, and is read in the order of the index. */
function orderOf({ order, direction }: OccurrencePage): RawBuilder<unknown> {
  const way = sql.raw(direction)
  if (order.by === 'startUTC') return sql`start_at ${way}`
  const first = order.by === 'figure' ? sql`${textOf(order)} ${way} nulls last, ` : sql``
  return sql`${first}${columnOf(order)} ${way} nulls last, start_at ${way}`
}

/** Texts and booleans come before numbers. */
function textOf(order: OccurrenceOrder): RawBuilder<unknown> {
  const isStart = order.by === 'figure' && order.place % FIGURES_A_VALUE === 0
  return isStart ? sql`starts ->> ${order.place / FIGURES_A_VALUE}::int` : sql`null::text`
}

function columnOf(order: OccurrenceOrder): RawBuilder<unknown> {
  switch (order.by) {
    case 'startUTC':
      return sql`start_at`
    case 'endUTC':
      return sql`end_at`
    case 'duration':
      return sql`duration`
    case 'tag':
      return sql`tag`
    default:
      return sql`figures[${order.place + 1}::int]`
  }
}

function occurrenceOf(row: OccurrenceRow): StoredOccurrence {
  return {
    startAt: row.startAt,
    endAt: row.endAt ?? undefined,
    // A record that ends it is later than its last one.
    noDataAfter: row.endAt === row.lastAt,
    durationMs: row.duration,
    tag: row.tag ?? undefined,
    figures: row.figures,
    starts: row.starts ?? undefined,
  }
}
