import type { App } from '@fieldwatch/contract/people/apps'
import type { AppId, EntityId } from '@fieldwatch/contract/api/ids'
import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'

export function createAppStore(db: Db) {
  const list = async (): Promise<App[]> => (await db.selectFrom('app').selectAll().orderBy('name').execute()).map(appOf)

  return {
    /** The apps that everyone, or this entity, may open. */
    listFor: async (entity: EntityId): Promise<App[]> => {
      const rows = await db
        .selectFrom('app')
        .selectAll()
        .where((eb) => eb.or([eb('allAccess', '=', true), sql<boolean>`${entity} = any (entities)`]))
        .orderBy('name')
        .execute()
      return rows.map(appOf)
    },

    /** Every app, for anyone who runs the portal. */
    list,

    /** The app whose name or path is this word, in any case. */
    find: async (word: string): Promise<App | undefined> => {
      const wanted = word.toLowerCase()
      return (await list()).find(({ name, path }) => [name, path].some((each) => each.toLowerCase() === wanted))
    },

    create: async ({ allAccess, ...app }: App): Promise<void> => {
      await db
        .insertInto('app')
        .values({ ...app, allAccess })
        .execute()
    },

    setEntities: async (id: AppId, entities: readonly EntityId[]): Promise<void> => {
      await db
        .updateTable('app')
        .set({ entities: [...entities] })
        .where('id', '=', id)
        .execute()
    },

    remove: async (id: AppId): Promise<void> => {
      await db.deleteFrom('app').where('id', '=', id).execute()
    },
  }
}

function appOf({ allAccess, ...app }: Selectable<Tables['app']>): App {
  return { ...app, allAccess }
}
