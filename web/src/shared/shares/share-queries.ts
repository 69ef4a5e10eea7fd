import {
  createShare,
  listShares,
  type ShareDraft,
  type ShareId,
  withdrawShare,
} from '@fieldwatch/contract/shares/shares'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import type { Api } from '#platform/api/call.ts'
import { useAction } from '#platform/api/use-action.ts'

const SHARES_KEY = ['shares'] as const

export function sharesQuery(api: Api) {
  return queryOptions({
    queryKey: SHARES_KEY,
    queryFn: async ({ signal }) => (await api.call(listShares, { query: {} }, { signal })).details.shares,
    staleTime: 0,
  })
}

export function useCreateShare() {
  const api = useApi()
  return useShareAction(async (body: ShareDraft) => (await api.call(createShare, { body })).details, { once: true })
}

export function useWithdrawShare() {
  const api = useApi()
  return useShareAction((shareID: ShareId) => api.call(withdrawShare, { body: { shareID } }))
}

/** An action after which the links are read again, also where it failed because someone else was quicker. */
function useShareAction<Given, Reply>(mutationFn: (given: Given) => Promise<Reply>, { once = false } = {}) {
  const client = useQueryClient()
  return useAction({
    once,
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: SHARES_KEY }),
  })
}
