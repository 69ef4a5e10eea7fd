import { addPasskey, beginPasskey, removePasskey, renamePasskey } from '@fieldwatch/contract/people/passkeys'
import { useApiAction, useCall } from '#platform/api/use-action.ts'
import { loadPasskeys } from '#shared/passkeys/load-passkeys.ts'
import { browserText } from '../browser-text.ts'
import { useRefreshFactors } from '#shared/second-step/use-refresh-factors.ts'
import type { Proof } from './second-factor-queries.ts'

/** Has the browser make a passkey, which is called after the browser; answers new recovery codes. */
export function useAddPasskey() {
  return useApiAction(
    async (api, proof: Proof) => {
      const [{ makePasskey }, { details }] = await Promise.all([
        loadPasskeys(),
        api.call(beginPasskey, { body: proof }),
      ])
      const passkey = await makePasskey(details)
      const body = { name: browserText(navigator.userAgent).slice(0, 60), passkey }
      return (await api.call(addPasskey, { body })).details.recoveryCodes
    },
    { onSuccess: useRefreshFactors() },
  )
}

export const useRenamePasskey = () => useCall(renamePasskey, { onSuccess: useRefreshFactors() })
export const useRemovePasskey = () => useCall(removePasskey, { onSuccess: useRefreshFactors() })
