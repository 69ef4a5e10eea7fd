import { getMe, type SessionUser } from '@fieldwatch/contract/people/users'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'
import { ME_KEY } from './me-key.ts'
import { useApi } from '#platform/api/api-context.tsx'

/** The signed-in user. */
export function meQuery(api: Api) {
  return queryOptions({
    queryKey: ME_KEY,
    queryFn: async ({ signal }) => (await api.call(getMe, {}, { signal })).details,
    meta: { kept: true },
    staleTime: 60_000,
    // The user may have another role since they last looked.
    refetchOnWindowFocus: 'always',
  })
}

/** The signed-in user, behind the guard, where signing in has loaded it. */
export function useMe(): SessionUser {
  return useSuspenseQuery(meQuery(useApi())).data
}
