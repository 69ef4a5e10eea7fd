import type { AlertId, DataId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Recipient } from '#delivery/mail/queue-mail.ts'
import { languageOf } from '#platform/database/person-columns.ts'
import type { Db } from '#platform/database/database.ts'
import { createFollowerStore } from '#records/arrivals/follower-store.ts'
import { watchedValue } from './followed-table-store.ts'
import { ALERTS, followerOf } from './follower.ts'
import { IDLE } from './rest-store.ts'
import { notifyOfEnd } from './save-judged.ts'

/** An alert on one of its units. */
export interface WatchingAlert {
  readonly alertId: AlertId
  readonly dataId: DataId
  readonly entity: EntityId
  readonly name: string
}

/** An alert that watched a unit which is deleted. */
interface LeftAlert {
  readonly alertId: AlertId
  readonly entity: EntityId
  readonly name: string
  /** Whether it watches no other unit. */
  readonly ends: boolean
}

interface AlertOwner extends Required<Recipient> {
  readonly alertId: AlertId
  readonly userId: UserId
}

interface Ending {
  readonly reason: string
  readonly now: number
  readonly by: UserId | undefined
}

/** Alerts whose source, event table or unit is deleted. Use it in a transaction where something is changed. */
export function createAlertEndStore(db: Db) {
  const followers = createFollowerStore(db)
  return {
    /** Those that watch a source of a unit, or follow an event table on it. */
    listOfSource: async (dataId: DataId, source: string): Promise<WatchingAlert[]> => {
      const { rows } = await sql<WatchingAlert>`
        select id as "alertId", data_id as "dataId", entity_id as entity, name
        from alert join alert_unit state on alert_id = alert.id
        where data_id = ${dataId} and ${watchedValue(sql.ref('state.data_id')).source} = ${source} and state.ended_at is null
        order by lower(name), id`.execute(db)
      return rows
    },

    /** Those that follow an event table of a unit. */
    listOfTable: async (dataId: DataId, name: string): Promise<WatchingAlert[]> => {
      const { rows } = await sql<WatchingAlert>`
        select id as "alertId", data_id as "dataId", entity_id as entity, name
        from alert join alert_unit state on alert_id = alert.id
        where data_id = ${dataId} and event = ${name} and state.ended_at is null
        order by lower(alert.name), id`.execute(db)
      return rows
    },

    /** One on its units. */
    listOfAlert: async (id: AlertId): Promise<WatchingAlert[]> => {
      const { rows } = await sql<WatchingAlert>`
        select id as "alertId", data_id as "dataId", entity_id as entity, name
        from alert left join alert_unit on alert_id = alert.id where id = ${id} order by data_id`.execute(db)
      return rows
    },

    /** Which of these event tables an alert follows. */
    listFollowed: async <T extends { readonly dataId: DataId; readonly name: string }>(
      tables: readonly T[],
    ): Promise<T[]> => {
      const [dataIds, names] = [tables.map(({ dataId }) => dataId), tables.map(({ name }) => name)]
      const { rows } = await sql<{ place: number }>`
        select given.place::int as place
        from unnest(${dataIds}::text[], ${names}::text[]) with ordinality given (data_id, name, place)
        where exists (
          select from alert join alert_unit state on alert_id = alert.id
          where state.data_id = given.data_id and alert.event = given.name and state.ended_at is null
        )`.execute(db)
      const followed = new Set(rows.map(({ place }) => place - 1))
      return tables.filter((_, place) => followed.has(place))
    },

    /** Ends alerts on units: they watch nothing there any more, are OK, and keep the reason. */
    end: async (ended: readonly WatchingAlert[], { reason, now, by }: Ending): Promise<void> => {
      if (ended.length === 0) return
      await notifyReceivers(db, ended, { reason, now })
      await notifyOfEnd(db, ended, { reason, now, to: 'viewers' })
      const ids = [ended.map(({ alertId }) => alertId), ended.map(({ dataId }) => dataId)] as const
      const given = sql`unnest(${ids[0]}::text[], ${ids[1]}::text[]) given (alert_id, data_id)`
      for (const { alertId, dataId } of ended) await followers.unfollow(ALERTS, followerOf(alertId, dataId))
      await sql`
        update alert_unit set ended_at = ${now}::bigint, ended_reason = ${reason}, ${IDLE}
        from ${given} where alert_unit.alert_id = given.alert_id and alert_unit.data_id = given.data_id`.execute(db)
      await sql`
        insert into alert_change (alert_id, data_id, happening, at, noted_at, user_id, comment)
        select alert_id, data_id, 'ended', ${now}::bigint, ${now}::bigint, ${by ?? null}, ${reason}
        from ${given}`.execute(db)
    },

    /** Ends those alerts that watch no other unit, with the reason. */
    leaveUnit: async (dataId: DataId, reason: string, now: number): Promise<LeftAlert[]> => {
      const { rows } = await sql<LeftAlert>`
        select id as "alertId", entity_id as entity, name,
          not exists (select from alert_unit other where alert_id = alert.id and data_id <> ${dataId}) as ends
        from alert where exists (select from alert_unit where alert_id = alert.id and data_id = ${dataId})
        order by lower(name), id for update`.execute(db)
      const left = rows.map(({ alertId }) => ({ alertId, dataId }))
      await notifyReceivers(db, left, { reason, now })
      await notifyOfEnd(db, left, { reason, now, to: 'viewers' })
      await sql`delete from alert_unit where data_id = ${dataId}`.execute(db)
      const ended = rows.filter(({ ends }) => ends).map(({ alertId }) => alertId)
      await sql`
        update alert set ended_at = ${now}::bigint, ended_reason = ${reason}, version = version + 1
        where id = any (${ended})`.execute(db)
      return rows
    },

    /** Those who lose alerts of entities that are deleted, and stay: owners, and everyone who gets the messages of a triggered one. */
    listLosing: async (
      entities: readonly EntityId[],
    ): Promise<(Required<Recipient> & Pick<WatchingAlert, 'alertId' | 'name'>)[]> => {
      const { rows } = await sql<Required<Recipient> & Pick<WatchingAlert, 'alertId' | 'name'>>`
        select alert.id as "alertId", alert.name, email, first_name as "firstName", ${languageOf('person')} as language
        from alert join alert_person on alert_id = alert.id join app_user person on person.id = user_id
        join entity on entity.id = person.entity_id
        where alert.entity_id = any (${[...entities]}) and alert.ended_at is null and not unsubscribed
          and person.status = 'active' and entity.status = 'active' and entity.id <> all (${[...entities]})
          and (owns or exists (select from alert_unit state where state.alert_id = alert.id and notified = 'high'))
        order by email, lower(alert.name), alert.id`.execute(db)
      return rows
    },

    /** The active owners of alerts who want to hear of them; those of entities that are deleted have heard already. */
    listOwners: async (ids: readonly AlertId[]): Promise<AlertOwner[]> => {
      const { rows } = await sql<AlertOwner>`
        select alert_id as "alertId", user_id as "userId", email, first_name as "firstName", ${languageOf('person')} as language
        from alert_person join app_user person on person.id = user_id
        join alert on alert.id = alert_id join entity on entity.id = alert.entity_id
        where alert_id = any (${[...ids]}) and owns and not unsubscribed and person.status = 'active'
          and entity.deleted_at is null
        order by email`.execute(db)
      return rows
    },
  }
}

