import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Consumer } from '../consumer.ts'
import { createFollowerStore } from '../follower-store.ts'

// All that a feature needs to follow arriving records: here one that keeps how often a unit was hotter than its limit, and its peak.
const PEAKS = 'peaks'

export async function createPeakTable(db: Db): Promise<void> {
  await sql`
    create table peak (
      data_id text primary key,
      top float8 not null,
      records int not null default 0,
      hot int not null default 0,
      highest float8
    )`.execute(db)
}

/** Begins to watch the temperature of a unit from its first record on. */
export async function watchPeak(db: Db, dataId: DataId, limit: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`insert into peak (data_id, top) values (${dataId}, ${limit})`.execute(tx)
    const sources = ['probe' as SourceName]
    await createFollowerStore(tx).follow({ consumer: PEAKS, id: dataId, dataId, sources, from: 'beginning' })
  })
}

export const peakConsumer: Consumer = {
  name: PEAKS,
  lanes: 1,
  take: async ({ tx, dataId, read }) => {
    for (const { records } of await read()) {
      for (const { fields } of records) {
        const { temperature } = JSON.parse(fields) as { temperature: number }
        await sql`
          update peak
          set records = records + 1, hot = hot + (${temperature}::float8 > top)::int,
            highest = greatest(highest, ${temperature}::float8)
          where data_id = ${dataId}`.execute(tx)
      }
    }
    return 'nothing'
  },
}
