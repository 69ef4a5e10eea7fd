import { DAY_MS } from '@fieldwatch/contract/time/durations'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared.ts'

/** How long copies of an uplink are recognised. A device that was reset may count from 0 again later. */
const COPIES_MS = DAY_MS

export interface UplinkId {
  readonly dataId: DataId
  readonly id: string
}

export function createLorawanStore(db: Db) {
  return {
    /** Of each uplink whether it is stored already, judged by its id. */
    areStored: async (uplinks: readonly UplinkId[], now: number): Promise<boolean[]> => {
      const { rows } = await sql<{ stored: boolean }>`
        ${prepared('uplinks-are-stored')}
        select exists (
          select from lorawan_uplink stored
          where stored.data_id = given.data_id and stored.id = given.id and arrived_at > ${now - COPIES_MS}
        ) as stored
        from unnest(${uplinks.map(({ dataId }) => dataId)}::text[], ${uplinks.map(hashOf)}::bytea[])
          with ordinality given (data_id, id, place)
        order by place`.execute(db)
      return rows.map(({ stored }) => stored)
    },

    /** Notes uplinks that were stored, and forgets those of their units that are too old to come again. */
    noteStored: async (uplinks: readonly UplinkId[], now: number): Promise<void> => {
      const dataIds = uplinks.map(({ dataId }) => dataId)
      await sql`
        ${prepared('note-uplinks')}
        with gone as (
          delete from lorawan_uplink where data_id = any (${dataIds}::text[]) and arrived_at <= ${now - COPIES_MS}
        )
        insert into lorawan_uplink (data_id, id, arrived_at)
        select data_id, id, ${now} from unnest(${dataIds}::text[], ${uplinks.map(hashOf)}::bytea[]) given (data_id, id)
        order by data_id, id
        on conflict (data_id, id) do nothing`.execute(db)
    },
  }
}

function hashOf({ id }: UplinkId): Buffer {
  return createHash('sha256').update(id).digest()
}
