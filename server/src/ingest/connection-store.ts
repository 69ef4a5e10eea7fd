import type { DataId } from '@fieldwatch/contract/ids'
import { sql } from 'kysely'
import type { Db } from '#database/database.ts'

export type ConnectionStore = ReturnType<typeof createConnectionStore>

/** Whether MQTT sessions of units are up. */
export function createConnectionStore(db: Db) {
  return {
    /** Returns the units whose state is another now. */
    record: async (states: ReadonlyMap<DataId, boolean>, now: number): Promise<DataId[]> => {
      const { rows } = await sql<{ data_id: DataId }>`
        update unit set connected = given.connected, connection_changed_at = ${new Date(now)}
        from unnest(${[...states.keys()]}::text[], ${[...states.values()]}::boolean[]) given (data_id, connected)
        where unit.data_id = given.data_id and unit.connected <> given.connected
        returning unit.data_id`.execute(db)
      return rows.map((row) => row.data_id)
    },

    /** No session outlives its server. */
    reset: async (now: number): Promise<void> => {
      await db
        .updateTable('unit')
        .set({ connected: false, connection_changed_at: new Date(now) })
        .where('connected', '=', true)
        .execute()
    },
  }
}
