import { DEFAULT_CHANNELS, type SessionUser, type User } from '@fieldwatch/contract/people/users'
import { createAppStore } from '#people/apps/app-store.ts'
import type { Db } from '#platform/database/database.ts'
import { createEntityStore } from '#people/entities/entity-store.ts'
import type { Caller, CallerToken } from '#platform/http/caller.ts'
import { createUserStore } from '#people/credentials/user-store.ts'

export interface SessionUserParts {
  readonly db: Db
  /** Those that are on. */
  readonly extensions: readonly { readonly name: string }[]
}

/** The signed-in user, or the token of an entity as if it were one, with what they may look at, as the web keeps it for the session. */
export async function describeSessionUser({ db, extensions }: SessionUserParts, caller: Caller): Promise<SessionUser> {
  const [user, entities, { measures, language }, apps] = await Promise.all([
    caller.token?.isOfEntity === true ? userOfToken(caller, caller.token) : createUserStore(db).get(caller.userId),
    createEntityStore(db).listLooks(caller.reach),
    createEntityStore(db).getPreferences(caller.entity),
    createAppStore(db).listFor(caller.entity),
  ])
  return {
    ...user,
    entityData: Object.fromEntries(entities.map(({ id, ...look }) => [id, look])),
    entityViewing: [...caller.viewing],
    entityMeasures: measures,
    apps: apps.map((app) => app.id),
    entityLanguage: language,
    extensions: extensions.map(({ name }) => name),
  }
}

function userOfToken({ userId: id, role, permissions, entity }: Caller, { name }: CallerToken): User {
  return {
    id,
    uid: id,
    firstName: name,
    lastName: '',
    email: '',
    phone: '',
    role,
    permissions: [...permissions],
    entity,
    company: '',
    timeFormat: '24Hour',
    measures: null,
    language: null,
    units: [],
    profilePic: '',
    status: 'active',
    notifications: { alerts: DEFAULT_CHANNELS },
    version: 1,
  }
}
