import type { ActionClass } from '@fieldwatch/contract/actions/action-options'
import type { ActionState } from '@fieldwatch/contract/actions/actions'
import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import { creatorName } from '#platform/database/creator-name.ts'
import type { Db } from '#platform/database/database.ts'
import type { StoredRequest } from './request-store.ts'

/** A request with the names that people read. */
export interface ListedRequest extends StoredRequest {
  readonly friendly_name: string
  /** Null for people out of reach. */
  readonly creator: string | null
  readonly canceller: string | null
}

interface Wanted {
  readonly dataId: DataId
  readonly actionClass: ActionClass | undefined
  readonly state: ActionState | undefined
}

/** Requests as people see them. */
export function createRequestListStore(db: Db) {
  return {
    /** Newest first, with how many there are. */
    list: async (
      wanted: Wanted,
      { offset, limit }: { offset: number; limit: number },
      reach: readonly EntityId[],
    ): Promise<{ total: number; requests: ListedRequest[] }> => {
      const where = sql`data_id = ${wanted.dataId}
        and (${wanted.actionClass ?? null}::text is null or action_class = ${wanted.actionClass ?? null})
        and (${wanted.state ?? null}::text is null or state = ${wanted.state ?? null})`
      const { rows: counted } = await sql<{ count: number }>`
        select count(*) as count from action_request where ${where}`.execute(db)
      const { rows } = await sql<ListedRequest>`
        select request.*, ${names(reach)} from (
          select * from action_request where ${where} order by id desc limit ${limit} offset ${offset}
        ) request join unit using (data_id) order by request.id desc`.execute(db)
      return { total: counted[0]?.count ?? 0, requests: rows }
    },

    find: async (id: number, reach: readonly EntityId[]): Promise<ListedRequest | undefined> => {
      const { rows } = await sql<ListedRequest>`
        select request.*, ${names(reach)} from action_request request join unit using (data_id)
        where request.id = ${id}`.execute(db)
      return rows[0]
    },
  }
}

function names(reach: readonly EntityId[]) {
  return sql`friendly_name, ${creatorName(sql.ref('request.created_by'), reach)} as creator,
    ${creatorName(sql.ref('request.cancelled_by'), reach)} as canceller`
}
