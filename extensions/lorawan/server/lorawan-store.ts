import { DAY_MS, MINUTE_MS } from '@fieldwatch/contract/time/durations'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { prepared } from '@fieldwatch/server/platform/database/prepared'

/** How long copies of an uplink are recognised. */
const COPIES_MS = DAY_MS
/**
 * How far the times of copies may be apart, by the clocks of network servers. A device that keeps its session and restarts (ABP) counts from 0
 * again, and what it sends then may look like what it sent before.
 */
const APART_MS = 10 * MINUTE_MS

export interface UplinkId {
  readonly dataId: DataId
  readonly id: string
  /** When the network server had it, by its own clock. */
  readonly receivedAt: number
}

export function createLorawanStore(db: Db) {
  return {
    /** Whether each uplink is stored already, judged by its id. */
    areStored: async (uplinks: readonly UplinkId[], now: number): Promise<boolean[]> => {
      const { rows } = await sql<{ stored: boolean }>`
        ${prepared('uplinks-are-stored')}
        select exists (
          select from lorawan_uplink stored
          where stored.data_id = given.data_id and stored.id = given.id and arrived_at > ${now - COPIES_MS}
            and coalesce(abs(stored.received_at - given.received_at) < ${APART_MS}, true)
        ) as stored
        from unnest(
          ${uplinks.map(({ dataId }) => dataId)}::text[], ${uplinks.map(hashOf)}::bytea[], ${timesOf(uplinks)}::bigint[]
        ) with ordinality given (data_id, id, received_at, place)
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
        insert into lorawan_uplink (data_id, id, arrived_at, received_at)
        select distinct on (data_id, id) data_id, id, ${now}, received_at
        from unnest(${dataIds}::text[], ${uplinks.map(hashOf)}::bytea[], ${timesOf(uplinks)}::bigint[])
          given (data_id, id, received_at)
        order by data_id, id, received_at desc
        on conflict (data_id, id) do update set arrived_at = excluded.arrived_at, received_at = excluded.received_at`.execute(
        db,
      )
    },
  }
}

function hashOf({ id }: UplinkId): Buffer {
  return createHash('sha256').update(id).digest()
}

function timesOf(uplinks: readonly UplinkId[]): number[] {
  return uplinks.map(({ receivedAt }) => Math.round(receivedAt))
}
