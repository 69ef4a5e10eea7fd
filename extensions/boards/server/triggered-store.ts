import type { EntityId } from '@fieldwatch/contract/api/ids'
import { type AlertReader, IS_OF_ADMINS, isAlertSeen } from '@fieldwatch/server/features/alerts/alert-audience-store'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { isUnitInReach } from '@fieldwatch/server/platform/database/unit-reach'
import { formatTimeOrNull } from '@fieldwatch/server/platform/time/format-time'
import { sql } from 'kysely'
import { type BoardAlert, MOST_BOARD_ALERTS } from '../contract/board-screen.ts'

interface Triggered {
  readonly alerts: BoardAlert[]
  readonly total: number
}

/** The triggered alerts of entities on units in reach of someone, the newest first. */
export async function listTriggered(
  db: Db,
  { entities, reader }: { readonly entities: readonly EntityId[]; readonly reader: AlertReader },
): Promise<Triggered> {
  const { rows } = await sql<{ name: string; friendlyName: string; at: number | null; total: number }>`
    select alert.name, named.friendly_name, unit.at, count(*) over ()::int as total
    from alert_unit unit join alert on alert.id = alert_id join unit named using (data_id)
    where unit.status = 'high' and alert.entity_id = any (${[...entities]}) and ${isUnitInReach(sql`unit.data_id`, reader.reach)}
      and ${isAlertSeen(reader)} and not ${IS_OF_ADMINS}
    order by unit.at desc nulls last, lower(alert.name), unit.data_id limit ${MOST_BOARD_ALERTS}`.execute(db)
  const alerts = rows.map(({ name, friendlyName: unit, at }) => ({
    alert: name,
    unit,
    sinceUTC: formatTimeOrNull(at),
  }))
  return { alerts, total: rows[0]?.total ?? 0 }
}
