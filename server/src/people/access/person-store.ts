import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Recipient } from '#delivery/mail/queue-mail.ts'
import { languageOf } from '#platform/database/person-columns.ts'
import type { Db } from '#platform/database/database.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Addressee } from './addressee.ts'

/** A person for whom the portal still works after their request has ended. */
export type Actor = Pick<Caller, 'userId' | 'token' | 'role' | 'permissions' | 'entity' | 'reach'>

/** What people may do now, without a session. */
export function createPersonStore(db: Db) {
  /** The people with these ids who are still there, sorted by name. */
  const listAddressees = async (ids: readonly UserId[]): Promise<Addressee[]> => {
    const { rows } = await sql<Addressee>`
      with recursive person as (
        select app_user.*, app_user.status = 'active' and entity.status = 'active' as active,
          coalesce(app_user.measures, entity.measures) as preferred_measures
        from app_user join entity on entity.id = app_user.entity_id where app_user.id = any (${[...ids]})
      ), reach (user_id, entity_id) as (
        select id, entity_id from person
        union
        select reach.user_id, below.id from reach join person on person.id = reach.user_id
        join entity below on below.parent_id = reach.entity_id
        where person.role = 'admin' or 'viewSubentities' = any (person.permissions)
      )
      select id as "userId", role, entity_id as entity, email, first_name as "firstName", last_name as "lastName",
        ${languageOf('person')} as language, preferred_measures as measures, time_format as "timeFormat", active,
        array(select reach.entity_id from reach where reach.user_id = person.id) as reach
      from person order by first_name, last_name, id`.execute(db)
    return rows
  }

  return {
    /** Undefined for someone who was deleted, or is disabled alone or with their entity. */
    findActive: async (id: UserId): Promise<Actor | undefined> => {
      const { rows } = await sql<Actor>`
        with recursive person as (
          select person.role, person.permissions, person.entity_id
          from app_user person join entity on entity.id = person.entity_id
          where person.id = ${id} and person.status = 'active' and entity.status = 'active'
        ), reach (id) as (
          select entity_id from person
          union
          select below.id from person, reach join entity below on below.parent_id = reach.id
          where person.role = 'admin' or 'viewSubentities' = any (person.permissions)
        )
        select ${id}::text as "userId", role, permissions, entity_id as entity,
          array(select reach.id from reach order by reach.id <> entity_id, reach.id) as reach
        from person`.execute(db)
      return rows[0]
    },

    /** Active admins of an entity, by address and first name. */
    listAdmins: async (entity: EntityId): Promise<Required<Recipient>[]> =>
      db
        .selectFrom('appUser')
        .select(['email', 'firstName'])
        .select(languageOf('app_user').as('language'))
        .where('entityId', '=', entity)
        .where('role', '=', 'admin')
        .where('status', '=', 'active')
        .execute(),

    listOfEntities: async (entities: readonly EntityId[]): Promise<UserId[]> => {
      const rows = await db
        .selectFrom('appUser')
        .select('id')
        .where('entityId', 'in', [...entities])
        .execute()
      return rows.map(({ id }) => id)
    },

    listAddressees,

    /** The active admins of an entity, otherwise those of the nearest entity above it. */
    listNearestAdmins: async (entity: EntityId, without: readonly UserId[]): Promise<Addressee[]> => {
      const { rows } = await sql<{ id: UserId }>`
        with recursive above (id, parent_id, distance, status) as (
          select id, parent_id, 0, status from entity where id = ${entity}
          union all
          select entity.id, entity.parent_id, distance + 1, entity.status
          from above join entity on entity.id = above.parent_id
        ), admin as (
          select person.id, rank() over (order by distance) as place
          from above join app_user person on person.entity_id = above.id
          where role = 'admin' and person.status = 'active' and above.status = 'active' and password_hash is not null
            and person.id <> all (${[...without]})
        )
        select id from admin where place = 1`.execute(db)
      return listAddressees(rows.map(({ id }) => id))
    },
  }
}
