import type { UserId } from '@fieldwatch/contract/api/ids'
import type { ListView } from '@fieldwatch/contract/units/list-view'
import type { Db } from '#platform/database/database.ts'

/** How people look at the list of units. */
export function createListViewStore(db: Db) {
  return {
    /** As it was kept, maybe by another release; undefined when the user never chose. */
    find: async (userId: UserId): Promise<unknown> => {
      const row = await db.selectFrom('listView').select('view').where('userId', '=', userId).executeTakeFirst()
      return row?.view
    },

    keep: async (userId: UserId, view: ListView): Promise<void> => {
      const kept = JSON.stringify(view)
      await db
        .insertInto('listView')
        .values({ userId, view: kept })
        .onConflict((conflict) => conflict.column('userId').doUpdateSet({ view: kept }))
        .execute()
    },
  }
}
