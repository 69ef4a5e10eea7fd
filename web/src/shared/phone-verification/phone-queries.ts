import { cancelVerification, requestVerification, verifyCode } from '@fieldwatch/contract/people/phone-verification'
import type { SessionUser } from '@fieldwatch/contract/people/users'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import { useAction } from '#platform/api/use-action.ts'
import { ME_KEY } from '#platform/session/me-key.ts'

/** Sends a code to a number with its dial code; resolves with the id of the request. */
export function useRequestVerification() {
  const api = useApi()
  return useAction({
    mutationFn: async (phoneNumber: string) =>
      (await api.call(requestVerification, { body: { phoneNumber } })).details.request_id,
  })
}

interface Attempt {
  phoneNumber: string
  requestID: string
  code: string
}

/** Enters a code; when it is right, the signed-in user has the phone. */
export function useVerifyCode() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: async (attempt: Attempt) => (await api.call(verifyCode, { body: attempt })).details.phone,
    onSuccess: (phone) => {
      queryClient.setQueryData<SessionUser>(ME_KEY, (me) => me && { ...me, phone })
    },
  })
}

/** Gives a request up. When that does not arrive, its code stops working by itself. */
export function useCancelVerification() {
  const api = useApi()
  return useAction({
    mutationFn: (requestID: string) => api.call(cancelVerification, { body: { requestID } }),
  })
}
