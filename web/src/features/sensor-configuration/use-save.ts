import { OK } from '@fieldwatch/contract/actions/action-messages'
import { UPDATE_CONFIG } from '@fieldwatch/contract/actions/action-options'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { useEffect, useEffectEvent, useRef } from 'react'
import { hasEnded } from '#shared/requests/request-text.ts'
import { useRequest } from '#shared/requests/use-request.ts'
import { type ConfigurationKind, type Known, knownFrom } from './connection.ts'

/** Sends a whole configuration to a unit, made from the version that was seen, and waits until the unit said OK. */
export function useSave<C extends object>(
  dataId: DataId,
  { actionClass, read }: ConfigurationKind<C>,
  onSaved: (known: Known<C>) => void,
) {
  const { send, request, ...following } = useRequest(dataId)
  const sent = useRef<C>(undefined)
  const savedId = request?.answeredUTC != null && request.status === OK ? request.action_id : undefined
  const tell = useEffectEvent((version: number) => {
    // A unit may answer with the configuration as it has it now.
    const answered = knownFrom(request, read)?.configuration
    if (answered !== undefined) onSaved(answered)
    else if (sent.current !== undefined) onSaved({ version, configuration: sent.current })
  })
  useEffect(() => {
    if (savedId !== undefined) tell(savedId)
  }, [savedId])
  return {
    save: (configuration: C, version: number) => {
      sent.current = configuration
      following.reset()
      send({ method: 'PUT', actionClass, payload: { [UPDATE_CONFIG]: configuration }, version })
    },
    sending: following.sending,
    error: following.error,
    reset: following.reset,
    /** As long as the unit has not answered. */
    underWay: request !== undefined && !hasEnded(request) ? request : undefined,
    /** Without success. */
    ended: request !== undefined && hasEnded(request) && savedId === undefined ? request : undefined,
  }
}
