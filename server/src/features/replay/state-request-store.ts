import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { isUnitWhollyInReach } from '#platform/database/unit-reach.ts'

/** The times of a request, in epoch milliseconds; null for what has not happened. */
export interface RequestTimes {
  readonly handedOverAt: number | null
  readonly answeredAt: number | null
  readonly cancelledAt: number | null
  readonly expiredAt: number | null
  readonly notSentAt: number | null
}

export interface RequestThen extends RequestTimes {
  readonly dataId: DataId
  readonly id: number
  readonly actionClass: string
  readonly action: string
  readonly createdAt: number
  readonly status: string | null
}

export interface ConfigurationThen {
  readonly dataId: DataId
  readonly actionClass: string
  readonly version: number
  readonly at: number
}

/** The columns of a `request` to select. */
export const REQUEST_COLUMNS = sql`request.data_id as "dataId", request.id, action_class as "actionClass", action, status,
  created_at as "createdAt", handed_over_at as "handedOverAt", answered_at as "answeredAt", cancelled_at as "cancelledAt",
  expired_at as "expiredAt", not_sent_at as "notSentAt"`

/** Requests and configurations as they were at a moment. */
export function createStateRequestStore(db: Db) {
  return {
    /** The newest that were sent to each unit by then, of units with no entity out of reach. */
    listRequests: async (
      dataIds: readonly DataId[],
      reach: readonly EntityId[],
      { at, most }: { at: number; most: number },
    ): Promise<RequestThen[]> => {
      const { rows } = await sql<RequestThen>`
        select ${REQUEST_COLUMNS}
        from unnest(${[...dataIds]}::text[]) asked (data_id)
        cross join lateral (
          select * from action_request
          where action_request.data_id = asked.data_id and created_at <= ${at}::bigint order by id desc limit ${most}
        ) request
        where ${isUnitWhollyInReach(sql`asked.data_id`, reach)}
        order by request.data_id, request.id desc`.execute(db)
      return rows
    },

    /** The last configuration of each class that each unit had reported. */
    listConfigurations: async (dataIds: readonly DataId[], at: number): Promise<ConfigurationThen[]> => {
      const { rows } = await sql<ConfigurationThen>`
        select distinct on (data_id, action_class) data_id as "dataId", action_class as "actionClass", version, at
        from unit_configuration where data_id = any (${[...dataIds]}::text[]) and at <= ${at}::bigint
        order by data_id, action_class, at desc, version desc`.execute(db)
      return rows
    },
  }
}
