import type { AlertId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
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

/** Whether an alert watches units, and none of them is of these entities. */
function isUnseen(entities: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (select from alert_unit where alert_id = alert.id) and not exists (
    select from alert_unit state join unit_entity using (data_id)
    where state.alert_id = alert.id and unit_entity.entity_id in (${entities})
  )`
}

/** Owners of alerts who come and go, and people who get no more messages. Use it in a transaction where something is changed. */
export function createAlertOwnerStore(db: Db) {
  const list = async (
    concerned: RawBuilder<unknown>,
    {
      candidates,
      isWanted,
      after,
    }: {
      readonly candidates: RawBuilder<unknown>
      readonly isWanted: RawBuilder<unknown>
      readonly after: RightsAfter | undefined
    },
  ): Promise<OwnedAlert[]> => {
    const { rows } = await sql<OwnedAlert>`
      with recursive concerned as (
        select id, entity_id, name from alert where ${concerned}
      ), owner as (
        select alert_id, user_id from alert_person join concerned on id = alert_id where owns and ${candidates}
      ), ${activeWithReach(sql`select user_id from owner`, after)}, hearing as (
        select owner.alert_id from owner join reach using (user_id) join active_person on active_person.id = owner.user_id
        join alert on alert.id = owner.alert_id
        where (active_person.role = 'admin' or not ${IS_OF_ADMINS}) and (
          not exists (select from alert_unit state where state.alert_id = owner.alert_id)
          or exists (
            select from alert_unit state join unit_entity using (data_id)
            where state.alert_id = owner.alert_id and unit_entity.entity_id = reach.entity_id
          )
        )
      )
      select id as "alertId", entity_id as entity, name, exists (
        select from alert_unit state where state.alert_id = concerned.id and status = 'high'
      ) as "isTriggered"
      from concerned where ${isWanted} order by lower(name), id`.execute(db)
    return rows
  }
  const note = async (alertId: AlertId, { reason, now, by }: HandOver): Promise<void> => {
    await sql`
      insert into alert_change (alert_id, data_id, happening, at, noted_at, user_id, comment)
      select alert_id, data_id, 'handed-over', ${now}::bigint, ${now}::bigint, ${by ?? null}, ${reason}
      from alert_unit where alert_id = ${alertId}`.execute(db)
  }

  return {
    /** Alerts that some people own and of which no owner can be notified, apart from those who leave. */
    listOrphaned: (
      people: readonly UserId[],
      { leaving = [], after }: { readonly leaving?: readonly UserId[]; readonly after?: RightsAfter | undefined } = {},
    ): Promise<OwnedAlert[]> =>
      list(
        sql`exists (select from alert_person where alert_id = alert.id and owns and user_id = any (${[...people]}))`,
        {
          candidates: sql`user_id <> all (${[...leaving]})`,
          isWanted: sql`id not in (select alert_id from hearing)`,
          after,
        },
      ),

    /** Of some alerts, those that watch units of which a person reaches none, or a source that only admins read. */
    listUnseenBy: async (
      userId: UserId,
      alertIds: readonly AlertId[],
    ): Promise<readonly { readonly name: string }[]> => {
      const { rows } = await sql<{ name: string }>`
        with recursive ${activeWithReach(sql`select ${userId}::text`)}
        select name from alert where id = any (${[...alertIds]}) and (
          ${isUnseen(sql`select entity_id from reach`)}
          or ${IS_OF_ADMINS} and not exists (select from active_person where role = 'admin')
        )
        order by lower(name), id`.execute(db)
      return rows
    },

    /** The active people of entities, without some, who reach a unit of each of the alerts and may read what it watches. */
    listSeeing: async (
      alertIds: readonly AlertId[],
      { of, without }: { readonly of: readonly EntityId[]; readonly without: readonly UserId[] },
    ): Promise<readonly UserId[]> => {
      const { rows } = await sql<{ id: UserId }>`
        with recursive ${activeWithReach(
          sql`select id from app_user where entity_id = any (${[...of]}) and id <> all (${[...without]})`,
        )}
        select id from active_person where not exists (
          select from alert where id = any (${[...alertIds]}) and (
            ${isUnseen(sql`select entity_id from reach where user_id = active_person.id`)}
            or ${IS_OF_ADMINS} and active_person.role <> 'admin'
          )
        )`.execute(db)
      return rows.map(({ id }) => id)
    },

    /** Alerts with owners who stand in for others, of whom some people can be notified again. */
    listRegained: (people: readonly UserId[], after?: RightsAfter): Promise<OwnedAlert[]> =>
      list(sql`exists (select from alert_person where alert_id = alert.id and stands_in is not null)`, {
        candidates: sql`stands_in is null and user_id = any (${[...people]})`,
        isWanted: sql`id in (select alert_id from hearing)`,
        after,
      }),

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
      const { rows } = await sql<{ user_id: UserId }>`
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
      return rows.map((row) => row.user_id)
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
      const { rows } = await sql<{ entity_id: EntityId }>`
        update alert_person set unsubscribed = true from alert
        where alert.id = alert_id and alert_id = ${alertId} and user_id = ${userId} and not unsubscribed
        returning entity_id`.execute(db)
      return rows[0]?.entity_id
    },
  }
}
