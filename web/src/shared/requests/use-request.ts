import type { ActionRequest } from '@fieldwatch/contract/actions/actions'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { useAction } from '#platform/api/use-action.ts'
import { type Ask, requestQuery, sendRequest } from './request-queries.ts'
import { useLiveRequests } from './use-live-requests.ts'

interface FollowedRequest {
  send: (ask: Ask) => void
  sending: boolean
  /** Why it could not be sent. */
  error: Error | null
  /** As the portal knows it now; undefined before it was sent. */
  request: ActionRequest | undefined
  /** Forgets it, for another one. */
  reset: () => void
}

/** Sends a request to a unit, and knows where it is until it has ended. */
export function useRequest(dataId: DataId): FollowedRequest {
  const api = useApi()
  const [actionId, setActionId] = useState<number>()
  const { data: request } = useFollowedRequest(dataId, actionId)
  const sending = useAction({ mutationFn: (ask: Ask) => sendRequest(api, dataId, ask), onSuccess: setActionId })
  return {
    send: sending.mutate,
    sending: sending.isPending || (actionId !== undefined && request === undefined),
    error: sending.error,
    request,
    reset: () => {
      sending.reset()
      setActionId(undefined)
    },
  }
}

/** A request as it is, from when it was sent until it is answered. */
export function useFollowedRequest(dataId: DataId, actionId: number | undefined) {
  const api = useApi()
  const query = useQuery(requestQuery(api, actionId))
  useLiveRequests(dataId, () => {
    if (actionId !== undefined) void query.refetch()
  })
  return query
}
