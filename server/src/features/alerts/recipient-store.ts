import type { NotificationChannel } from '@fieldwatch/contract/alerts/alert-history'
import type { AlertId, DataId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { DEFAULT_CHANNELS, type NotificationChannels, type Role } from '@fieldwatch/contract/people/users'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { activeWithReach } from '#platform/database/active-with-reach.ts'
import type { Recipient as Addressee } from '#delivery/mail/queue-mail.ts'
import type { Db } from '#platform/database/database.ts'
import { languageOf } from '#platform/database/person-columns.ts'
import type { Tables } from '#platform/database/tables.ts'
import { followedSources } from './followed-table-store.ts'
import { latestOf, type Notice } from './unit-state.ts'
import { notSent } from '@fieldwatch/messages/server-sentences'
import { createOutboxStore } from '#delivery/outbox/outbox-store.ts'
import { type Addressees, isTo } from './notification-store.ts'

export type OnUnit = Pick<Notice, 'alertId' | 'dataId'>

/** An alert on one of its units, and who knows that it is triggered there. */
export interface WatchedUnit extends OnUnit {
  readonly entity: EntityId
  /** All sources that the alert concerns; none: all sources of the unit. */
  readonly sources: readonly string[]
  /** The name of the unit. */
  readonly name: string
  readonly informed: readonly UserId[]
}

/** Someone who gets the messages of an alert. */
export interface Recipient {
  readonly alertId: AlertId
  readonly userId: UserId
  readonly email: string
  /** Empty: no number was verified. */
  readonly phone: string
  readonly channels: NotificationChannels
  readonly role: Role
  readonly owns: boolean
  /** Which of the units are in their reach. */
  readonly units: ReadonlySet<DataId>
}

/** What gets the messages about the alerts of an entity besides people, by a channel of an extension. */
export interface Receiver {
  readonly id: string
  readonly entity: EntityId
  readonly name: string
  readonly channel: NotificationChannel
}

/** Someone who knows that an alert is triggered on a unit. */
export interface Informed extends OnUnit, Required<Addressee> {
  readonly userId: UserId
  readonly name: string
  readonly unitName: string
}

type RecipientRow = Pick<Selectable<Tables['appUser']>, 'id' | 'email' | 'notifications' | 'role'> & {
  alertId: AlertId
  owns: boolean
  phone: string
  units: DataId[]
}

interface Reminded extends Pick<Notice, 'alertId' | 'dataId' | 'status' | 'notedAt'> {
  at: number | null
  value: number | null
  lastAt: number | null
  lastValue: number | null
}

/** Who is notified of alerts on units. Use it in a transaction that holds the rows of these alerts on these units. */
export function createRecipientStore(db: Db) {
  return {
    listWatched: async (of: readonly OnUnit[]): Promise<WatchedUnit[]> => {
      const { rows } = await sql<WatchedUnit>`
        select alert_id as "alertId", alert_unit.data_id as "dataId", alert.entity_id as entity, ${followedSources(sql.ref('alert_unit.data_id'))} as sources,
          friendly_name as name, informed
        from ${given(of)} join alert_unit using (alert_id, data_id)
        join alert on alert.id = alert_id join unit on unit.data_id = alert_unit.data_id`.execute(db)
      return rows
    },

    /** The alerts on units whose last notification said that they are triggered. */
    listNotified: async (of: readonly OnUnit[]): Promise<OnUnit[]> => {
      if (of.length === 0) return []
      const { rows } = await sql<OnUnit>`
        select alert_id as "alertId", data_id as "dataId" from ${given(of)} join alert_unit using (alert_id, data_id)
        where notified = 'high'`.execute(db)
      return rows
    },

    /** Those that are triggered and of which people or receivers were notified, as alarms. */
    listAlarms: async (of: readonly OnUnit[]): Promise<Notice[]> => {
      if (of.length === 0) return []
      const { rows } = await sql<Pick<Reminded, 'alertId' | 'dataId' | 'notedAt' | 'at' | 'value'>>`
        select alert_id as "alertId", data_id as "dataId", at, changed_at as "notedAt", value
        from ${given(of)} join alert_unit using (alert_id, data_id)
        where notified = 'high' and status = 'high'`.execute(db)
      return rows.map(({ at, value, ...row }) => {
        return { ...row, kind: 'alarm', status: 'high', at: at ?? undefined, value: value ?? undefined, changes: 1 }
      })
    },

    /** Active people who own an alert or with whom it is shared, and who have not unsubscribed, with the units in their reach. */
    listPeople: async (of: readonly OnUnit[]): Promise<Recipient[]> => {
      const { rows } = await sql<RecipientRow>`
        with recursive given as (select * from ${given(of)}), subscriber as (
          select alert_id, user_id, owns from alert_person where alert_id in (select alert_id from given) and not unsubscribed
        ), ${activeWithReach(sql`select user_id from subscriber`)}
        select alert_id, owns, person.id, email, phone, notifications, role, array_agg(distinct data_id) as units
        from subscriber join app_user person on person.id = user_id join given using (alert_id)
        join unit_entity owner using (data_id)
        join reach on reach.user_id = person.id and reach.entity_id = owner.entity_id
        group by alert_id, owns, person.id, email, phone, notifications, role
        order by alert_id, person.id`.execute(db)
      return rows.map(({ alertId, id: userId, notifications, units, ...person }) => {
        const channels = notifications['alerts'] ?? DEFAULT_CHANNELS
        return { ...person, alertId, userId, channels, units: new Set(units) }
      })
    },

    /** The receivers of active entities: these get messages now. */
    listReceivers: async (entities: readonly EntityId[]): Promise<Receiver[]> => {
      const { rows } = await sql<Receiver>`
        select receiver.id, entity_id as entity, receiver.name, channel
        from alert_receiver receiver join entity on entity.id = entity_id
        where entity_id = any (${[...entities]}) and entity.status = 'active' order by receiver.id`.execute(db)
      return rows
    },

    /** Active people who know that alerts are triggered on units, and have not unsubscribed. */
    listInformed: async (people: readonly UserId[]): Promise<Informed[]> => {
      const { rows } = await sql<Informed>`
        select state.alert_id as "alertId", state.data_id as "dataId", alert.name, friendly_name as "unitName", user_id as "userId",
          email, first_name as "firstName", ${languageOf('person')} as language
        from alert_unit state join alert on alert.id = state.alert_id join unit using (data_id)
        join alert_person on alert_person.alert_id = state.alert_id and user_id = any (state.informed) and not unsubscribed
        join app_user person on person.id = user_id join entity on entity.id = person.entity_id
        where user_id = any (${[...people]}) and notified = 'high' and person.status = 'active' and entity.status = 'active'
        order by email, lower(alert.name), state.data_id`.execute(db)
      return rows
    },

    setInformed: async (informed: readonly (OnUnit & { readonly people: readonly UserId[] })[]): Promise<void> => {
      await sql`
        update alert_unit set informed = string_to_array(given.people, ' ')
        from unnest(
          ${informed.map(({ alertId }) => alertId)}::text[], ${informed.map(({ dataId }) => dataId)}::text[],
          ${informed.map(({ people }) => people.join(' '))}::text[]
        ) given (alert_id, data_id, people)
        where alert_unit.alert_id = given.alert_id and alert_unit.data_id = given.data_id`.execute(db)
    },

    /** People were told that they no longer follow alerts on units: when they follow them again, they are told anew. */
    forget: async (lost: readonly (OnUnit & { readonly userId: UserId })[]): Promise<void> => {
      const userIds = lost.map(({ userId }) => userId)
      await sql`
        update alert_unit state set informed = array(
          select known from unnest(state.informed) known where not exists (
            select from ${given(lost)} join unnest(${userIds}::text[]) with ordinality person (id, place) using (place)
            where given.alert_id = state.alert_id and given.data_id = state.data_id and person.id = known
          )
        )
        where (alert_id, data_id) in (select alert_id, data_id from ${given(lost)})`.execute(db)
    },

    /**
     * Alerts that are triggered on units of which not all of their people know, as reminders: those of a page of alerts that no one else is
     * at, and the last alert of the page. Acknowledged, snoozed and maintained ones wait; what only late records showed is no alarm.
     */
    claimUnheard: async (
      now: number,
      { after, limit }: { readonly after: string; readonly limit: number },
    ): Promise<{ readonly reminders: Notice[]; readonly last: AlertId | undefined }> => {
      const { rows: page } = await sql<{ alertId: AlertId }>`
        select distinct alert_id from alert_unit state
        where alert_id > ${after} and ${isUnnotified(now)} order by alert_id limit ${limit}`.execute(db)
      const ids = page.map((row) => row.alertId)
      const { rows } = await sql<Reminded>`
        select alert_id as "alertId", data_id as "dataId", status, at, changed_at as "notedAt", value,
          last_at as "lastAt", last_value as "lastValue"
        from alert_unit state where alert_id = any (${ids}) and ${isUnnotified(now)}
        order by alert_id, data_id for update skip locked`.execute(db)
      const reminders = rows.map(({ at: begunAt, value: first, lastAt, lastValue, ...row }) => {
        const [at, value] = [begunAt ?? undefined, first ?? undefined]
        const latest = latestOf({ value, lastAt: lastAt ?? undefined, lastValue: lastValue ?? undefined }, 'reminder')
        return { ...row, kind: 'reminder' as const, at, value, ...latest, changes: 1 }
      })
      return { reminders, last: ids.length < limit ? undefined : ids.at(-1) }
    },
  }
}

function given(of: readonly OnUnit[]) {
  return sql`unnest(
    ${of.map(({ alertId }) => alertId)}::text[], ${of.map(({ dataId }) => dataId)}::text[]
  ) with ordinality given (alert_id, data_id, place)`
}

function isUnnotified(now: number) {
  return sql`(
    state.status = 'high' and notified = 'high' and notified_at >= state.changed_at and acknowledged_at is null
    and coalesce(snoozed_until, 0) <= ${now} and rested_at is null
    and not exists (
      select from unit_maintenance work where work.data_id = state.data_id and from_at <= ${now} and to_at > ${now}
    )
    and exists (
      select from alert_person join app_user person on person.id = user_id join entity on entity.id = person.entity_id
      where alert_person.alert_id = state.alert_id and not unsubscribed and person.status = 'active'
        and entity.status = 'active' and user_id <> all (state.informed)
    )
  )`
}

const OUT_OF_REACH = notSent('not-sent.out-of-reach')

/** Keeps messages about alerts within the reach of now: that of a person, or of the entity of a receiver. */
export function createNotificationReachStore(db: Db) {
  return {
    /** Narrows what is due to addressees to their reach, before it is written. */
    narrowDue: (to: Addressees): Promise<number> => narrow(db, sql`${isTo(to)} and state = 'due'`),

    /**
     * Why a message is not sent as it was written: it names a unit out of reach. Its notifications are due again without such units.
     * Undefined for any other message.
     */
    withdraw: (outboxId: string): Promise<string | undefined> =>
      db.transaction().execute(async (tx) => {
        if ((await narrow(tx, sql`outbox_id = ${outboxId} and state = 'queued'`)) === 0) return undefined
        await sql`
          update alert_notification set state = 'due', outbox_id = null
          where outbox_id = ${outboxId} and state = 'queued'`.execute(tx)
        return OUT_OF_REACH
      }),

    /**
     * Gives up messages that wait and tell of an alert, in the transaction that deletes it. What they tell
     * of other alerts is due again, and so is that it is over: with the deletion as its reason.
     */
    withdrawAlert: async (
      alertId: AlertId,
      { ended, ...change }: { readonly at: number; readonly reason: string; readonly ended: string },
    ): Promise<void> => {
      const { rows } = await sql<{ id: string }>`
        select distinct outbox_id as id from alert_notification
        where alert_id = ${alertId} and state = 'queued' and outbox_id is not null`.execute(db)
      const ids = rows.map(({ id }) => id)
      const waiting = await createOutboxStore(db).giveUpWaiting(ids, change)
      await sql`
        update alert_notification set kind = 'ended', notified = (
          select jsonb_agg(value || jsonb_build_object('reason', ${ended}::text) order by place)
          from jsonb_array_elements(notified) with ordinality given (value, place)
        )
        where alert_id = ${alertId} and kind = 'all-clear'
          and (state = 'due' or state = 'queued' and outbox_id = any (${waiting}::text[]))`.execute(db)
      await sql`
        update alert_notification set state = 'due', outbox_id = null
        where outbox_id = any (${waiting}::text[]) and state = 'queued' and (alert_id <> ${alertId} or kind = 'ended')`.execute(
        db,
      )
    },
  }
}

/**
 * Takes units out of reach out of notifications; those that have none left are withheld. That an alert ended on a unit that
 * was deleted was within the reach of then. A receiver gets it if the last that it got of the unit is that it is triggered, wherever
 * the unit is now. Returns how many had such units.
 */
async function narrow(db: Db, isMeant: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with recursive due as (
      select notification.id, alert_id, kind, notified, receiver_id, coalesce(person.entity_id, notification.entity_id) as entity_id,
        user_id is null or role = 'admin' or 'viewSubentities' = any (permissions) as goes_below
      from alert_notification notification left join app_user person on person.id = user_id
      where ${isMeant}
    ), reach (id, entity_id) as (
      select id, entity_id from due
      union
      select reach.id, below.id from reach join due using (id) join entity below on below.parent_id = reach.entity_id
      where goes_below
    ), named as (
      select due.*, value, place, value ->> 'dataId' as data_id, exists (
        select from unit_entity owner join reach on reach.entity_id = owner.entity_id
        where reach.id = due.id and owner.data_id = value ->> 'dataId'
      ) as is_in_reach
      from due cross join jsonb_array_elements(due.notified) with ordinality given (value, place)
    ), unit as (
      select id, value, place, data_id, case
        when kind <> 'ended' or is_in_reach and receiver_id is null then is_in_reach
        when receiver_id is null then not exists (select from unit_entity owner where owner.data_id = named.data_id)
        else coalesce((
          select about ->> 'status' = 'high' from alert_notification message
          left join outbox on outbox.id = outbox_id cross join jsonb_array_elements(message.notified) about
          where message.alert_id = named.alert_id and message.receiver_id = named.receiver_id and message.id < named.id
            and about ->> 'dataId' = named.data_id and message.state <> 'withheld' and failed_at is null and not exists (
              select from named other where other.id = message.id and other.data_id = named.data_id and not other.is_in_reach
            )
          order by message.id desc limit 1
        ), false)
      end as is_reached
      from named
    ), narrowed as (
      select id, coalesce(jsonb_agg(value order by place) filter (where is_reached), '[]') as notified,
        coalesce(array_agg(data_id order by place) filter (where is_reached), '{}') as units,
        count(*) filter (where not is_reached) as removed
      from unit group by id
    )
    update alert_notification notification
    set notified = narrowed.notified, units = narrowed.units, unit_count = unit_count - removed,
      state = case when narrowed.units = '{}' then 'withheld' else state end,
      reason = case when narrowed.units = '{}' then ${OUT_OF_REACH} else reason end
    from narrowed where narrowed.id = notification.id and removed > 0`.execute(db)
  return Number(numAffectedRows)
}
