import type { App } from '@fieldwatch/contract/apps'
import type { EntityId } from '@fieldwatch/contract/ids'
import { sql } from 'kysely'
import type { Db } from '#database/database.ts'

export function createAppStore(db: Db) {
  return {
    /** The apps that everyone, or this entity, may open. */
    listFor: async (entity: EntityId): Promise<App[]> => {
      const rows = await db
        .selectFrom('app')
        .selectAll()
        .where((eb) => eb.or([eb('all_access', '=', true), sql<boolean>`${entity} = any (entities)`]))
        .orderBy('name')
        .execute()
      return rows.map(({ all_access: allAccess, ...app }) => ({ ...app, allAccess }))
    },
  }
}
