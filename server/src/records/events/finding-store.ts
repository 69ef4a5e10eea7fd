import type { TimeRange } from '@fieldwatch/contract/times'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'
import { eventTableOf, type StoredEventTable } from './event-store.ts'
import type { Figures, Occurrence } from './occurrence.ts'

/** An event table that nobody else changes until the end of the transaction. */
export interface ClaimedEventTable extends StoredEventTable {
  /** What late records changed and was not looked at anew yet, in the order of time. */
  readonly corrections: readonly TimeRange[]
}

export type FindingStore = ReturnType<typeof createFindingStore>

/** How far the finding of occurrences is, and what is found. */
export function createFindingStore(db: Db) {
  /** Arrays are written out here: that is several times as quick as value by value. */
  const insert = async (id: number, occurrences: readonly Occurrence[]): Promise<void> => {
    if (occurrences.length === 0) return
    await sql`
      insert into event_occurrence (event_table, start_at, end_at, last_at, figures, tag)
      select ${id}, given.start_at, given.end_at, given.last_at, given.figures::float8[], ${await tagOfGiven(db, id)}
      from unnest(
        ${arrayText(occurrences.map(({ startAt }) => startAt))}::bigint[],
        ${arrayText(occurrences.map(({ endAt }) => endAt ?? null))}::bigint[],
        ${arrayText(occurrences.map(({ lastAt }) => lastAt))}::bigint[],
        string_to_array(${occurrences.map(({ figures }) => figuresText(figures)).join('|')}, '|')
      ) given (start_at, end_at, last_at, figures)`.execute(db)
  }

  return {
    /** Undefined when it is gone. Use it in a transaction: until its end nobody else changes the table, its occurrences or tags. */
    claim: async (id: number): Promise<ClaimedEventTable | undefined> => {
      const { rows } = await sql<Selectable<Tables['event_table']>>`
        select * from event_table where id = ${id} for update`.execute(db)
      const [row] = rows
      return row === undefined ? undefined : { ...eventTableOf(row), corrections: row.corrections }
    },

    /** How many records a source has from a moment on; those that replace others may count twice. */
    countRecords: async (key: number, from: number): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
        select (
          select coalesce(sum(count), 0)::bigint from record_chunk where source_key = ${key} and end_at >= ${from}
        ) + (
          select count(*) from record where source_key = ${key} and at >= to_timestamp(${from}::float8 / 1000)
        ) as count`.execute(db)
      return rows[0]?.count ?? 0
    },

    /** The first moment of which a source still has a record; undefined when it has none. */
    findFirstRecord: async (key: number): Promise<number | undefined> => {
      const { rows } = await sql<{ first: number | null }>`
        select least(
          (select min(start_at) from record_chunk where source_key = ${key} and times is not null),
          (select (extract(epoch from min(at)) * 1000)::bigint from record where source_key = ${key})
        ) as first`.execute(db)
      return rows[0]?.first ?? undefined
    },

    /** The occurrence that began last by a moment. */
    findLastBegun: async (
      id: number,
      by: number,
    ): Promise<{ startAt: number; endAt: number | undefined; lastAt: number } | undefined> => {
      const { rows } = await sql<{ start_at: number; end_at: number | null; last_at: number }>`
        select start_at, end_at, last_at from event_occurrence
        where event_table = ${id} and start_at <= ${by} order by start_at desc limit 1`.execute(db)
      const [row] = rows
      return row && { startAt: row.start_at, endAt: row.end_at ?? undefined, lastAt: row.last_at }
    },

    /** All that begins from a moment on, up to another (itself not included), is this. */
    replace: async (id: number, { from, to }: TimeRange, occurrences: readonly Occurrence[]): Promise<void> => {
      const until = Math.min(to, Number.MAX_SAFE_INTEGER)
      await sql`
        delete from event_occurrence
        where event_table = ${id} and start_at >= ${from} and start_at < ${until}`.execute(db)
      await insert(id, occurrences)
    },

    /** Adds occurrences behind all that are there; the first of them may be what the last one is by now. */
    extend: async (id: number, occurrences: readonly Occurrence[]): Promise<void> => {
      const [first] = occurrences
      if (first === undefined) return
      await sql`
        delete from event_occurrence where event_table = ${id} and start_at >= ${first.startAt}`.execute(db)
      await insert(id, occurrences)
    },

    setCorrections: async (id: number, corrections: readonly TimeRange[]): Promise<void> => {
      const stored = corrections.map(({ from, to }) => ({ from, to: Math.min(to, Number.MAX_SAFE_INTEGER) }))
      await db
        .updateTable('event_table')
        .set({ corrections: JSON.stringify(stored) })
        .where('id', '=', id)
        .execute()
    },

    /** `filledTo` undefined: all is found. */
    setProgress: async (
      id: number,
      { filledTo, done, total }: { filledTo: number | undefined; done: number; total: number },
    ): Promise<void> => {
      await db
        .updateTable('event_table')
        .set({ filled_to: filledTo ?? null, fill_done: done, fill_total: total })
        .where('id', '=', id)
        .execute()
    },
  }
}

/** The tag that is shown of those that an occurrence covers. Most tables have none. */
async function tagOfGiven(db: Db, id: number): Promise<RawBuilder<unknown>> {
  const { rows } = await sql`select from event_tag where event_table = ${id} limit 1`.execute(db)
  if (rows.length === 0) return sql`null`
  return sql`(
    select tag from event_tag
    where event_table = ${id} and event_tag.start_at between given.start_at and given.last_at
    order by event_tag.start_at = given.start_at desc, set_at desc limit 1
  )`
}

function figuresText(figures: readonly Figures[]): string {
  return arrayText(figures.flatMap(({ start, least, greatest, mean }) => [start, least, greatest, mean]))
}

function arrayText(numbers: readonly (number | null)[]): string {
  return `{${numbers.map((number) => number ?? 'NULL').join(',')}}`
}
