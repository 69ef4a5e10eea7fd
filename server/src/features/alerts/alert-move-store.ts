import type { AlertId, DataId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Recipient } from '#delivery/mail/queue-mail.ts'
import { activeWithReach } from '#platform/database/active-with-reach.ts'
import type { Db } from '#platform/database/database.ts'
import { languageOf } from '#platform/database/person-columns.ts'
import type { WatchingAlert } from './alert-end-store.ts'
import { ALERTS } from './follower.ts'

interface Move {
  readonly dataIds: readonly DataId[]
  /** To which the units belong afterwards. */
  readonly entities: readonly EntityId[]
}

interface Watching extends WatchingAlert {
  readonly unitName: string
  /** Whether the unit is in the reach of the entity of the alert now, and afterwards. */
  readonly wasOfEntity: boolean
  readonly isOfEntity: boolean
}

/** An alert on units that leave the reach of all of its owners. */
export interface LeavingAlert extends Watching {
  /** Whether it watches no other unit. */
  readonly isWhole: boolean
  readonly isTriggered: boolean
}

type Follower = Required<Recipient> & Omit<Watching, 'wasOfEntity' | 'isOfEntity'> & { readonly userId: UserId }

interface NewOwners {
  readonly entity: EntityId
  readonly owners: readonly UserId[]
  readonly now: number
}

/** Alerts on units that belong to other entities from now on. Use it in the transaction that moves them, before it does. */
export function createAlertMoveStore(db: Db) {
  return {
    /** Apart: those that an owner can see afterwards, and those that leave the reach of all owners. */
    list: async (move: Move): Promise<{ leaving: LeavingAlert[]; staying: Watching[] }> => {
      const { rows } = await sql<LeavingAlert & { stays: boolean }>`
        with recursive ${concerned(move)}, owner as (
          select alert_id, user_id from alert_person where owns and alert_id in (select "alertId" from concerned)
        ), ${activeWithReach(sql`select user_id from owner`)}, below (id, entity_id) as (
          select entity, entity from concerned
          union
          select below.id, entity.id from below join entity on entity.parent_id = below.entity_id
        )
        select concerned.*, not exists (
          select from alert_unit other where alert_id = "alertId" and not data_id = any (${[...move.dataIds]})
        ) as "isWhole", exists (
          select from owner join reach using (user_id)
          where owner.alert_id = "alertId" and reach.entity_id = any (${[...move.entities]})
        ) as stays, exists (
          select from below join unit_entity owner using (entity_id)
          where below.id = concerned.entity and owner.data_id = "dataId"
        ) as "wasOfEntity", exists (
          select from below where below.id = concerned.entity and below.entity_id = any (${[...move.entities]})
        ) as "isOfEntity"
        from concerned order by lower(name), "alertId", "dataId"`.execute(db)
      return { leaving: rows.filter(({ stays }) => !stays), staying: rows.filter(({ stays }) => stays) }
    },

    /** Who gets alerts on these units and can see them now, and no more afterwards. */
    listLosing: async (move: Move): Promise<Follower[]> => {
      const { rows } = await sql<Follower>`
        with recursive ${concerned(move)}, follower as (
          select alert_id, user_id from alert_person
          where not unsubscribed and alert_id in (select "alertId" from concerned)
        ), ${activeWithReach(sql`select user_id from follower`)}
        select concerned.*, follower.user_id as "userId", email, first_name as "firstName", ${languageOf('person')} as language
        from concerned join follower on alert_id = "alertId" join app_user person on person.id = user_id
        where exists (
          select from reach join unit_entity using (entity_id)
          where reach.user_id = follower.user_id and unit_entity.data_id = "dataId"
        ) and not exists (
          select from reach where reach.user_id = follower.user_id and reach.entity_id = any (${[...move.entities]})
        )
        order by email, lower(concerned.name), "dataId"`.execute(db)
      return rows
    },

    /** Gives an alert with its units, states and history to an entity: others who can see them stay as viewers. */
    give: async (alertId: AlertId, { entity, owners, now }: NewOwners, move: Move): Promise<void> => {
      await sql`
        update alert set entity_id = ${entity}, version = version + 1, changed_at = ${new Date(now)}
        where id = ${alertId}`.execute(db)
      await sql`
        with recursive ${activeWithReach(sql`select user_id from alert_person where alert_id = ${alertId}`)}
        delete from alert_person where alert_id = ${alertId} and user_id not in (
          select user_id from reach where entity_id = any (${[...move.entities]})
        )`.execute(db)
      await setOwners(db, alertId, owners)
    },

    /** Makes an alert of its own of the part of an alert that watches some units, as `give`. Returns its id. */
    split: async (
      alertId: AlertId,
      dataIds: readonly DataId[],
      { entity, owners, now }: NewOwners,
      move: Move,
    ): Promise<AlertId> => {
      const { rows } = await sql<{ id: AlertId }>`
        insert into alert select (jsonb_populate_record(null::alert, to_jsonb(alert) || jsonb_build_object(
          'id', gen_random_uuid(), 'entity_id', ${entity}::text, 'version', 1, 'created_at', ${new Date(now).toISOString()}::text
        ))).* from alert where id = ${alertId} returning id`.execute(db)
      const id = rows[0]?.id ?? alertId
      const ofUnits = sql`alert_id = ${alertId} and data_id = any (${[...dataIds]})`
      await sql`update alert_unit set alert_id = ${id} where ${ofUnits}`.execute(db)
      await sql`update alert_change set alert_id = ${id} where ${ofUnits}`.execute(db)
      await moveFollowers(db, { from: alertId, to: id, dataIds })
      await sql`update alert set version = version + 1 where id = ${alertId}`.execute(db)
      await sql`
        with recursive ${activeWithReach(sql`select user_id from alert_person where alert_id = ${alertId}`)}
        insert into alert_person (alert_id, user_id, owns, unsubscribed)
        select ${id}, user_id, false, unsubscribed from alert_person where alert_id = ${alertId} and user_id in (
          select user_id from reach where entity_id = any (${[...move.entities]})
        )`.execute(db)
      await setOwners(db, id, owners)
      return id
    },
  }
}

