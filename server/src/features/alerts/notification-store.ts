import { DAY_MS } from '@fieldwatch/contract/time/durations'
import { notSent } from '@fieldwatch/messages/server-sentences'
import {
  type AlertNotification,
  isPersonal,
  type NotificationChannel,
  type NotificationKind,
  type NotificationState,
} from '@fieldwatch/contract/alerts/alert-history'
import type { Language } from '@fieldwatch/contract/text/languages'
import type { MeasurePreference } from '@fieldwatch/contract/measures/measure-preference'
import type { AlertId, DataId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { AlertType } from '@fieldwatch/contract/alerts/alerts'
import { DEFAULT_CHANNELS, type TimeFormat } from '@fieldwatch/contract/people/users'
import { type Selectable, sql } from 'kysely'
import { activeWithReach } from '#platform/database/active-with-reach.ts'
import type { Db } from '#platform/database/database.ts'
import { isUnitInReach } from '#platform/database/unit-reach.ts'
import { fieldUnit } from '#platform/database/field-unit.ts'
import type { NotifiedUnit, Tables } from '#platform/database/tables.ts'
import { formatTime } from '#platform/time/format-time.ts'
import type { Position } from '#platform/http/page-position.ts'
import { EVENT_TITLE, IS_LEAVING, watchedValue } from './followed-table-store.ts'
import type { NotifiedAlert } from './write-message.ts'

/** A person by one channel, or a receiver: gets one message for everything that is due. */
export interface Addressee {
  readonly channel: NotificationChannel
  /** The id of a person or a receiver. */
  readonly id: string
}

/** Addressees of one channel. */
export interface Addressees {
  readonly channel: NotificationChannel
  readonly ids: readonly string[]
}

export interface NewNotification {
  readonly alertId: AlertId
  readonly entity: EntityId
  /** Undefined: it is for a receiver. */
  readonly userId: UserId | undefined
  readonly receiverId?: string
  readonly kind: NotificationKind
  readonly channel: NotificationChannel
  readonly recipient: string
  readonly at: number
  /** Why it is withheld; undefined: it is due. */
  readonly withheld: string | undefined
  readonly notifiedUnits: readonly NotifiedUnit[]
}

/** The most units that a message names. */
const MOST_UNITS = 20
const MOST_TOGETHER = 100

/** Notifications of alerts, and what became of them. */
export function createNotificationStore(db: Db) {
  return {
    add: async (notifications: readonly NewNotification[]): Promise<void> => {
      if (notifications.length === 0) return
      const rows = notifications.map(({ notifiedUnits, ...one }) => ({
        alert_id: one.alertId,
        entity_id: one.entity,
        user_id: one.userId,
        receiver_id: one.receiverId,
        kind: one.kind,
        channel: one.channel,
        recipient: one.recipient,
        unit_count: notifiedUnits.length,
        units: notifiedUnits.slice(0, MOST_UNITS).map(({ dataId }) => dataId),
        at: one.at,
        state: one.withheld === undefined ? 'due' : 'withheld',
        reason: one.withheld,
        notified: notifiedUnits.slice(0, MOST_UNITS),
      }))
      await sql`
        insert into alert_notification (
          alert_id, entity_id, user_id, receiver_id, kind, channel, recipient, unit_count, units, at, state, reason, notified
        )
        select * from json_to_recordset(${JSON.stringify(rows)}::json) given (
          alert_id text, entity_id text, user_id text, receiver_id text, kind text, channel text, recipient text,
          unit_count int, units text[], at bigint, state text, reason text, notified jsonb
        )`.execute(db)
    },

    /** To whom something is due now. */
    listDue: async (now: number, limit: number): Promise<Addressee[]> => {
      const { rows } = await sql<Addressee>`
        select channel, ${ADDRESSEE} as id from alert_notification notification
        where state = 'due' and (not_before is null or not_before <= ${now})
        group by channel, user_id, receiver_id order by min(notification.id) limit ${limit}`.execute(db)
      return rows
    },

    /** What is due to addressees. Until the end of the transaction no one else hands anything over to them. */
    claimDue: async (to: Addressees, only: number | undefined, now: number): Promise<DueNotification[]> => {
      // In one order, so that two servers do not wait for each other.
      await sql`
        select pg_advisory_xact_lock(key) from (
          select hashtextextended('alert notifications by ' || ${to.channel} || ' to ' || id, 0) as key
          from unnest(${[...to.ids]}::text[]) id order by key
        ) keys`.execute(db)
      const { rows } = await sql<DueRow>`
        select * from (
          select notification.*, coalesce(alert.name, alert_name) as name, alert.id is null as alert_gone,
            user_id is not null and app_user.id is null as person_gone, alert.type, alert.description, alert.source, alert.field, alert.operator,
            alert.constant, alert.for_seconds, alert.schedule, ${EVENT_OF_ALERT} as event, alert.time_zone, first_name, time_format,
            coalesce(app_user.language, (
              select language from entity where entity.id = coalesce(app_user.entity_id, notification.entity_id)
            )) as language,
            coalesce(app_user.measures, (select measures from entity where entity.id = app_user.entity_id)) as measures,
            ${UNITS_OF_MEASURE} as units_of_measure, ${MAY_CHANGE} as may_change,
            row_number() over (partition by user_id, receiver_id order by notification.id) as place
          from alert_notification notification left join alert on alert.id = alert_id
          left join app_user on app_user.id = user_id
          where ${isTo(to)} and ${isTakenNow(now, only)}
        ) due where place <= ${MOST_TOGETHER} order by id`.execute(db)
      return rows.map(dueOf)
    },

    /** What `claimDue` would claim. */
    listDueTo: async (to: Addressees, now: number): Promise<number[]> => {
      const { rows } = await sql<{ id: number }>`
        select id from alert_notification notification
        where ${isTo(to)} and ${isTakenNow(now, undefined)} order by id limit ${MOST_TOGETHER}`.execute(db)
      return rows.map(({ id }) => id)
    },

    /** Withholds what is due to a receiver. */
    withholdFrom: async (receiver: string, reason: string): Promise<void> => {
      await sql`
        update alert_notification set state = 'withheld', reason = ${reason}
        where state = 'due' and receiver_id = ${receiver}`.execute(db)
    },

    /** Withholds what is due to receivers by other channels than these. */
    withholdBut: async (channels: readonly NotificationChannel[], reason: string): Promise<void> => {
      await sql`
        update alert_notification set state = 'withheld', reason = ${reason}
        where state = 'due' and receiver_id is not null and channel <> all (${[...channels]}::text[])`.execute(db)
    },

    /** One that cannot be delivered is not tried until then; the others are. */
    postpone: async (id: number, until: number, reason: string): Promise<void> => {
      await sql`
        update alert_notification set not_before = ${until}, reason = ${reason}
        where id = ${id} and state = 'due'`.execute(db)
    },

    /** Messages to each addressee since a moment: all, and those that told of an alarm. */
    countSent: async (to: Addressees, since: number): Promise<ReadonlyMap<string, SentMessages>> => {
      const { rows } = await sql<SentMessages & { id: string }>`
        select ${ADDRESSEE} as id, count(distinct outbox_id) as all,
          count(distinct outbox_id) filter (where kind = 'alarm') as alarms
        from alert_notification notification
        where ${isTo(to)} and state = 'queued' and at > ${since} group by 1`.execute(db)
      return new Map(rows.map(({ id, ...counts }) => [id, counts]))
    },

    /** SMS about the alerts of an entity that were handed over since a moment, or will be. */
    countSms: async (entity: EntityId, { since, now }: { since: number; now: number }): Promise<number> => {
      await sql`select pg_advisory_xact_lock(hashtextextended('sms of ' || ${entity}, 0))`.execute(db)
      const { rows } = await sql<{ count: number }>`
        select count(distinct outbox_id) as count from alert_notification join outbox on outbox.id = outbox_id
        where entity_id = ${entity} and channel = 'sms' and state = 'queued' and at > ${since - 2 * DAY_MS} and (
          sent_at > ${new Date(since)} or (sent_at is null and failed_at is null and expires_at > ${new Date(now)})
        )`.execute(db)
      return rows[0]?.count ?? 0
    },

    /** Those to whom a message was refused at least once and is tried again. */
    listHeldUp: async (to: Addressees, now: number): Promise<ReadonlySet<string>> => {
      const { rows } = await sql<{ id: string }>`
        select distinct ${ADDRESSEE} as id from alert_notification notification join outbox on outbox.id = outbox_id
        where ${isTo(to)} and state = 'queued' and at > ${now - 2 * DAY_MS}
          and sent_at is null and failed_at is null and attempts > 0 and expires_at > ${new Date(now)}`.execute(db)
      return new Set(rows.map(({ id }) => id))
    },

    /** Notifications with the ids of their messages. */
    noteQueued: async (queued: readonly { readonly id: number; readonly outboxId: string }[]): Promise<void> => {
      if (queued.length === 0) return
      await sql`
        update alert_notification set state = 'queued', outbox_id = message from unnest(
          ${queued.map(({ id }) => id)}::bigint[], ${queued.map(({ outboxId }) => outboxId)}::text[]
        ) given (notification, message) where id = notification`.execute(db)
    },

    noteWithheld: async (ids: readonly number[], reason: string): Promise<void> => {
      if (ids.length === 0) return
      await sql`
        update alert_notification set state = 'withheld', reason = ${reason}
        where id = any (${[...ids]}::bigint[])`.execute(db)
    },

    putOff: async (postponed: readonly { readonly id: number; readonly until: number }[]): Promise<void> => {
      if (postponed.length === 0) return
      await sql`
        update alert_notification set not_before = until from unnest(
          ${postponed.map(({ id }) => id)}::bigint[], ${postponed.map(({ until }) => until)}::bigint[]
        ) given (notification, until) where id = notification`.execute(db)
    },

    /** Why a message about alerts is not wanted any more; undefined for any other message, and as long as it is. */
    findRefusal: async (outboxId: string, recipient: string): Promise<string | undefined> => {
      const { rows } = await sql<RefusalRow>`
        with recursive sent as (select * from alert_notification where outbox_id = ${outboxId}),
        ${activeWithReach(sql`select user_id from sent`)}
        select channel, phone, email, notifications, person.id is null as gone,
          exists (select from sent join alert on alert.id = alert_id) or kind = 'ended' as known,
          exists (select from active_person) as active, exists (
            select from sent where kind = 'ended'
          ) or exists (
            select from sent join alert_person using (alert_id, user_id)
            join alert_unit using (alert_id) join unit_entity using (data_id)
            where not unsubscribed and unit_entity.entity_id in (select entity_id from reach)
          ) as wanted
        from sent left join app_user person on person.id = sent.user_id where sent.user_id is not null limit 1`.execute(
        db,
      )
      const [row] = rows
      return row === undefined ? undefined : refusalOf(row, recipient)
    },

    /** The newest first. */
    list: async (asked: AskedNotifications): Promise<{ notification: AlertNotification; position: Position }[]> => {
      const { alertId, entities, reach, channel, state, after, limit } = asked
      const { rows } = await sql<ListedRow>`
        select notification.*, coalesce(alert.name, alert_name) as name, array(
            select shown from unnest(notification.units) with ordinality named (shown, place)
            where ${isUnitInReach(sql`shown`, reach)} order by place
          ) as shown_units, outbox.sent_at, outbox.failed_at, outbox.attempts, outbox.last_error
        from alert_notification notification left join alert on alert.id = alert_id
        left join outbox on outbox.id = outbox_id
        where ${alertId === undefined ? sql`notification.entity_id = any (${[...(entities ?? [])]})` : sql`alert_id = ${alertId}`}
          ${channel === undefined ? sql`` : sql`and channel = ${channel}`}
          ${state === undefined ? sql`` : sql`and ${NOTIFICATION_STATE} = ${state}`}
          ${after === undefined ? sql`` : sql`and (notification.at, notification.id) < (${after.at}::bigint, ${after.id}::bigint)`}
        order by notification.at desc, notification.id desc limit ${limit}`.execute(db)
      return rows.map((row) => ({ notification: notificationOf(row), position: { at: row.at, id: row.id } }))
    },

    removeOld: async (before: number): Promise<void> => {
      await sql`delete from alert_notification where at < ${before}`.execute(db)
    },
  }
}

/** The person or receiver of a `notification`. */
const ADDRESSEE = sql`coalesce(notification.user_id, notification.receiver_id)`

export function isTo({ channel, ids }: Addressees) {
  const whose = isPersonal(channel) ? sql`notification.user_id` : sql`notification.receiver_id`
  return sql<boolean>`${whose} = any (${[...ids]}::text[]) and channel = ${channel}`
}

/** What is put off waits for its time together with what comes in the meantime; what was postponed with a reason waits alone. */
function isTakenNow(now: number, only: number | undefined) {
  return sql<boolean>`
    state = 'due' and (notification.reason is null or not_before <= ${now})
    ${only === undefined ? sql`` : sql`and notification.id = ${only}`}`
}

/** The units of measure of the values in a message, by dataID. */
const UNITS_OF_MEASURE = sql`(
  select jsonb_object_agg(named.data_id, ${fieldUnit({
    dataId: sql.ref('named.data_id'),
    ...watchedValue(sql.ref('named.data_id')),
  })}) from unnest(notification.units) named (data_id)
)`

/** What an event table is called on the units of a message. */
const EVENT_OF_ALERT = sql<DueRow['event']>`case when alert.event is not null then jsonb_build_object(
  'name', alert.event, 'title', ${EVENT_TITLE}, 'isLeaving', ${IS_LEAVING}
) end`

/** Whether the person may acknowledge and snooze the alert. */
const MAY_CHANGE = sql<boolean>`coalesce(app_user.role = 'admin' or (
  select owns from alert_person where alert_person.alert_id = alert.id and alert_person.user_id = notification.user_id
), false)`

/** As `notificationOf` returns it. */
export const NOTIFICATION_STATE = sql`case when notification.state = 'withheld' then 'withheld' when failed_at is not null then 'failed'
  when sent_at is not null then 'sent' else 'waiting' end`

interface SentMessages {
  readonly all: number
  readonly alarms: number
}

interface AskedNotifications {
  readonly alertId: AlertId | undefined
  readonly entities: readonly EntityId[] | undefined
  /** The reach of the reader: other units are not named. */
  readonly reach: readonly EntityId[]
  readonly channel?: NotificationChannel | undefined
  readonly state?: NotificationState | undefined
  readonly after: Position | undefined
  readonly limit: number
}

export interface DueNotification {
  readonly id: number
  readonly addressee: Addressee['id'] | null
  readonly entity: EntityId
  /** When the notification was decided. */
  readonly at: number
  readonly recipient: string
  readonly firstName: string
  /** That the person or else the entity of person or receiver chose. */
  readonly language: Language | null
  readonly timeFormat: TimeFormat
  /** Null: as sent. */
  readonly measures: MeasurePreference | null
  readonly notBefore: number | undefined
  /** Why it is not sent any more. */
  readonly refused: string | undefined
  readonly alert: Omit<NotifiedAlert, 'unsubscribeUrl'> & { readonly type: AlertType }
}

type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null }

