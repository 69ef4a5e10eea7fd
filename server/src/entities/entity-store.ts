import type { Entity } from '@fieldwatch/contract/entities'
import type { EntityId } from '@fieldwatch/contract/ids'
import type { Db } from '#database/database.ts'

export interface EntityLook {
  id: EntityId
  name: string
  logo: string
  icon: string
}

export interface NewEntity {
  id: EntityId
  name: string
  /** Undefined for one that is not below another. */
  parent: EntityId | undefined
}

export function createEntityStore(db: Db) {
  return {
    find: async (id: EntityId): Promise<Entity | undefined> => {
      const row = await db.selectFrom('entity').selectAll().where('id', '=', id).executeTakeFirst()
      if (row === undefined) return undefined
      const below = await db.selectFrom('entity').select('id').where('parent_id', '=', id).orderBy('name').execute()
      return {
        entityID: row.id,
        name: row.name,
        logo: row.logo,
        icon: row.icon,
        url: row.url,
        status: row.status,
        company: row.company,
        subEntities: below.map((entity) => entity.id),
      }
    },

    create: async (entity: NewEntity): Promise<void> => {
      await db
        .insertInto('entity')
        .values({ id: entity.id, name: entity.name, parent_id: entity.parent ?? null })
        .execute()
    },

    /** Names are not unique. Leaving out `parent` looks everywhere. */
    listIdsByName: async (name: string, parent?: EntityId): Promise<EntityId[]> => {
      const named = db.selectFrom('entity').select('id').where('name', '=', name)
      const rows = await (parent === undefined ? named : named.where('parent_id', '=', parent)).execute()
      return rows.map((row) => row.id)
    },

    /** In the order of their names. */
    listLooks: (ids: readonly EntityId[]): Promise<EntityLook[]> =>
      db
        .selectFrom('entity')
        .select(['id', 'name', 'logo', 'icon'])
        .where('id', 'in', [...ids])
        .orderBy('name')
        .execute(),
  }
}
