import type { ActionPayload } from '@fieldwatch/contract/actions/action-messages'
import { configurationOf } from '@fieldwatch/contract/actions/action-options'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '@fieldwatch/server/platform/database/database'
import type { AskedAction } from './rpc-message.ts'

type Configuration = Readonly<Record<string, unknown>>

export type AttributeStore = ReturnType<typeof createAttributeStore>

/** The configuration that a unit is to have, and what it was asked. */
export function createAttributeStore(db: Db) {
  return {
    /** What a request to the unit asked for. */
    findAction: async (dataId: DataId, id: number): Promise<AskedAction | undefined> => {
      const found = await db
        .selectFrom('actionRequest')
        .select(['actionClass', 'action'])
        .where('dataId', '=', dataId)
        .where('id', '=', id)
        .executeTakeFirst()
      return found && { actionClass: found.actionClass, action: found.action }
    },

    /** What the unit reported, with the last update of each setting over it unless that was taken back or failed. */
    readConfiguration: async (dataId: DataId): Promise<Configuration> => {
      const { rows: reported } = await sql<{ configuration: string }>`
        select distinct on (action_class) configuration from unit_configuration
        where data_id = ${dataId} order by action_class, at desc, version desc`.execute(db)
      const { rows: asked } = await sql<{ payload: string }>`
        select distinct on (action_class) payload from action_request
        where data_id = ${dataId} and action in ('Update', 'UpdateConfig') and state in ('waiting', 'handed-over', 'answered', 'expired')
          and (status is null or status in ('OK', 'PENDING', 'TIMEOUT'))
        order by action_class, id desc`.execute(db)
      return Object.assign(
        {},
        ...reported.map(({ configuration }) => JSON.parse(configuration) as Configuration),
        ...asked.map(({ payload }) => configurationOf(JSON.parse(payload) as ActionPayload)),
      ) as Configuration
    },
  }
}