function concerned({ dataIds }: Move): RawBuilder<unknown> {
  return sql`concerned as (
    select alert.id as "alertId", alert.entity_id as entity, alert.name, data_id as "dataId", friendly_name as "unitName",
      state.notified = 'high' as "isTriggered"
    from alert join alert_unit state on alert_id = alert.id join unit using (data_id)
    where data_id = any (${[...dataIds]}) and state.ended_at is null
  )`
}

async function setOwners(db: Db, alertId: AlertId, owners: readonly UserId[]): Promise<void> {
  await sql`
    insert into alert_person (alert_id, user_id, owns)
    select ${alertId}, unnest(${[...owners]}::text[]), true
    on conflict (alert_id, user_id) do update set owns = true, unsubscribed = false, stands_in = null`.execute(db)
}

interface Renaming {
  readonly from: AlertId
  readonly to: AlertId
  readonly dataIds: readonly DataId[]
}

/** Followers are named after their alert and its unit. */
async function moveFollowers(db: Db, { from, to, dataIds }: Renaming): Promise<void> {
  const isMeant = sql`follower.consumer = ${ALERTS} and follower.id = any (
    select ${from}::text || '/' || data_id from unnest(${[...dataIds]}::text[]) given (data_id)
  )`
  const newId = sql`${to}::text || '/' || follower.data_id`
  await sql`
    insert into arrival_follower
    select (jsonb_populate_record(null::arrival_follower, to_jsonb(follower) || jsonb_build_object('id', ${newId}))).*
    from arrival_follower follower where ${isMeant}`.execute(db)
  await sql`
    update arrival_cursor cursor set follower = ${newId} from arrival_follower follower
    where ${isMeant} and cursor.consumer = follower.consumer and cursor.follower = follower.id`.execute(db)
  await sql`delete from arrival_follower follower where ${isMeant}`.execute(db)
}
