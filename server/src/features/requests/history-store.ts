import type { DataId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { StoredRequest } from './request-store.ts'

/** A request of which a record of the history is not stored yet. */
export type UnrecordedRequest = Pick<
  StoredRequest,
  | 'id'
  | 'data_id'
  | 'action_class'
  | 'method'
  | 'action'
  | 'payload'
  | 'state'
  | 'created_at'
  | 'ended_at'
  | 'cancelled_at'
  | 'not_sent_at'
  | 'not_sent_reason'
  | 'request_recorded'
  | 'end_recorded'
>

/** Which records of the history are still to be written. */
export function createHistoryStore(db: Db) {
  return {
    /** Of one unit, or of all of them. */
    listUnrecorded: async (dataId: DataId | undefined, limit: number): Promise<UnrecordedRequest[]> => {
      const { rows } = await sql<UnrecordedRequest>`
        select id, data_id, action_class, method, action, payload, state, created_at, ended_at, cancelled_at,
          not_sent_at, not_sent_reason, request_recorded, end_recorded
        from action_request
        where (not request_recorded or not end_recorded) and (${dataId ?? null}::text is null or data_id = ${dataId ?? null})
        order by id limit ${limit}`.execute(db)
      return rows
    },

    markRecorded: async (ids: readonly number[], which: 'request_recorded' | 'end_recorded'): Promise<void> => {
      if (ids.length === 0) return
      await db
        .updateTable('action_request')
        .set({ [which]: true })
        .where('id', 'in', [...ids])
        .execute()
    },
  }
}
