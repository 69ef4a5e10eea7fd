import type { EntityId } from '@fieldwatch/contract/api/ids'
import { type EntityUser, getUser, listUsers } from '@fieldwatch/contract/people/users'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'

/** What begins the key of every list of users. */
export const USERS_KEY = ['users'] as const

/** The users of an entity in reach, by name. */
export function usersQuery(api: Api, entity: EntityId) {
  return queryOptions({
    queryKey: [...USERS_KEY, entity],
    queryFn: async ({ signal }) => (await api.call(listUsers, { query: { entity } }, { signal })).details.users,
  })
}

/**
 * A user of a list as they are now on the server; the lists are read again too.
 * @throws ApiError when they are not there any more
 */
export async function fetchUser(
  client: QueryClient,
  api: Api,
  { id, invited, secondFactor }: EntityUser,
): Promise<EntityUser> {
  void client.invalidateQueries({ queryKey: USERS_KEY })
  return { ...(await api.call(getUser, { params: { uid: id } })).details, invited, secondFactor }
}
