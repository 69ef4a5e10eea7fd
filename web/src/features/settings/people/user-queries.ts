import { useApiAction, useAction } from '#platform/api/use-action.ts'
import { given } from '#platform/given.ts'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import { listHeirs } from '@fieldwatch/contract/alerts/alert-recipients'
import { createEntity, updateEntity } from '@fieldwatch/contract/people/entities'
import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import {
  createUser,
  deleteUsers,
  type EntityUser,
  inviteUser,
  type Role,
  updateUsers,
  type UserChanges,
} from '@fieldwatch/contract/people/users'
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import type { Api } from '#platform/api/call.ts'
import { isConflict } from '#shared/changes/conflict.ts'
import { ENTITY_KEY } from '#shared/users/entity-queries.ts'
import { USERS_KEY } from '#shared/users/user-queries.ts'
import { ME_KEY } from '#platform/session/me-key.ts'
import { useMe } from '#platform/session/me-queries.ts'
import { isAdmin } from './user-policy.ts'
import { type EntityValues, NEW_ENTITY, NO_ENTITY, type UserValues } from './user-values.ts'
import { uploadPicture } from '../upload-picture.ts'
import { withoutUsers, withUser } from './user-lists.ts'
import { t } from './texts.ts'

interface EntityToAdd {
  values: EntityValues
  /** Confirms a name that another entity has. */
  sameName: boolean
}

/** Adds a sub-entity; it is in reach of the signed-in user from then on. */
export function useCreateEntity() {
  const client = useQueryClient()
  return useApiAction((api, { values, sameName }: EntityToAdd) => addEntity(api, values, sameName), {
    once: true,
    onSuccess: () => refreshReach(client),
  })
}

interface UserToSave {
  /** What was typed of a new user, or what was changed of one that is there. */
  values: Partial<UserValues>
  /** The user who is changed, as they were seen; left out: a new one. */
  user?: EntityUser | undefined
  /** Confirms a name of the new entity that another one has. */
  sameName: boolean
  /** Called when an entity was added for the user; it stays even when the user cannot be saved. */
  onEntity: (entity: EntityId) => void
}

/** Adds or changes a user, with the new entity and the picture that belong to it. Returns the server's message. */
export function useSaveUser() {
  const api = useApi()
  const client = useQueryClient()
  const me = useMe()
  return useAction({
    once: true,
    mutationFn: async ({ values, user, sameName, onEntity }: UserToSave) => {
      const { entity: chosen, newEntity, picture, permissions, units, role, ...words } = values
      const entity = chosen && (await entityOf(api, client, { entity: chosen, newEntity, sameName }, onEntity))
      const sent = {
        ...words,
        // The form is only sent with one of the roles.
        ...(role === undefined ? {} : { role: role as Role }),
        // Only admins give permissions and units.
        ...(permissions === undefined || !isAdmin(me) ? {} : { permissions: [...permissions] }),
        ...(units === undefined || !isAdmin(me) ? {} : { units: [...units] }),
        ...(await uploadPicture(api, picture, user?.id)),
        ...(entity === undefined ? {} : { entity: entity as EntityId }),
      }
      if (user === undefined) {
        // The form of a new user is sent as a whole.
        const body = { id: me.id, ...sent, status: 'active' } as CallOf<typeof createUser>['body']
        return (await api.call(createUser, { body })).message
      }
      if (Object.keys(sent).length === 0) return t('people.nothing-changed')
      const body = { id: me.id, userUID: [user.id], ...sent, version: user.version }
      const reply = await api.call(updateUsers, { body })
      moveUser(client, { ...user, ...sent, version: user.version + 1 })
      return reply.message
    },
    onSuccess: () => refreshUsers(client),
  })
}

interface ChangeInPlace {
  user: EntityUser
  changes: Pick<UserChanges, 'role' | 'status'>
}

/** Changes role or status of a user in a table. */
export function useChangeUser() {
  const api = useApi()
  const client = useQueryClient()
  const me = useMe()
  return useAction({
    mutationFn: async ({ user, changes }: ChangeInPlace) =>
      (await api.call(updateUsers, { body: { id: me.id, userUID: [user.id], ...changes, version: user.version } }))
        .message,
    onSuccess: (_message, { user, changes }) => {
      moveUser(client, { ...user, ...given(changes), version: user.version + 1 })
      return refreshUsers(client)
    },
    // Shows the newer state after a conflict.
    onError: (error) => (isConflict(error) ? refreshUsers(client) : undefined),
  })
}

