import type { DataId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { isUnitInReach, isUnitWhollyInReach } from '#platform/database/unit-reach.ts'
import { noteMoved } from '#fleet/units/moved-unit-store.ts'

/** Rows of one piece. */
const PIECE = 5_000
const ALERTS_AT_ONCE = 100

interface Pictured {
  readonly id: EntityId
  readonly logo: string
  readonly icon: string
}

/** What entities hold that are out of everyone's reach, and the pieces in which it is removed. Use it in a transaction. */
export function createEntityRemovalStore(db: Db) {
  const removed = async (statement: ReturnType<typeof sql>): Promise<number> =>
    Number((await statement.execute(db)).numAffectedRows ?? 0n)

  return {
    /** Puts an entity and those below it out of everyone's reach: no one reaches it from above, and no one of it can sign in. */
    detach: async (entity: EntityId, ids: readonly EntityId[], now: number): Promise<void> => {
      await sql`
        update entity set deleted_at = ${now}::bigint, status = 'disabled', version = version + 1
        where id = any (${[...ids]})`.execute(db)
      await sql`update entity set deleted_from = parent_id, parent_id = null where id = ${entity}`.execute(db)
    },

    /** The entity and those below it, the lowest first. */
    listSubtree: async (entity: EntityId): Promise<EntityId[]> => {
      const { rows } = await sql<{ id: EntityId }>`
        with recursive below (id, depth) as (
          select id, 0 from entity where id = ${entity}
          union all
          select entity.id, depth + 1 from below join entity on entity.parent_id = below.id
        )
        select id from below order by depth desc, id`.execute(db)
      return rows.map(({ id }) => id)
    },

    /** A unit that belongs to no other entity. */
    findOwnUnit: async (ids: readonly EntityId[]): Promise<OwnUnit | undefined> => {
      const { rows } = await sql<OwnUnit>`
        select unit.data_id as "dataID", friendly_name as "friendlyName", image,
          array(select entity_id from unit_entity where data_id = unit.data_id) as entities
        from unit
        where ${isUnitInReach(sql`unit.data_id`, ids)} and ${isUnitWhollyInReach(sql`unit.data_id`, ids)}
        order by unit.data_id limit 1`.execute(db)
      return rows[0]
    },

    /** A unit that belongs to other entities too, which keep it. */
    findSharedUnit: async (ids: readonly EntityId[]): Promise<SharedUnit | undefined> => {
      const { rows } = await sql<SharedUnit>`
        select data_id as "dataId", friendly_name as name, array(
          select entity_id from unit_entity where data_id = unit.data_id and entity_id <> all (${[...ids]}) order by entity_id
        ) as entities
        from unit where ${isUnitInReach(sql`unit.data_id`, ids)} order by data_id limit 1 for no key update`.execute(db)
      return rows[0]
    },

    leaveUnit: async (dataId: DataId, ids: readonly EntityId[]): Promise<void> => {
      await sql`delete from unit_entity where data_id = ${dataId} and entity_id = any (${[...ids]})`.execute(db)
      await noteMoved(db, [dataId])
    },

    findUser: async (ids: readonly EntityId[]): Promise<UserId | undefined> => {
      const { rows } = await sql<{ id: UserId }>`
        select id from app_user where entity_id = any (${[...ids]}) order by id limit 1`.execute(db)
      return rows[0]?.id
    },

    /** Templates that units of others show go to the entity above; without one these units show none. */
    passTemplatesOn: async (ids: readonly EntityId[]): Promise<void> => {
      await sql`
        update template set entity_id = heir.deleted_from from entity heir
        where template.entity_id = any (${[...ids]}) and heir.id = any (${[...ids]}) and heir.deleted_from is not null
          and template.data_id is null and exists (select from unit where default_template = template.id)`.execute(db)
      await sql`
        update template set entity_id = owner.entity_id from unit_entity owner
        where template.entity_id = any (${[...ids]}) and owner.data_id = template.data_id
          and owner.entity_id <> all (${[...ids]})`.execute(db)
      await sql`
        update unit set default_template = null
        where default_template in (select id from template where entity_id = any (${[...ids]}))`.execute(db)
      await sql`
        update unit set custom_template = null
        where custom_template in (select id from template where entity_id = any (${[...ids]}))`.execute(db)
    },

    /** Removes a piece of what else there is. Returns how many rows: 0 when nothing is left. */
    removePiece: async (ids: readonly EntityId[]): Promise<number> => {
      const of = sql`entity_id = any (${[...ids]})`
      const alerts = sql`select id from alert where ${of} order by id limit ${ALERTS_AT_ONCE}`
      const changes = await removed(sql`
        delete from alert_change where id = any (
          array(select id from alert_change where alert_id in (${alerts}) limit ${PIECE})
        )`)
      if (changes > 0) return changes
      const cleared = await removed(sql`
        delete from alert_notification where id = any (
          array(select id from alert_notification where ${of} limit ${PIECE})
        )`)
      if (cleared > 0) return cleared
      const followers = sql`select id || '/' || data_id from alert join alert_unit on alert_id = id where ${of}`
      await sql`delete from arrival_follower where consumer = 'alerts' and id in (${followers})`.execute(db)
      for (const table of [
        'alert',
        'label',
        'place',
        'incident',
        'sim',
        'program_token',
        'report_schedule',
        'template',
      ]) {
        const rows = await removed(sql`
          delete from ${sql.table(table)} where id = any (
            array(select id from ${sql.table(table)} where ${of} limit ${ALERTS_AT_ONCE})
          )`)
        if (rows > 0) return rows
      }
      return 0
    },

    listPictures: async (ids: readonly EntityId[]): Promise<Pictured[]> =>
      db
        .selectFrom('entity')
        .select(['id', 'logo', 'icon'])
        .where('id', 'in', [...ids])
        .execute(),

    /** Removes the entities themselves, the lowest first. The names of their former people in logs are for the entity above. */
    removeEntities: async (ids: readonly EntityId[]): Promise<void> => {
      await sql`
        update former_person set entity_id = heir.deleted_from from entity heir
        where former_person.entity_id = heir.id and heir.id = any (${[...ids]})`.execute(db)
      await sql`
        update app set entities = array(select unnest(entities) except select unnest(${[...ids]}::text[]))
        where entities && ${[...ids]}::text[]`.execute(db)
      for (const id of ids) await sql`delete from entity where id = ${id}`.execute(db)
    },
  }
}

interface SharedUnit {
  readonly dataId: DataId
  readonly name: string
  /** Those that keep it. */
  readonly entities: EntityId[]
}

interface OwnUnit {
  readonly dataID: DataId
  readonly friendlyName: string
  readonly image: string
  readonly entities: EntityId[]
}