/**
 * Notifies the receivers that were notified of alerts that are triggered on units that these end there, as far as the units are in their reach. Use it
 * before the alerts end, in that transaction.
 */
export async function notifyReceivers(
  db: Db,
  ended: readonly Pick<WatchingAlert, 'alertId' | 'dataId'>[],
  { reason, now }: Pick<Ending, 'reason' | 'now'>,
): Promise<void> {
  await sql`
    with recursive ended as (
      select state.alert_id, state.data_id, alert.entity_id, friendly_name
      from unnest(
        ${ended.map(({ alertId }) => alertId)}::text[], ${ended.map(({ dataId }) => dataId)}::text[]
      ) given (alert_id, data_id)
      join alert_unit state using (alert_id, data_id) join alert on alert.id = alert_id join unit using (data_id)
      where notified = 'high'
    ), reach (id, entity_id) as (
      select entity_id, entity_id from ended
      union
      select reach.id, below.id from reach
      join entity below on below.parent_id = reach.entity_id or below.deleted_from = reach.entity_id
    )
    insert into alert_notification (
      alert_id, entity_id, receiver_id, kind, channel, recipient, unit_count, units, at, state, notified
    )
    select alert_id, ended.entity_id, receiver.id, 'ended', receiver.channel, receiver.name, 1, array[data_id],
      ${now}::bigint, 'due', jsonb_build_array(jsonb_build_object(
        'dataId', data_id, 'name', friendly_name, 'status', 'ok', 'at', null, 'notedAt', ${now}::bigint,
        'value', null, 'changes', 1, 'reason', ${reason}::text
      ))
    from ended join alert_receiver receiver on receiver.entity_id = ended.entity_id
    join entity on entity.id = receiver.entity_id and entity.status = 'active'
    where exists (
      select from unit_entity owner join reach on reach.entity_id = owner.entity_id
      where owner.data_id = ended.data_id and reach.id = ended.entity_id
    )`.execute(db)
}
