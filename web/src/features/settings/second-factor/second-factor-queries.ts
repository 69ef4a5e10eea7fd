import {
  confirmTotp,
  enrolTotp,
  getSecondFactor,
  makeRecoveryCodes,
  removeTotp,
} from '@fieldwatch/contract/people/second-factor'
import type { Api } from '#platform/api/call.ts'
import { detailsQuery } from '#platform/api/details-query.ts'
import { useApiAction, useCall } from '#platform/api/use-action.ts'
import { useRefreshFactors } from '#shared/second-step/use-refresh-factors.ts'

export function secondFactorQuery(api: Api) {
  return detailsQuery(api, getSecondFactor, { queryKey: ['second-factor'], staleTime: 0 })
}

/** What is given before a second factor changes; the code where there is an authenticator app. */
export interface Proof {
  password: string
  code?: string
}

/** Makes the secret of an authenticator app. */
export const useEnrolTotp = () => useCall(enrolTotp)

/** Switches an authenticator app on; answers the recovery codes, where new ones were made. */
export function useConfirmTotp() {
  return useApiAction(
    async (api, code: string) => (await api.call(confirmTotp, { body: { code } })).details.recoveryCodes,
    { onSuccess: useRefreshFactors() },
  )
}

export function useRemoveTotp() {
  return useApiAction((api, { password, code = '' }: Proof) => api.call(removeTotp, { body: { password, code } }), {
    onSuccess: useRefreshFactors(),
  })
}

export function useMakeRecoveryCodes() {
  return useApiAction(async (api, body: Proof) => (await api.call(makeRecoveryCodes, { body })).details.recoveryCodes, {
    onSuccess: useRefreshFactors(),
  })
}
