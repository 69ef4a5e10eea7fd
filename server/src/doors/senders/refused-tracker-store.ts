import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** The most that are kept. The oldest go first, so that strangers cannot fill the table. */
const KEPT = 10_000
const KEPT_MS = HOUR_MS

/** Trackers whose IMEI no unit had when they connected, for an hour. */
export function createRefusedTrackerStore(db: Db) {
  return {
    note: async (imei: string, at: number): Promise<void> => {
      await sql`
        insert into refused_tracker (imei, at) values (${imei}, ${at})
        on conflict (imei) do update set at = excluded.at where refused_tracker.at < excluded.at`.execute(db)
    },

    remove: async (imei: string): Promise<void> => {
      await sql`delete from refused_tracker where imei = ${imei}`.execute(db)
    },

    tidy: async (now: number): Promise<void> => {
      await sql`
        delete from refused_tracker where at < ${now - KEPT_MS}
          or at <= (select at from refused_tracker order by at desc offset ${KEPT} limit 1)`.execute(db)
    },
  }
}
