import type { Entity } from '@fieldwatch/contract/entities'
import type { EntityId } from '@fieldwatch/contract/ids'
import type { Db } from '#database/database.ts'

export interface EntityLook {
  id: EntityId
  name: string
  logo: string
  icon: string
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
