import type { SessionUser } from '@fieldwatch/contract/users'
import { createAppStore } from '#people/apps/app-store.ts'
import type { Db } from '#platform/database/database.ts'
import { createEntityStore } from '#people/entities/entity-store.ts'
import type { Caller } from '#platform/http/caller.ts'
import { createUserStore } from './user-store.ts'

/** The signed-in user with what they may look at, as the web keeps it for the session. */
export async function describeSessionUser(db: Db, caller: Caller): Promise<SessionUser> {
  const [user, entities, apps] = await Promise.all([
    createUserStore(db).get(caller.userId),
    createEntityStore(db).listLooks(caller.reach),
    createAppStore(db).listFor(caller.entity),
  ])
  return {
    ...user,
    entityData: Object.fromEntries(entities.map(({ id, ...look }) => [id, look])),
    entityViewing: [...caller.viewing],
    apps: apps.map((app) => app.id),
  }
}
