import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import { followedSources } from '#features/alerts/followed-table-store.ts'
import type { Db } from '#platform/database/database.ts'
import { isUnitInReach } from '#platform/database/unit-reach.ts'
import { SOURCES_OF_ADMINS } from '#records/store/source-policy.ts'

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

interface AskedAlerts {
  readonly reach: readonly EntityId[]
  readonly userId: UserId
  /** Of admins: all of the entities in reach, and also those on sources that only admins read. */
  readonly all: boolean
}

const PAGE = 1_000

/** What analysts read of the portal's own tables, within a reach. */
export function createAnalystRowsStore(db: Db) {
  return {
    listEntities: async (reach: readonly EntityId[]): Promise<{ id: string; name: string; parent: string | null }[]> =>
      db
        .selectFrom('entity')
        .select(['id', 'name', 'parent_id as parent'])
        .where('id', 'in', [...reach])
        .orderBy('name')
        .orderBy('id')
        .execute(),

    /** Each alert with each of its units in reach, page by page. */
    listAlerts: async function* ({ reach, userId, all }: AskedAlerts): AsyncGenerator<AlertRow[]> {
      let [afterAlert, afterUnit] = ['', '']
      while (true) {
        const { rows } = await sql<AlertRow>`
          select alert.id, alert.name, alert.entity_id as entity, alert.type, unit.data_id as "dataId", unit.status,
            unit.at, unit.last_value as "lastValue"
          from alert join alert_unit unit on unit.alert_id = alert.id
          where (alert.id, unit.data_id) > (${afterAlert}, ${afterUnit})
            and ${isUnitInReach(sql`unit.data_id`, reach)}
            and (${all} and alert.entity_id = any (${[...reach]}) or exists (
              select from alert_person where alert_person.alert_id = alert.id and user_id = ${userId}
            ))
            and (${all} or not ${followedSources(sql`unit.data_id`)} && ${[...SOURCES_OF_ADMINS]}::text[])
          order by alert.id, unit.data_id limit ${PAGE}`.execute(db)
        if (rows.length > 0) yield rows
        const last = rows.at(-1)
        if (last === undefined || rows.length < PAGE) return
        ;[afterAlert, afterUnit] = [last.id, last.dataId]
      }
    },
  }
}
