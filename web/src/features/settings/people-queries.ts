import { createEntity, updateEntity } from '@fieldwatch/contract/entities'
import type { EntityId, UserId } from '@fieldwatch/contract/ids'
import {
  createUser,
  deleteUsers,
  type EntityUser,
  inviteUser,
  type Role,
  updateUsers,
  type UserChanges,
} from '@fieldwatch/contract/users'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#api/api-context.tsx'
import type { Api } from '#api/call.ts'
import { ENTITY_KEY } from '#people/entity-queries.ts'
import { USERS_KEY } from '#people/user-queries.ts'
import { ME_KEY } from '#session/me-key.ts'
import { useMe } from '#session/me-queries.ts'
import { isAdmin } from './people-policy.ts'
import type { EntityValues, PersonValues } from './person-values.ts'
import { NEW_ENTITY } from './person-values.ts'
import { uploadPicture } from './upload-picture.ts'
import { withoutUsers, withUser } from './user-lists.ts'

/** Adds a sub-entity; it is in reach of the signed-in user from then on. */
export function useCreateEntity() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (values: EntityValues) => addEntity(api, values),
    onSuccess: () => refreshReach(client),
  })
}

interface PersonToSave {
  values: PersonValues
  /** The user who is changed; left out: a new one. */
  user?: EntityUser | undefined
  /** An entity was added for the user, and stays even when the user cannot be saved. */
  onEntity: (entity: EntityId) => void
}

/** Adds or changes a user, with the new entity and the picture that go with it. Answers the server's message. */
export function useSavePerson() {
  const api = useApi()
  const client = useQueryClient()
  const me = useMe()
  return useMutation({
    mutationFn: async ({ values, user, onEntity }: PersonToSave) => {
      const entity = await entityOf(api, client, values, onEntity)
      const picture = await uploadPicture(api, values.picture, user?.id)
      // Others do not give permissions, and leave them as they are.
      const permissions = isAdmin(me) ? { permissions: [...values.permissions] } : {}
      const person = { ...wordsOf(values), ...permissions, ...picture, entity }
      const reply =
        user === undefined
          ? await api.call(createUser, { body: { id: me.id, ...person, status: 'active' } })
          : await api.call(updateUsers, { body: { id: me.id, userUID: [user.id], ...person } })
      if (user !== undefined) moveUser(client, { ...user, ...person })
      return reply.message
    },
    onSuccess: () => refreshPeople(client),
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
  return useMutation({
    mutationFn: async ({ user, changes }: ChangeInPlace) =>
      (await api.call(updateUsers, { body: { id: me.id, userUID: [user.id], ...changes } })).message,
    onSuccess: (_message, { user, changes }) => {
      moveUser(client, { ...user, ...defined(changes) })
      return refreshPeople(client)
    },
  })
}

export function useDeleteUsers() {
  const api = useApi()
  const client = useQueryClient()
  const me = useMe()
  return useMutation({
    mutationFn: async (ids: readonly UserId[]) =>
      (await api.call(deleteUsers, { body: { uid: me.uid, userUID: [...ids] } })).message,
    onSuccess: (_message, ids) => {
      client.setQueriesData<readonly EntityUser[]>(
        { queryKey: USERS_KEY },
        (users) => users && withoutUsers(users, ids),
      )
      return refreshPeople(client)
    },
  })
}

/** Sends the mail to choose a password once more. */
export function useInviteUser() {
  const api = useApi()
  return useMutation({
    mutationFn: async (id: UserId) => (await api.call(inviteUser, { body: { userUID: id } })).message,
  })
}

/** Changes name, address and pictures of an entity; a picture that is not chosen anew stays. */
export function useChangeEntity(entity: EntityId) {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ name, url, status, ...pictures }: EntityValues) => {
      const changes = { name, url, ...picturesOf(pictures), ...(status === undefined ? {} : { status }) }
      return (await api.call(updateEntity, { body: { entityID: entity, ...changes } })).message
    },
    onSuccess: () => refreshReach(client),
  })
}

async function addEntity(api: Api, { name, url, ...pictures }: EntityValues) {
  return api.call(createEntity, { body: { name, ...(url === '' ? {} : { url }), ...picturesOf(pictures) } })
}

/** What the server is told about pictures: nothing of one that stays, an empty text for one that goes. */
function picturesOf({ logo, icon }: Pick<EntityValues, 'logo' | 'icon'>): { logo?: File | ''; icon?: File | '' } {
  return { ...(logo === undefined ? {} : { logo: logo ?? '' }), ...(icon === undefined ? {} : { icon: icon ?? '' }) }
}

async function entityOf(
  api: Api,
  client: QueryClient,
  { entity, newEntity }: PersonValues,
  onEntity: (entity: EntityId) => void,
): Promise<EntityId> {
  if (entity !== NEW_ENTITY) return entity as EntityId
  const { entityID } = (await addEntity(api, newEntity)).details
  await refreshReach(client)
  onEntity(entityID)
  return entityID
}

function wordsOf({ firstName, lastName, email, role }: PersonValues) {
  // The form is only sent with one of the roles.
  return { firstName, lastName, email, role: role as Role }
}

/** Shows a user where they are now, without waiting for the lists to be read anew. */
function moveUser(client: QueryClient, user: EntityUser): void {
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: USERS_KEY })) {
    client.setQueryData<readonly EntityUser[]>(queryKey, (users) => users && withUser(users, user, String(queryKey[1])))
  }
}

function defined({ role, status }: ChangeInPlace['changes']) {
  return { ...(role === undefined ? {} : { role }), ...(status === undefined ? {} : { status }) }
}

async function refreshPeople(client: QueryClient): Promise<void> {
  // The signed-in user may be among those who changed.
  void client.invalidateQueries({ queryKey: ME_KEY })
  await client.invalidateQueries({ queryKey: USERS_KEY })
}

async function refreshReach(client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: ENTITY_KEY })
  await client.invalidateQueries({ queryKey: ME_KEY })
}
