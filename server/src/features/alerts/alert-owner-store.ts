import type { AlertId, DataId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, sql } from 'kysely'
import type { AlertSubscription } from '#people/credentials/unsubscribe-links.ts'
import type { Db } from '#platform/database/database.ts'
import { activeWithReach, type RightsAfter } from '#platform/database/active-with-reach.ts'
import { IS_OF_ADMINS } from './alert-audience-store.ts'

/** An alert whose owners change. */
export interface OwnedAlert {
  readonly alertId: AlertId
  readonly entity: EntityId
  readonly name: string
  /** On any of its units. Left out: nobody asks. */
  readonly isTriggered?: boolean
}

/** An alert on units of which none of its owners can be notified. */
export interface OrphanedAlert extends OwnedAlert {
  /** These units with their entities. Empty: the alert watches no unit. */
  readonly unheard: readonly { readonly dataId: DataId; readonly entities: readonly EntityId[] }[]
}

interface Subscribed {
  /** Undefined: the alert is there no more, or not for this person. */
  readonly alertName: string | undefined
  readonly subscribed: boolean
}

interface HandOver {
  readonly reason: string
  readonly now: number
  readonly by: UserId | undefined
}

interface Leaving {
  /** People who are deleted. */
  readonly leaving?: readonly UserId[]
  /** What people may do after a change that is not made yet. */
  readonly after?: RightsAfter | undefined
}

const remaining = ({ leaving = [], after }: Leaving): Pick<Concerned, 'owners' | 'after'> => ({
  owners: sql`user_id <> all (${[...leaving]})`,
  after,
})

/** Whether an `alert` has one of some people, of whom `are` holds. */
const isOf = (people: readonly UserId[], are = sql`true`): RawBuilder<unknown> =>
  sql`exists (select from alert_person where alert_id = alert.id and user_id = any (${[...people]}) and ${are})`

interface Concerned {
  /** The condition on `alert`: which ones are concerned. */
  readonly alerts: RawBuilder<unknown>
  /** The condition on `alert_person`: who counts as an owner. */
  readonly owners: RawBuilder<unknown>
  readonly after: RightsAfter | undefined
}

/**
 * Some alerts as `concerned`, and their units of which no owner can be notified as `unheard`. Units with which an alert ended count only if
 * it ended with all. Part of a `with recursive`.
 */
function withUnheard({ alerts, owners, after }: Concerned): RawBuilder<unknown> {
  return sql`concerned as (
    select id, entity_id, name, ${IS_OF_ADMINS} as of_admins from alert where ${alerts}
  ), owner as (
    select alert_id, user_id from alert_person join concerned on id = alert_id where owns and ${owners}
  ), ${activeWithReach(sql`select user_id from owner`, after)}, hearing as (
    select owner.alert_id, user_id from owner join active_person on active_person.id = user_id
    join concerned on concerned.id = alert_id
    where role = 'admin' or not of_admins
  ), watched as (
    select alert_id, data_id from alert_unit state join concerned on id = alert_id
    where ended_at is null or not exists (
      select from alert_unit other where other.alert_id = state.alert_id and other.ended_at is null
    )
  ), unheard as (
    select alert_id, data_id from watched where not exists (
      select from hearing join reach using (user_id) join unit_entity using (entity_id)
      where hearing.alert_id = watched.alert_id and unit_entity.data_id = watched.data_id
    )
  )`
}

/** Units without an owner as `unheard (alert_id, data_id)`. */
function unheardOf(alerts: readonly OrphanedAlert[]): RawBuilder<unknown> {
  const pairs = alerts.flatMap(({ alertId, unheard }) => unheard.map(({ dataId }) => ({ alertId, dataId })))
  return sql`unnest(
    ${pairs.map(({ alertId }) => alertId)}::text[], ${pairs.map(({ dataId }) => dataId)}::text[]
  ) unheard (alert_id, data_id)`
}

