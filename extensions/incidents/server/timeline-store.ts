import type { ActionState } from '@fieldwatch/contract/actions/actions'
import type { AlertId, DataId, EntityId, SourceName, UserId } from '@fieldwatch/contract/api/ids'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { sql } from 'kysely'
import {
  type AlertReader,
  isAlertSeen,
  mayAlertBeChanged,
} from '@fieldwatch/server/features/alerts/alert-audience-store'
import { UNIT_OF_CHANGE } from '@fieldwatch/server/features/alerts/alert-life-store'
import { NOTIFICATION_STATE } from '@fieldwatch/server/features/alerts/notification-store'
import type { NotifiedThen } from '@fieldwatch/server/features/replay/state-alert-store'
import { openWithin, TABLE_SOURCES } from '@fieldwatch/server/features/replay/state-event-store'
import {
  type ConfigurationThen,
  REQUEST_COLUMNS,
  type RequestThen,
} from '@fieldwatch/server/features/replay/state-request-store'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { isUnitWhollyInReach } from '@fieldwatch/server/platform/database/unit-reach'

/** Times are epoch milliseconds. */
export interface FoundAlertChange {
  readonly dataId: DataId
  readonly alertId: AlertId
  readonly entity: EntityId
  readonly title: string
  readonly happening: 'high' | 'ok' | 'acknowledged'
  readonly at: number
  readonly notedAt: number
  readonly value: number | null
  readonly bound: number | null
  readonly unitOfMeasure: string | null
  readonly comment: string | null
  readonly byId: UserId | null
  /** The reader may see who was notified. */
  readonly mayChange: boolean
}

export interface FoundNotification extends NotifiedThen {
  readonly dataId: DataId
  readonly alertId: AlertId
  /** Null for a webhook. */
  readonly toId: UserId | null
}

export interface FoundOccurrence {
  readonly table: number
  readonly dataId: DataId
  readonly source: SourceName
  readonly sources: readonly string[]
  readonly name: string
  readonly title: string
  readonly startAt: number
  /** Null: it is ongoing. */
  readonly endAt: number | null
  readonly tag: string | null
}

export interface FoundRequest extends RequestThen {
  readonly byId: UserId
}

export interface FoundNote {
  readonly dataId: DataId
  readonly id: number
  readonly text: string
  readonly source: SourceName | null
  readonly startAt: number
  readonly endAt: number | null
  readonly createdAt: number
  readonly byId: UserId
}

/** Requests that are over. */
export const OVER: readonly ActionState[] = ['answered', 'cancelled', 'expired', 'not-sent']

