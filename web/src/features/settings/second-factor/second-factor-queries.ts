import {
  confirmTotp,
  enrolTotp,
  getSecondFactor,
  makeRecoveryCodes,
  removeTotp,
} from '@fieldwatch/contract/people/second-factor'
import { queryOptions } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import type { Api } from '#platform/api/call.ts'
import { useAction } from '#platform/api/use-action.ts'
import { useRefreshFactors } from '#shared/second-step/use-refresh-factors.ts'

export function secondFactorQuery(api: Api) {
  return queryOptions({
    queryKey: ['second-factor'] as const,
    queryFn: async ({ signal }) => (await api.call(getSecondFactor, {}, { signal })).details,
    staleTime: 0,
  })
}

/** What is given before a second factor changes; the code where there is an authenticator app. */
export interface Proof {
  password: string
  code?: string
}

/** Makes the secret of an authenticator app. */
export function useEnrolTotp() {
  const api = useApi()
  return useAction({ mutationFn: async (body: Proof) => (await api.call(enrolTotp, { body })).details })
}

/** Switches an authenticator app on; answers the recovery codes, where new ones were made. */
export function useConfirmTotp() {
  const api = useApi()
  const refresh = useRefreshFactors()
  return useAction({
    mutationFn: async (code: string) => (await api.call(confirmTotp, { body: { code } })).details.recoveryCodes,
    onSuccess: refresh,
  })
}

export function useRemoveTotp() {
  const api = useApi()
  const refresh = useRefreshFactors()
  return useAction({
    mutationFn: ({ password, code = '' }: Proof) => api.call(removeTotp, { body: { password, code } }),
    onSuccess: refresh,
  })
}

export function useMakeRecoveryCodes() {
  const api = useApi()
  const refresh = useRefreshFactors()
  return useAction({
    mutationFn: async (body: Proof) => (await api.call(makeRecoveryCodes, { body })).details.recoveryCodes,
    onSuccess: refresh,
  })
}
