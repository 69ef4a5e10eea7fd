import type { EntityId } from '@fieldwatch/contract/ids'
import { listUsers } from '@fieldwatch/contract/users'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#api/call.ts'

/** What begins the key of every list of users. */
export const USERS_KEY = ['users'] as const

/** The users of an entity in reach, by name. */
export function usersQuery(api: Api, entity: EntityId) {
  return queryOptions({
    queryKey: [...USERS_KEY, entity],
    queryFn: async ({ signal }) => (await api.call(listUsers, { query: { entity } }, { signal })).details.users,
  })
}
