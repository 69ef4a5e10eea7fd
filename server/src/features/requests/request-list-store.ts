import type { ActionClass } from '@fieldwatch/contract/actions/action-options'
import type { ActionState, DownlinkState } from '@fieldwatch/contract/actions/actions'
import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import { creatorName } from '#platform/database/person-columns.ts'
import type { Db } from '#platform/database/database.ts'
import type { StoredRequest } from './request-store.ts'

/** A request with the names that people read. */
export interface NamedRequest extends StoredRequest {
  readonly friendlyName: string
  /** Null for people out of reach. */
  readonly creator: string | null
  readonly canceller: string | null
}

export interface ListedRequest extends NamedRequest {
  /** Only for a request that went to a LoRaWAN network server, once that has it. */
  readonly downlinkState: DownlinkState | null
  readonly downlinkAt: number | null
  readonly downlinkReason: string | null
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
        ) request join unit using (data_id) ${WITH_DOWNLINK} order by request.id desc`.execute(db)
      return { total: counted[0]?.count ?? 0, requests: rows }
    },

    find: async (id: number, reach: readonly EntityId[]): Promise<ListedRequest | undefined> => {
      const { rows } = await sql<ListedRequest>`
        select request.*, ${names(reach)} from action_request request join unit using (data_id) ${WITH_DOWNLINK}
        where request.id = ${id}`.execute(db)
      return rows[0]
    },
  }
}

const WITH_DOWNLINK = sql`
  left join downlink on downlink.request_id = request.id and downlink.state <> 'pending'`

function names(reach: readonly EntityId[]) {
  return sql`friendly_name, downlink.state as downlink_state, downlink.at as downlink_at,
    downlink.reason as downlink_reason, ${creatorName(sql.ref('request.created_by'), reach)} as creator,
    ${creatorName(sql.ref('request.cancelled_by'), reach)} as canceller`
}
