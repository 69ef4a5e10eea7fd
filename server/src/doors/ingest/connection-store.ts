import type { DataId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared.ts'

export type ConnectionStore = ReturnType<typeof createConnectionStore>

/** Which servers have MQTT sessions of which units. */
export function createConnectionStore(db: Db) {
  return {
    /** A number above those of all earlier connections, at whatever server. */
    takeNumber: async (): Promise<number> => {
      const { rows } = await sql<{ number: number }>`
        ${prepared('connection-number')} select nextval('unit_connection_number') as number`.execute(db)
      const [row] = rows
      if (row === undefined) throw new Error('a connection got no number')
      return row.number
    },

    /** Returns the units whose state at the server changed. */
    record: async (server: string, states: ReadonlyMap<DataId, boolean>, now: number): Promise<DataId[]> => {
      const { rows } = await sql<{ dataId: DataId }>`
        with given as (
          select data_id, is_up
          from unnest(${[...states.keys()]}::text[], ${[...states.values()]}::boolean[]) given (data_id, is_up)
          join unit using (data_id)
        ), begun as (
          insert into unit_connection (data_id, server) select data_id, ${server} from given where is_up
          on conflict do nothing returning data_id
        ), ended as (
          delete from unit_connection using given
          where not is_up and server = ${server} and unit_connection.data_id = given.data_id
          returning unit_connection.data_id
        )
        update unit set connection_changed_at = ${new Date(now)}
        where data_id in (select data_id from begun union all select data_id from ended)
        returning data_id`.execute(db)
      return rows.map((row) => row.dataId)
    },

    /** Removes the sessions of servers that run no more, and returns their units. */
    removeEnded: async (now: number): Promise<DataId[]> => {
      const { rows } = await sql<{ dataId: DataId }>`
        with ended as (
          delete from unit_connection
          where not exists (select from server where server.name = unit_connection.server)
          returning data_id
        )
        update unit set connection_changed_at = ${new Date(now)} where data_id in (select data_id from ended)
        returning data_id`.execute(db)
      return rows.map((row) => row.dataId)
    },
  }
}
