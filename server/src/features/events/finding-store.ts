import type { TimeRange } from '@fieldwatch/contract/time/times'
import { USUAL_POSITION_ACCURACY } from '@fieldwatch/contract/units/units'
import { type Selectable, sql } from 'kysely'
import { createProgressStore } from '#records/arrivals/progress-store.ts'
import { copyRows } from '#platform/database/copy-rows.ts'
import type { Db } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared.ts'
import type { StoredFieldType, Tables } from '#platform/database/tables.ts'
import { createEventHourStore, hourOf } from './event-hour-store.ts'
import { eventTableOf, type StoredEventTable } from './event-store.ts'
import type { EventValue } from './event-rule.ts'
import type { Occurrence } from './occurrence.ts'
import { FIGURES_A_VALUE } from './occurrence-store.ts'
import { createOccurrenceRows, type OccurrenceRows, ROW_COLUMNS } from './occurrence-rows.ts'

/** An event table that no one else changes until the end of the transaction. */
export interface ClaimedEventTable extends StoredEventTable {
  /** What late records changed and was not looked at again yet, in the order of time. */
  readonly corrections: readonly TimeRange[]
  /** The field type of each value; null where it is not known. */
  readonly types: readonly (StoredFieldType | null)[]
  /** Metres of accuracy of positions whose records say nothing about it. */
  readonly usualAccuracy: number
}

/** The field type of each value of an event table. */
const TYPES = sql`array(
  select source.field_types ->> (input.value ->> 'field')
  from jsonb_array_elements(inputs) with ordinality input (value, place)
  left join source on source.data_id = event_table.data_id and source.name = input.value ->> 'source'
  order by place
)`

/** What is found of a table, behind all that it has. */
export interface Extension {
  readonly table: ClaimedEventTable
  /** The first of them may be what the last one is by now. */
  readonly occurrences: readonly Occurrence[]
  /** That began then, and is none. */
  readonly gone?: number | undefined
}

/** Rows of event tables with the types of their values. */
const TABLES = sql`
  select id, data_id, name, title, source, field, operator, constant, comparison, start_at, gap_ms, inputs, revision, version,
    filled_to, fill_done, fill_total, corrections, created_at, summed_to, ${TYPES} as types,
    coalesce((select position_accuracy from unit where unit.data_id = event_table.data_id), ${USUAL_POSITION_ACCURACY})
      as "usualAccuracy"
  from event_table`

type TableRow = Selectable<Tables['eventTable']> & Pick<ClaimedEventTable, 'types' | 'usualAccuracy'>

function claimedOf(row: TableRow): ClaimedEventTable {
  return { ...eventTableOf(row), corrections: row.corrections, types: row.types, usualAccuracy: row.usualAccuracy }
}

export type FindingStore = ReturnType<typeof createFindingStore>

