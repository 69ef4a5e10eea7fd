import { getMe, type SessionUser } from '@fieldwatch/contract/users'
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
    // Whoever comes back to the page may have another role by now.
    refetchOnWindowFocus: 'always',
  })
}

/** The signed-in user, on a screen behind the guard: it is there, because signing in brought it. */
export function useMe(): SessionUser {
  return useSuspenseQuery(meQuery(useApi())).data
}
