import { cancelVerification, requestVerification, verifyCode } from '@fieldwatch/contract/people/phone-verification'
import type { SessionUser } from '@fieldwatch/contract/people/users'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { useApiAction, useCall } from '#platform/api/use-action.ts'
import { ME_KEY } from '#platform/session/me-key.ts'

/** Sends a code to a number with its dial code; resolves with the id of the request. */
export function useRequestVerification() {
  return useApiAction(
    async (api, phoneNumber: string) =>
      (await api.call(requestVerification, { body: { phoneNumber } })).details.request_id,
  )
}

/** Enters a code; when it is right, the signed-in user has the phone. */
export function useVerifyCode() {
  const queryClient = useQueryClient()
  return useApiAction(
    async (api, body: CallOf<typeof verifyCode>['body']) => (await api.call(verifyCode, { body })).details.phone,
    { onSuccess: (phone) => void queryClient.setQueryData<SessionUser>(ME_KEY, (me) => me && { ...me, phone }) },
  )
}

/** Gives a request up. When that does not arrive, its code stops working by itself. */
export const useCancelVerification = () => useCall(cancelVerification)
