import type { AlertNotification } from '@fieldwatch/contract/alerts/alert-history'
import type { AlertId, DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, sql } from 'kysely'
import { UNIT_OF_CHANGE } from '#features/alerts/alert-life-store.ts'
import { followedSources } from '#features/alerts/followed-table-store.ts'
import { NOTIFICATION_STATE } from '#features/alerts/notification-store.ts'
import { isAdmin } from '#people/access/access-policy.ts'
import { creatorName } from '#platform/database/person-columns.ts'
import type { Db } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/caller.ts'
import { SOURCES_OF_ADMINS } from '#records/store/source-policy.ts'

export type StateReader = Pick<Caller, 'role' | 'userId'> & { readonly reach: readonly EntityId[] }

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

/** Of one alert on one unit. */
const MOST_NOTIFICATIONS = 50

/** Alerts as they were at a moment. */
export function createStateAlertStore(db: Db) {
  return {
    /** Those that were triggered on units whose reach was checked. */
    listTriggered: async (
      dataIds: readonly DataId[],
      reader: StateReader,
      { at, notedBy = Infinity }: Moment,
    ): Promise<TriggeredThen[]> => {
      const noted = Math.min(notedBy, Number.MAX_SAFE_INTEGER)
      const { rows } = await sql<TriggeredThen>`
        select alert.id as "alertId", state.data_id as "dataId", alert.name, change.at, change.value, change.bound, change.late,
          ${UNIT_OF_CHANGE} as "unitOfMeasure",
          taken.at as "acknowledgedAt", taken.by as "acknowledgedBy",
          case when ${mayChange(reader)} then (
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
        where state.data_id = any (${[...dataIds]}::text[]) and change.happening = 'high' and ${isSeen(reader)}
        order by state.data_id, lower(alert.name), alert.id`.execute(db)
      return rows
    },
  }
}

/** As `requireMaySee` of the alerts decides it, of an `alert` on a unit in reach. */
export function isSeen(reader: StateReader): RawBuilder<boolean> {
  const isNamed = sql`exists (
    select from alert_person where alert_person.alert_id = alert.id and user_id = ${reader.userId}
  )`
  if (isAdmin(reader)) return sql<boolean>`(${isNamed} or alert.entity_id = any (${[...reader.reach]}))`
  return sql<boolean>`(
    ${isNamed} and not coalesce(alert.source, '') = any (${[...SOURCES_OF_ADMINS]}::text[]) and (
      alert.event is null
      or not coalesce(${followedSources(sql.ref('state.data_id'))}, '{}') && ${[...SOURCES_OF_ADMINS]}::text[]
    )
  )`
}

/** As `requireMayChange` decides it, of an `alert`. */
export function mayChange(reader: StateReader): RawBuilder<boolean> {
  const ofEntity = isAdmin(reader) ? sql`alert.entity_id = any (${[...reader.reach]})` : sql`false`
  return sql<boolean>`(${ofEntity} or exists (
    select from alert_person where alert_person.alert_id = alert.id and user_id = ${reader.userId} and owns
  ))`
}