/** Who can own the alerts that only these users own. */
export function heirsQuery(api: Api, userUID: readonly UserId[]) {
  return queryOptions({
    queryKey: ['heirs', ...userUID],
    queryFn: async ({ signal }) =>
      (await api.call(listHeirs, { body: { userUID: [...userUID] } }, { signal })).details.heirs,
    staleTime: 0,
  })
}

export function useDeleteUsers() {
  const api = useApi()
  const client = useQueryClient()
  const me = useMe()
  return useAction({
    once: true,
    mutationFn: async ({ ids, handOverTo }: { ids: readonly UserId[]; handOverTo: UserId | undefined }) =>
      (await api.call(deleteUsers, { body: { uid: me.uid, userUID: [...ids], handOverTo } })).message,
    onSuccess: (_message, { ids }) => {
      client.setQueriesData<readonly EntityUser[]>(
        { queryKey: USERS_KEY },
        (users) => users && withoutUsers(users, ids),
      )
      return refreshUsers(client)
    },
  })
}

/** Sends the mail to choose a password once more. */
export function useInviteUser() {
  return useApiAction(async (api, id: UserId) => (await api.call(inviteUser, { body: { userUID: id } })).message)
}

/** Changes the given fields of an entity, based on the version that was seen. Returns the server's message. */
export function useChangeEntity(entity: EntityId) {
  const api = useApi()
  const client = useQueryClient()
  return useAction({
    once: true,
    mutationFn: async ({
      changed: { logo, icon, viewersMayEdit, viewersMayConfigure, measures, language, ...words },
      version,
      sameName,
    }: EntityChange) => {
      const given = Object.entries({ viewersMayEdit, viewersMayConfigure }).filter(([, value]) => value !== undefined)
      const switched = Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
      const preferred = measures === undefined ? {} : { measures: measures === null ? '' : JSON.stringify(measures) }
      const spoken = language === undefined ? {} : { language: language ?? ('' as const) }
      const changes = { ...words, ...switched, ...preferred, ...spoken, ...picturesOf({ logo, icon }) }
      if (Object.keys(changes).length === 0) return t('people.nothing-changed')
      return (await api.call(updateEntity, { body: { entityID: entity, ...changes, ...confirmed(sameName), version } }))
        .message
    },
    onSuccess: () => refreshReach(client),
  })
}

interface EntityChange {
  changed: Partial<EntityValues>
  version: number
  /** Confirms a name that another entity has. */
  sameName: boolean
}

async function addEntity(api: Api, { name, company, url, ...pictures }: EntityValues, sameName: boolean) {
  const words = { name, ...(company === '' ? {} : { company }), ...(url === '' ? {} : { url }) }
  return api.call(createEntity, { body: { ...words, ...confirmed(sameName), ...picturesOf(pictures) } })
}

function confirmed(sameName: boolean): { sameName?: 'true' } {
  return sameName ? { sameName: 'true' } : {}
}

/** The picture fields of a request: left out for a picture that stays, an empty text for one that is removed. */
function picturesOf({ logo, icon }: Partial<Pick<EntityValues, 'logo' | 'icon'>>): {
  logo?: File | ''
  icon?: File | ''
} {
  return { ...(logo === undefined ? {} : { logo: logo ?? '' }), ...(icon === undefined ? {} : { icon: icon ?? '' }) }
}

async function entityOf(
  api: Api,
  client: QueryClient,
  {
    entity,
    newEntity = NO_ENTITY,
    sameName,
  }: { entity: string; newEntity: EntityValues | undefined; sameName: boolean },
  onEntity: (entity: EntityId) => void,
): Promise<EntityId> {
  if (entity !== NEW_ENTITY) return entity as EntityId
  const { entityID } = (await addEntity(api, newEntity, sameName)).details
  await refreshReach(client)
  onEntity(entityID)
  return entityID
}

/** Moves the user between the cached lists at once, before they are read again. */
function moveUser(client: QueryClient, user: EntityUser): void {
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: USERS_KEY })) {
    client.setQueryData<readonly EntityUser[]>(queryKey, (users) => users && withUser(users, user, String(queryKey[1])))
  }
}

async function refreshUsers(client: QueryClient): Promise<void> {
  // The signed-in user may be among those who changed.
  void client.invalidateQueries({ queryKey: ME_KEY })
  // A first read that is under way would be joined instead of repeated, and may not know the change: that of an entity just added.
  await client.cancelQueries({ queryKey: USERS_KEY })
  await client.invalidateQueries({ queryKey: USERS_KEY })
}

async function refreshReach(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: ENTITY_KEY })
  await client.invalidateQueries({ queryKey: ME_KEY })
}
