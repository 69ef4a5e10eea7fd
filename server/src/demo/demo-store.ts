import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import type { Db } from '#platform/database/database.ts'

/** What only the demo does to the database. */
export function createDemoStore(db: Db) {
  return {
    hasEntity: async (id: EntityId): Promise<boolean> => {
      const row = await db.selectFrom('entity').select('id').where('id', '=', id).executeTakeFirst()
      return row !== undefined
    },

    hasAlert: async (entity: EntityId): Promise<boolean> => {
      const row = await db.selectFrom('alert').select('id').where('entityId', '=', entity).executeTakeFirst()
      return row !== undefined
    },

    /** Lets a unit that is switched off send once more. */
    revive: async (dataId: DataId): Promise<void> => {
      await db.updateTable('unit').set({ active: true }).where('dataId', '=', dataId).execute()
    },

    /** Switches a unit off, as if it had been done back then. */
    retire: async (dataId: DataId, lastActivityAt: number): Promise<void> => {
      await db
        .updateTable('unit')
        .set({ active: false, lastActivityAt: new Date(lastActivityAt) })
        .where('dataId', '=', dataId)
        .execute()
    },
  }
}