type DueRow = Selectable<Tables['alertNotification']> &
  // Of a deleted alert only the name is known.
  Nullable<Omit<Selectable<Tables['alert']>, 'event' | 'name'>> & {
    name: string
    event: { name: string; title: string; isLeaving: boolean } | null
    mayChange: boolean
    alertGone: boolean
    personGone: boolean
    /** Null for a receiver. */
    firstName: string | null
    language: Language | null
    timeFormat: TimeFormat | null
    measures: MeasurePreference | null
    unitsOfMeasure: Readonly<Partial<Record<DataId, string | null>>> | null
  }

type RefusalRow = Pick<Selectable<Tables['appUser']>, 'email' | 'phone' | 'notifications'> & {
  channel: NotificationChannel
  /** The person was deleted. */
  gone: boolean
  /** There is an alert of which it tells, or it tells of its end. */
  known: boolean
  active: boolean
  wanted: boolean
}

type ListedRow = Selectable<Tables['alertNotification']> & {
  shownUnits: DataId[]
  name: string
  sentAt: Date | null
  failedAt: Date | null
  attempts: number | null
  lastError: string | null
}

function dueOf(row: DueRow): DueNotification {
  const { field, operator, constant } = row
  return {
    id: row.id,
    addressee: row.userId ?? row.receiverId,
    entity: row.entityId,
    at: row.at,
    recipient: row.recipient,
    firstName: row.firstName ?? '',
    language: row.language,
    timeFormat: row.timeFormat ?? '24Hour',
    measures: row.measures,
    notBefore: row.notBefore ?? undefined,
    refused: row.personGone
      ? notSent('not-sent.user-deleted')
      : row.alertGone && row.kind !== 'ended'
        ? notSent('not-sent.alert-deleted')
        : undefined,
    alert: {
      type: row.type ?? 'value',
      id: row.alertId,
      name: row.name,
      description: row.description ?? '',
      kind: row.kind,
      mayChange: row.mayChange,
      source: row.source,
      event: row.event && {
        ...row.event,
        forMs: (row.forSeconds ?? 0) * 1_000,
        isAwaited: row.schedule?.kind === 'by',
      },
      condition: field === null || operator === null || constant === null ? null : { field, operator, constant },
      timeZone: row.timeZone ?? 'UTC',
      unitCount: row.unitCount,
      units: row.notified.map((unit) => ({ ...unit, unitOfMeasure: row.unitsOfMeasure?.[unit.dataId] ?? undefined })),
    },
  }
}

