import type { AlertNotification } from '@fieldwatch/contract/alerts/alert-history'
import type { AlertId, DataId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import { type AlertReader, isAlertSeen, mayAlertBeChanged } from '#features/alerts/alert-audience-store.ts'
import { UNIT_OF_CHANGE } from '#features/alerts/alert-life-store.ts'
import { NOTIFICATION_STATE } from '#features/alerts/notification-store.ts'
import { creatorName } from '#platform/database/person-columns.ts'
import type { Db } from '#platform/database/database.ts'

/** An alert that was triggered on a unit. Times are epoch milliseconds. */
export interface TriggeredThen {
  readonly alertId: AlertId
  readonly dataId: DataId
  readonly name: string
  readonly at: number
  readonly value: number | null
  readonly bound: number | null
  readonly unitOfMeasure: string | null
  readonly late: boolean
  readonly acknowledgedAt: number | null
  readonly acknowledgedBy: string | null
  /** Null for those who may not see to whom messages went. */
  readonly notifications: readonly NotifiedThen[] | null
}

export interface NotifiedThen extends Pick<AlertNotification, 'kind' | 'channel' | 'recipient' | 'state'> {
  readonly at: number
}

export interface Moment {
  readonly at: number
  /** What the portal noted later is left out; undefined: nothing is. */
  readonly notedBy: number | undefined
}

/** The most notifications of one alert on one unit. */
const MOST_NOTIFICATIONS = 50

/** Alerts as they were at a moment. */
export function createStateAlertStore(db: Db) {
  return {
    /** Those that were triggered on units whose reach was checked. */
    listTriggered: async (
      dataIds: readonly DataId[],
      reader: AlertReader,
      { at, notedBy = Infinity }: Moment,
    ): Promise<TriggeredThen[]> => {
      const noted = Math.min(notedBy, Number.MAX_SAFE_INTEGER)
      const { rows } = await sql<TriggeredThen>`
        select alert.id as "alertId", state.data_id as "dataId", alert.name, change.at, change.value, change.bound, change.late,
          ${UNIT_OF_CHANGE} as "unitOfMeasure",
          taken.at as "acknowledgedAt", taken.by as "acknowledgedBy",
          case when ${mayAlertBeChanged(reader)} then (
            select coalesce(json_agg(json_build_object(
              'kind', sent.kind, 'channel', sent.channel, 'recipient', sent.recipient, 'at', sent.at, 'state', sent.state
            ) order by sent.at, sent.id), '[]') from (
              select notification.id, notification.kind, notification.channel, notification.recipient, notification.at, ${NOTIFICATION_STATE} as state
              from alert_notification notification left join outbox on outbox.id = outbox_id
              where notification.alert_id = alert.id and state.data_id = any (notification.units)
                and notification.at between change.at and ${Math.min(at, noted)}::bigint
              order by notification.at, notification.id limit ${MOST_NOTIFICATIONS}
            ) sent
          ) end as notifications
        from alert_unit state join alert on alert.id = state.alert_id
        cross join lateral (
          select * from alert_change change
          where change.alert_id = state.alert_id and change.data_id = state.data_id
            and happening in ('high', 'ok', 'changed', 'ended', 'rested') and at <= ${at}::bigint and noted_at <= ${noted}::bigint
          order by at desc, id desc limit 1
        ) change
        left join lateral (
          select at, ${creatorName(sql.ref('act.user_id'), reader.reach)} as by from alert_change act
          where act.alert_id = state.alert_id and act.data_id = state.data_id and happening = 'acknowledged'
            and (act.at, act.id) > (change.at, change.id) and at <= ${Math.min(at, noted)}::bigint
          order by at desc, id desc limit 1
        ) taken on true
        where state.data_id = any (${[...dataIds]}::text[]) and change.happening = 'high' and ${isAlertSeen(reader)}
        order by state.data_id, lower(alert.name), alert.id`.execute(db)
      return rows
    },
  }
}