/** Whether a unit of `unheard` is of none of these entities. */
const isUnseen = (entities: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`not exists (select from unit_entity where data_id = unheard.data_id and entity_id in (${entities}))`

/** Whether a `concerned` alert has a unit of which no owner can be notified, or watches no unit and has no owner who can be. */
const IS_UNHEARD = sql<boolean>`(
  id in (select alert_id from unheard)
  or id not in (select alert_id from watched) and id not in (select alert_id from hearing)
)`

/** Owners of alerts who come and go, and people who get no more messages. Use it in a transaction where something is changed. */
export function createAlertOwnerStore(db: Db) {
  const note = async (alertId: AlertId, { reason, now, by }: HandOver): Promise<void> => {
    await sql`
      insert into alert_change (alert_id, data_id, happening, at, noted_at, user_id, comment)
      select alert_id, data_id, 'handed-over', ${now}::bigint, ${now}::bigint, ${by ?? null}, ${reason}
      from alert_unit where alert_id = ${alertId}`.execute(db)
  }

  return {
    /** Alerts that some people own, on units of which no owner can be notified, apart from those who leave. */
    listOrphaned: async (people: readonly UserId[], given: Leaving = {}): Promise<OrphanedAlert[]> => {
      const { rows } = await sql<OrphanedAlert>`
        with recursive ${withUnheard({ alerts: isOf(people, sql`owns`), ...remaining(given) })}
        select id as "alertId", entity_id as entity, name, exists (
          select from alert_unit state where state.alert_id = concerned.id and status = 'high'
        ) as "isTriggered", coalesce((
          select jsonb_agg(jsonb_build_object('dataId', data_id, 'entities', array(
            select owner.entity_id from unit_entity owner where owner.data_id = unheard.data_id order by entity_id
          )) order by data_id)
          from unheard where unheard.alert_id = concerned.id
        ), '[]') as unheard
        from concerned where ${IS_UNHEARD} order by lower(name), id`.execute(db)
      return rows
    },

    /** Alerts of some people that have an owner on each unit, apart from those who leave. */
    listKept: async (people: readonly UserId[], given: Leaving): Promise<OwnedAlert[]> => {
      const { rows } = await sql<OwnedAlert>`
        with recursive ${withUnheard({ alerts: isOf(people), ...remaining(given) })}
        select id as "alertId", entity_id as entity, name from concerned
        where not ${IS_UNHEARD} order by lower(name), id`.execute(db)
      return rows
    },

    /** Units of an alert of which no owner can be notified, with their names. */
    listUnheard: async (alertId: AlertId): Promise<readonly { readonly dataId: DataId; readonly name: string }[]> => {
      const owned = { alerts: sql`id = ${alertId}`, owners: sql`true`, after: undefined }
      const { rows } = await sql<{ dataId: DataId; name: string }>`
        with recursive ${withUnheard(owned)}
        select data_id as "dataId", friendly_name as name from unheard join unit using (data_id)
        order by lower(friendly_name), data_id`.execute(db)
      return rows
    },

    /** The first of some alerts of which a person does not see all units without an owner, or a source that only admins read. */
    findUnseenBy: async (
      userId: UserId,
      alerts: readonly OrphanedAlert[],
    ): Promise<{ readonly name: string } | undefined> => {
      const { rows } = await sql<{ name: string }>`
        with recursive ${activeWithReach(sql`select ${userId}::text`)}
        select name from alert where id = any (${alerts.map(({ alertId }) => alertId)}) and (
          exists (select from ${unheardOf(alerts)} where alert_id = alert.id and ${isUnseen(sql`select entity_id from reach`)})
          or ${IS_OF_ADMINS} and not exists (select from active_person where role = 'admin')
        )
        order by lower(name), id limit 1`.execute(db)
      return rows[0]
    },

    /** The active people of entities, without some, who see all units without an owner and may read what the alerts watch. */
    listSeeing: async (
      alerts: readonly OrphanedAlert[],
      { of, without }: { readonly of: readonly EntityId[]; readonly without: readonly UserId[] },
    ): Promise<readonly UserId[]> => {
      const { rows } = await sql<{ id: UserId }>`
        with recursive ${activeWithReach(
          sql`select id from app_user where entity_id = any (${[...of]}) and id <> all (${[...without]})`,
        )}
        select id from active_person where not exists (
          select from ${unheardOf(alerts)} where ${isUnseen(sql`select entity_id from reach where user_id = active_person.id`)}
        ) and (role = 'admin' or not exists (
          select from alert where id = any (${alerts.map(({ alertId }) => alertId)}) and ${IS_OF_ADMINS}
        ))`.execute(db)
      return rows.map(({ id }) => id)
    },

    /** Alerts with owners who stand in for others, of whom some are back: on each unit, one of its own owners can be notified. */
    listRegained: async (people: readonly UserId[], after?: RightsAfter): Promise<OwnedAlert[]> => {
      const alerts = sql`exists (
        select from alert_person where alert_id = alert.id and stands_in is not null
      ) and ${isOf(people, sql`owns and stands_in is null`)}`
      const { rows } = await sql<OwnedAlert>`
        with recursive ${withUnheard({ alerts, owners: sql`stands_in is null`, after })}
        select id as "alertId", entity_id as entity, name from concerned
        where not ${IS_UNHEARD} order by lower(name), id`.execute(db)
      return rows
    },

    /** Makes people owners of an alert, and keeps in its history why. Those who stand in own it until its own owners are back. */
    handOver: async (
      alertId: AlertId,
      owners: readonly UserId[],
      { standIn, ...ending }: HandOver & { readonly standIn: boolean },
    ): Promise<void> => {
      const before = standIn ? sql`'none'` : sql`null`
      const known = standIn ? sql`case when alert_person.owns then alert_person.stands_in else 'viewer' end` : sql`null`
      await sql`
        insert into alert_person (alert_id, user_id, owns, stands_in)
        select ${alertId}, unnest(${[...owners]}::text[]), true, ${before}
        on conflict (alert_id, user_id) do update
          set owns = true, unsubscribed = false, stands_in = ${known}`.execute(db)
      await note(alertId, ending)
    },

    noteHandOver: note,

    /** Ends that owners of an alert stand in. Returns who they were. */
    giveBack: async (alertId: AlertId, ending: HandOver): Promise<UserId[]> => {
      const { rows } = await sql<{ userId: UserId }>`
        with stood_in as (
          select user_id, stands_in from alert_person where alert_id = ${alertId} and stands_in is not null
        ), removed as (
          delete from alert_person using stood_in
          where alert_id = ${alertId} and alert_person.user_id = stood_in.user_id and stood_in.stands_in = 'none'
        ), viewing as (
          update alert_person set owns = false, stands_in = null from stood_in
          where alert_id = ${alertId} and alert_person.user_id = stood_in.user_id and stood_in.stands_in = 'viewer'
        )
        select user_id from stood_in order by user_id`.execute(db)
      await note(alertId, ending)
      return rows.map((row) => row.userId)
    },

    /** Undefined: there is no such person any more. */
    findSubscription: async ({ userId, alertId }: AlertSubscription): Promise<Subscribed | undefined> => {
      const { rows } = await sql<{ name: string | null; subscribed: boolean }>`
        select alert.name, coalesce(not unsubscribed, false) as subscribed from app_user
        left join alert_person on alert_person.user_id = app_user.id and alert_id = ${alertId}
        left join alert on alert.id = alert_id
        where app_user.id = ${userId}`.execute(db)
      const [row] = rows
      return row && { alertName: row.name ?? undefined, subscribed: row.subscribed }
    },

    /** Returns the entity of the alert; undefined: the person got no messages of it. */
    endSubscription: async ({ userId, alertId }: AlertSubscription): Promise<EntityId | undefined> => {
      const { rows } = await sql<{ entityId: EntityId }>`
        update alert_person set unsubscribed = true from alert
        where alert.id = alert_id and alert_id = ${alertId} and user_id = ${userId} and not unsubscribed
        returning entity_id`.execute(db)
      return rows[0]?.entityId
    },
  }
}
