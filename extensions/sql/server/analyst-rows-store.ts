import type { EntityId, ProgramTokenId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import { type AlertReader, isAlertSeen } from '@fieldwatch/server/features/alerts/alert-audience-store'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { isUnitInReach } from '@fieldwatch/server/platform/database/unit-reach'

interface AlertRow {
  readonly id: string
  readonly name: string
  readonly entity: string
  readonly type: string
  readonly dataId: string
  readonly status: string
  readonly at: number | null
  readonly lastValue: number | null
}

const PAGE = 1_000

/** The portal's own tables: what analysts read of them, within a reach, and whose logins there may be. */
export function createAnalystRowsStore(db: Db) {
  return {
    /** The ids of all tokens that have not expired. */
    listTokens: async (now: number): Promise<ProgramTokenId[]> =>
      (await db.selectFrom('programToken').select('id').where('expiresAt', '>', new Date(now)).execute()).map(
        ({ id }) => id,
      ),

    listEntities: async (reach: readonly EntityId[]): Promise<{ id: string; name: string; parent: string | null }[]> =>
      db
        .selectFrom('entity')
        .select(['id', 'name', 'parentId as parent'])
        .where('id', 'in', [...reach])
        .orderBy('name')
        .orderBy('id')
        .execute(),

    /** Each alert with each of its units in reach, page by page. */
    listAlerts: async function* (reader: AlertReader): AsyncGenerator<AlertRow[]> {
      let [afterAlert, afterUnit] = ['', '']
      while (true) {
        const { rows } = await sql<AlertRow>`
          select alert.id, alert.name, alert.entity_id as entity, alert.type, unit.data_id as "dataId", unit.status,
            unit.at, unit.last_value as "lastValue"
          from alert join alert_unit unit on unit.alert_id = alert.id
          where (alert.id, unit.data_id) > (${afterAlert}, ${afterUnit})
            and ${isUnitInReach(sql`unit.data_id`, reader.reach)}
            and ${isAlertSeen(reader)}
          order by alert.id, unit.data_id limit ${PAGE}`.execute(db)
        if (rows.length > 0) yield rows
        const last = rows.at(-1)
        if (last === undefined || rows.length < PAGE) return
        ;[afterAlert, afterUnit] = [last.id, last.dataId]
      }
    },
  }
}
