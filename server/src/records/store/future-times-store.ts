import { DAY_MS } from '@fieldwatch/contract/time/durations'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { createChunkStore } from './chunk-store.ts'

/** Many commits of one source in a moment have later times than the clock; more is a clock that was wrong. */
const AHEAD_MS = 60_000
/** Records without a time are a millisecond apart, and a body may have very many of them. */
const STAND_INS_AHEAD_MS = 3_600_000
/** With times that are later the present clock is more likely to be the wrong one. */
const BELIEVED_MS = 7 * DAY_MS

/** Times that came from a clock that was ahead, such as that of a machine before it asked for the time. */
export function createFutureTimesStore(db: Db) {
  return {
    /** The sources whose last arrival is in the future. Those with an import of then keep it: its undo finds records by their arrival. */
    listSources: async (now: number): Promise<number[]> => {
      const { rows } = await sql<{ sourceKey: number }>`
        select source_key from source
        where last_received_at < ${new Date(now + BELIEVED_MS)}
          and (last_received_at > ${new Date(now + AHEAD_MS)} or stand_in_until > ${now + STAND_INS_AHEAD_MS})
          and not exists (
            select from record_import_commit arrived
            where arrived.source_key = source.source_key and arrived.received_at > ${now}
          )
        order by source_key`.execute(db)
      return rows.map((row) => row.sourceKey)
    },

    /**
     * Makes what arrived in the future have arrived now. Followers that had not read all of it read it again. Use it in a transaction.
     */
    bringSourceBack: async (sourceKey: number, now: number): Promise<void> => {
      // In the order of commits: otherwise each may wait for the other.
      await createChunkStore(db).lock(sourceKey)
      const moment = new Date(now)
      const { rows } = await sql<{ last: number }>`
        select (extract(epoch from last_received_at) * 1000)::bigint as last from source
        where source_key = ${sourceKey} for no key update`.execute(db)
      const last = rows[0]?.last ?? 0
      await sql`
        update source set last_received_at = least(last_received_at, ${moment}),
          previous_received_at = least(previous_received_at, ${moment}),
          stand_in_until = case when stand_in_until > ${now + STAND_INS_AHEAD_MS} then ${now}::bigint else stand_in_until end
        where source_key = ${sourceKey}`.execute(db)
      for (const table of ['record', 'record_late'])
        await sql`
          update ${sql.table(table)} set received_at = ${moment}
          where source_key = ${sourceKey} and received_at > ${moment}`.execute(db)
      await sql`
        update record_chunk set first_received_at = ${now}, last_received_at = ${now}, arrivals = null
        where source_key = ${sourceKey} and last_received_at > ${now}`.execute(db)
      await sql`
        update arrival_cursor cursor set received_at = null,
          received_after = case when cursor.received_after >= ${last} then ${now}::bigint else ${now - 1}::bigint end
        from arrival_follower follower, source
        where source.source_key = ${sourceKey} and follower.data_id = source.data_id
          and cursor.consumer = follower.consumer and cursor.follower = follower.id and cursor.source = source.name
          and cursor.received_after > ${now}`.execute(db)
    },

    /** Lets units be active, and be where they are, from now on. */
    bringUnitsBack: async (now: number): Promise<void> => {
      const ahead = new Date(now + AHEAD_MS)
      await sql`
        update unit set last_activity_at = least(last_activity_at, ${new Date(now)}),
          located_at = least(located_at, ${new Date(now)})
        where (last_activity_at > ${ahead} or located_at > ${ahead}) and last_activity_at < ${new Date(now + BELIEVED_MS)}`.execute(
        db,
      )
    },
  }
}