/** What happened to units whose reach was checked, within a range; of each unit, and of each kind, at most `most`. */
export function createTimelineStore(db: Db) {
  return {
    /** The changes of alerts that the reader may see. */
    listAlertChanges: async (
      dataIds: readonly DataId[],
      reader: AlertReader,
      { from, to, most }: TimeRange & { most: number },
    ): Promise<FoundAlertChange[]> => {
      const { rows } = await sql<FoundAlertChange>`
        select state.data_id as "dataId", alert.id as "alertId", alert.entity_id as entity, alert.name as title,
          change.happening, change.at, change.noted_at as "notedAt", change.value, change.bound, change.comment,
          ${UNIT_OF_CHANGE} as "unitOfMeasure", change.user_id as "byId", ${mayAlertBeChanged(reader)} as "mayChange"
        from alert_unit state join alert on alert.id = state.alert_id
        cross join lateral (
          select * from alert_change change
          where change.alert_id = state.alert_id and change.data_id = state.data_id and happening in ('high', 'ok', 'acknowledged')
            and at >= ${from}::bigint and at < ${to}::bigint
          order by at, id limit ${most}
        ) change
        where state.data_id = any (${[...dataIds]}::text[]) and ${isAlertSeen(reader)}
        order by change.at, change.id limit ${most}`.execute(db)
      return rows
    },

    /** Sent about units from the start of a range on, in the order of time. */
    listNotifications: async (
      alerts: readonly AlertId[],
      dataIds: readonly DataId[],
      { from, to, most }: TimeRange & { most: number },
    ): Promise<FoundNotification[]> => {
      const { rows } = await sql<FoundNotification>`
        select about.data_id as "dataId", notification.alert_id as "alertId", notification.kind, notification.channel,
          notification.recipient, notification.user_id as "toId", notification.at, ${NOTIFICATION_STATE} as state
        from alert_notification notification left join outbox on outbox.id = outbox_id
        cross join lateral unnest(notification.units) about (data_id)
        where notification.alert_id = any (${[...alerts]}::text[]) and about.data_id = any (${[...dataIds]}::text[])
          and notification.at >= ${from}::bigint and notification.at < ${to}::bigint
        order by notification.at, notification.id limit ${most}`.execute(db)
      return rows
    },

    /** The occurrences of event tables that were open at some time of the range. */
    listOccurrences: async (
      dataIds: readonly DataId[],
      { from, to, most, now }: TimeRange & { most: number; now: number },
    ): Promise<FoundOccurrence[]> => {
      const { rows } = await sql<FoundOccurrence>`
        select event_table.id as table, data_id as "dataId", source, ${TABLE_SOURCES} as sources, name, title,
          occurrence.start_at as "startAt", occurrence.end_at as "endAt", occurrence.tag
        from event_table cross join lateral ${openWithin({ from, to }, now, { direction: 'asc', most })} occurrence
        where data_id = any (${[...dataIds]}::text[]) and (end_at is null or end_at >= ${from}::bigint)
        order by occurrence.start_at, event_table.id limit ${most}`.execute(db)
      return rows
    },

    /** Sent before the end of the range, and not over before it; of units with no entity out of reach. */
    listRequests: async (
      dataIds: readonly DataId[],
      reach: readonly EntityId[],
      { from, to, most }: TimeRange & { most: number },
    ): Promise<FoundRequest[]> => {
      const { rows } = await sql<FoundRequest>`
        select ${REQUEST_COLUMNS}, created_by as "byId"
        from unnest(${[...dataIds]}::text[]) asked (data_id)
        cross join lateral (
          select * from action_request where action_request.data_id = asked.data_id and created_at < ${to}::bigint
            and coalesce(greatest(answered_at, cancelled_at, expired_at, not_sent_at), ${to}::bigint) >= ${from}::bigint
          order by created_at desc limit ${most}
        ) request
        where ${isUnitWhollyInReach(sql`asked.data_id`, reach)}
        order by created_at, request.id limit ${most}`.execute(db)
      return rows
    },

    listConfigurations: async (
      dataIds: readonly DataId[],
      { from, to, most }: TimeRange & { most: number },
    ): Promise<ConfigurationThen[]> => {
      const { rows } = await sql<ConfigurationThen>`
        select data_id as "dataId", action_class as "actionClass", version, at from unit_configuration
        where data_id = any (${[...dataIds]}::text[]) and at >= ${from}::bigint and at < ${to}::bigint
        order by at, version limit ${most}`.execute(db)
      return rows
    },

    /** Notes that concern the range. */
    listNotes: async (
      dataIds: readonly DataId[],
      { from, to, most }: TimeRange & { most: number },
    ): Promise<FoundNote[]> => {
      const { rows } = await sql<FoundNote>`
        select ${NOTE} from note
        where data_id = any (${[...dataIds]}::text[]) and coalesce(end_at, start_at) >= ${from}::bigint and start_at < ${to}::bigint
        order by start_at, id limit ${most}`.execute(db)
      return rows
    },

    /** Named notes of units. */
    findNotes: async (ids: readonly number[], dataIds: readonly DataId[]): Promise<FoundNote[]> => {
      const { rows } = await sql<FoundNote>`
        select ${NOTE} from note
        where id = any (${`{${ids.join(',')}}`}::bigint[]) and data_id = any (${[...dataIds]}::text[])
        order by start_at, id`.execute(db)
      return rows
    },

    /** Which of the units have no entity out of reach: their requests may be shown. */
    listWhollyReached: async (dataIds: readonly DataId[], reach: readonly EntityId[]): Promise<Set<DataId>> => {
      const { rows } = await sql<{ dataId: DataId }>`
        select asked.data_id as "dataId" from unnest(${[...dataIds]}::text[]) asked (data_id)
        where ${isUnitWhollyInReach(sql`asked.data_id`, reach)}`.execute(db)
      return new Set(rows.map(({ dataId }) => dataId))
    },

    /** The entities of alerts. */
    listEntitiesOfAlerts: async (alerts: readonly AlertId[]): Promise<Map<AlertId, EntityId>> => {
      const { rows } = await sql<{ id: AlertId; entity: EntityId }>`
        select id, entity_id as entity from alert where id = any (${[...alerts]}::text[])`.execute(db)
      return new Map(rows.map(({ id, entity }) => [id, entity]))
    },

    /** The alerts on units that a reader may see now, and whether they may see who was notified. */
    listSeenAlerts: async (
      alerts: readonly AlertId[],
      dataIds: readonly DataId[],
      reader: AlertReader,
    ): Promise<Map<AlertId, boolean>> => {
      const { rows } = await sql<{ id: AlertId; mayChange: boolean }>`
        select distinct alert.id, ${mayAlertBeChanged(reader)} as "mayChange"
        from alert_unit state join alert on alert.id = state.alert_id
        where alert.id = any (${[...alerts]}::text[]) and state.data_id = any (${[...dataIds]}::text[])
          and ${isAlertSeen(reader)}`.execute(db)
      return new Map(rows.map((row) => [row.id, row.mayChange]))
    },
  }
}

const NOTE = sql`data_id as "dataId", id, text, source, start_at as "startAt", end_at as "endAt",
  (extract(epoch from created_at) * 1000)::bigint as "createdAt", created_by as "byId"`