function refusalOf(row: RefusalRow, recipient: string): string | undefined {
  if (row.gone) return notSent('not-sent.user-deleted')
  if (!row.known) return notSent('not-sent.alert-deleted')
  const { emailEnable, smsEnable } = row.notifications['alerts'] ?? DEFAULT_CHANNELS
  if (!row.active) return notSent('not-sent.user-disabled')
  if (!row.wanted) return notSent('not-sent.unsubscribed')
  if (row.channel === 'sms' && row.phone !== recipient) return notSent('not-sent.phone-changed')
  if (row.channel === 'mail' && row.email !== recipient) return notSent('not-sent.address-changed')
  return (row.channel === 'sms' ? smsEnable : emailEnable) ? undefined : notSent('not-sent.switched-off')
}

function notificationOf(row: ListedRow): AlertNotification {
  const isFailed = row.failedAt !== null
  const sent = row.sentAt === null ? 'waiting' : 'sent'
  return {
    alertID: row.alertId,
    alertName: row.name,
    kind: row.kind,
    channel: row.channel,
    recipient: row.recipient,
    unitCount: row.unitCount,
    units: row.shownUnits,
    atUTC: formatTime(row.at),
    state: row.state === 'withheld' ? 'withheld' : isFailed ? 'failed' : sent,
    sentUTC: row.sentAt?.toISOString() ?? null,
    attempts: row.attempts ?? 0,
    reason: row.reason ?? row.lastError,
  }
}
