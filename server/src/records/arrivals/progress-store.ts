import type { TimeRange } from '@fieldwatch/contract/time/times'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** How far a follower is that also looks at what was stored before it was made. */
export interface Progress {
  /** From where on nothing was looked at yet; undefined: all was. */
  readonly filledTo: number | undefined
  /** Records that were looked at, and that there are in all. */
  readonly done: number
  readonly total: number
}

/** Keeps how far the followers of a table are, each in its row. */
export function createProgressStore(db: Db, table: 'calculation' | 'event_table') {
  return {
    /** How many records some sources have from a moment on; those that replace others may count twice. */
    countRecords: async (keys: readonly number[], from: number): Promise<number> => {
      const { rows } = await sql<{ count: number }>`
        select (
          select coalesce(sum(count), 0) from record_chunk where source_key = any (${[...keys]}) and end_at >= ${from}
        ) + (
          select count(*) from record
          where source_key = any (${[...keys]}) and at >= to_timestamp(${from}::float8 / 1000)
        ) + (
          select coalesce(sum(count), 0) from record_late
          where source_key = any (${[...keys]}) and last_at >= to_timestamp(${from}::float8 / 1000)
        ) as count`.execute(db)
      return rows[0]?.count ?? 0
    },

    /** Keeps the ranges that late records changed and that were not looked at again yet. */
    setCorrections: async (id: number, corrections: readonly TimeRange[]): Promise<void> => {
      const stored = corrections.map(({ from, to }) => ({ from, to: Math.min(to, Number.MAX_SAFE_INTEGER) }))
      await sql`update ${sql.table(table)} set corrections = ${JSON.stringify(stored)} where id = ${id}`.execute(db)
    },

    setProgress: async (id: number, { filledTo, done, total }: Progress): Promise<void> => {
      await sql`
        update ${sql.table(table)}
        set filled_to = ${filledTo ?? null}, fill_done = ${done}, fill_total = ${total} where id = ${id}`.execute(db)
    },
  }
}
