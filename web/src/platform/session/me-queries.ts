import { getMe, type SessionUser } from '@fieldwatch/contract/people/users'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'
import { detailsQuery } from '#platform/api/details-query.ts'
import { ME_KEY } from './me-key.ts'
import { useApi } from '#platform/api/api-context.tsx'

/** The signed-in user. */
export function meQuery(api: Api) {
  return detailsQuery(api, getMe, {
    queryKey: ME_KEY,
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