/** How far the finding of occurrences is, and what is found. */
export function createFindingStore(db: Db) {
  const hours = createEventHourStore(db)

  /** Gives the occurrences that begin in a range the tag that is shown of those that each covers. */
  const tag = async (id: number, { from, to }: TimeRange): Promise<void> => {
    await sql`
      ${prepared('tag-occurrences')}
      update event_occurrence set tag = shown.tag from (
        select distinct on (covering.start_at) covering.start_at, event_tag.tag
        from event_tag, lateral (
          select start_at, last_at from event_occurrence
          where event_table = ${id} and start_at <= event_tag.start_at order by start_at desc limit 1
        ) covering
        where event_tag.event_table = ${id} and event_tag.start_at >= ${from} and event_tag.start_at < ${endOf(to)}
          and covering.start_at >= ${from} and event_tag.start_at <= covering.last_at
        order by covering.start_at, event_tag.start_at = covering.start_at desc, set_at desc
      ) shown
      where event_table = ${id} and event_occurrence.start_at = shown.start_at`.execute(db)
  }

  const insert = async (rows: OccurrenceRows): Promise<void> => {
    if (rows.count() === 0) return
    await copyRows(db, `copy event_occurrence (${ROW_COLUMNS}) from stdin binary`, rows.finish())
  }

  return {
    ...createProgressStore(db, 'event_table'),

    /** Undefined when it is gone. Use it in a transaction: until its end no one else changes the table, its occurrences or tags. */
    claim: async (id: number): Promise<ClaimedEventTable | undefined> => {
      const { rows } = await sql<TableRow>`
        ${prepared('claim-event-table')} ${TABLES} where id = ${id} for update`.execute(db)
      const [row] = rows
      return row && claimedOf(row)
    },

    /** As `claim`, of many, by their ids. Those that someone else changes just now are left out. */
    claimAll: async (ids: readonly number[]): Promise<ReadonlyMap<number, ClaimedEventTable>> => {
      const { rows } = await sql<TableRow>`
        ${prepared('claim-event-tables')} ${TABLES} where id = any (${[...ids]}::bigint[])
        order by id for update of event_table skip locked`.execute(db)
      return new Map(rows.map((row) => [row.id, claimedOf(row)]))
    },

    /** The types of the fields as they are by now. */
    readTypes: async (id: number): Promise<ClaimedEventTable['types']> => {
      const { rows } = await sql<Pick<ClaimedEventTable, 'types'>>`
        ${prepared('types-of-event-table')}
        select ${TYPES} as types from event_table where id = ${id}`.execute(db)
      return rows[0]?.types ?? []
    },

    /** Before which moment retention removed records of a source; undefined when it removed none. */
    findRemovedBefore: async (key: number): Promise<number | undefined> => {
      const { rows } = await sql<{ removedBefore: number | null }>`
        select removed_before from source where source_key = ${key}`.execute(db)
      return rows[0]?.removedBefore ?? undefined
    },

    /** The occurrence that began last by a moment. */
    findLastBegun: async (
      id: number,
      by: number,
    ): Promise<{ startAt: number; endAt: number | undefined; lastAt: number } | undefined> => {
      const { rows } = await sql<{ startAt: number; endAt: number | null; lastAt: number }>`
        select start_at, end_at, last_at from event_occurrence
        where event_table = ${id} and start_at <= ${by} order by start_at desc limit 1`.execute(db)
      const [row] = rows
      return row && { startAt: row.startAt, endAt: row.endAt ?? undefined, lastAt: row.lastAt }
    },

    /** Whether anything begins from a moment on. */
    hasFrom: async (id: number, from: number): Promise<boolean> => {
      const { rows } = await sql`
        select from event_occurrence where event_table = ${id} and start_at >= ${from} limit 1`.execute(db)
      return rows.length > 0
    },

    /** Removes all that begins in a range. */
    clear: async (id: number, { from, to }: TimeRange): Promise<void> => {
      await sql`
        delete from event_occurrence
        where event_table = ${id} and start_at >= ${from} and start_at < ${endOf(to)}`.execute(db)
    },

    /** Carries the figures of values over to other values of the table; what is new has none until all is found again. */
    moveFigures: async (id: number, before: readonly EventValue[], after: readonly EventValue[]): Promise<void> => {
      const places = after.map(({ source, field }) =>
        before.findIndex((value) => value.source === source && value.field === field),
      )
      const parts = places.map((place) => {
        const first = place * FIGURES_A_VALUE + 1
        return place === -1
          ? sql`array_fill(null::float8, array[${FIGURES_A_VALUE}::int])`
          : sql`figures[${first}::int:${first + FIGURES_A_VALUE - 1}::int]`
      })
      const moved = parts.length === 0 ? sql`'{}'::float8[]` : sql.join(parts, sql` || `)
      const starts = places.map((place) => (place === -1 ? sql`null` : sql`starts -> ${place}::int`))
      await sql`
        update event_occurrence set figures = ${moved},
          starts = case when starts is not null then jsonb_build_array(${sql.join(starts)}) end
        where event_table = ${id}`.execute(db)
    },

    /** Adds occurrences, untagged. */
    insert,

    tag,

    /** Adds up by the hour what begins in a range, after it was replaced. */
    sumUp: (id: number, range: TimeRange): Promise<void> => hours.renew([{ id, ...range }]),

    /** Adds occurrences to tables, in few statements for all of them. */
    extend: async (extensions: readonly Extension[]): Promise<void> => {
      const grown = extensions
        .map(({ table, occurrences, gone = Infinity }) => {
          const from = Math.min(occurrences[0]?.startAt ?? Infinity, gone)
          return { id: table.id, summedTo: table.summedTo, occurrences, from }
        })
        .filter(({ from }) => from !== Infinity)
      if (grown.length === 0) return
      const given = sql`unnest(${grown.map(({ id }) => id)}::bigint[], ${grown.map(({ from }) => from)}::bigint[]) given (id, start)`
      await sql`
        ${prepared('remove-newest-occurrences')}
        delete from event_occurrence using ${given}
        where event_table = given.id and start_at >= given.start`.execute(db)
      const rows = createOccurrenceRows()
      for (const { id, occurrences } of grown) for (const occurrence of occurrences) rows.add(occurrence, id)
      await insert(rows)
      const { rows: tagged } = await sql<{ id: number }>`
        ${prepared('tagged-event-tables')}
        select given.id from ${given}
        where exists (select from event_tag where event_table = given.id and start_at >= given.start)`.execute(db)
      const isTagged = new Set(tagged.map(({ id }) => id))
      for (const { id, from } of grown) if (isTagged.has(id)) await tag(id, { from, to: Infinity })
      const inNewHour = grown.filter(({ summedTo, from, occurrences }) => {
        return hourOf(occurrences.at(-1)?.startAt ?? from) > summedTo
      })
      await hours.renew(inNewHour.map(({ id, from }) => ({ id, from, to: Infinity })))
    },
  }
}

function endOf(to: number): number {
  return Math.min(to, Number.MAX_SAFE_INTEGER)
}
