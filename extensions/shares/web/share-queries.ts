import { createShare, listShares, takeOverShare, withdrawShare } from '../contract/shares.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@fieldwatch/web/platform/api/call.ts'
import { useCall } from '@fieldwatch/web/platform/api/use-action.ts'

const SHARES_KEY = ['shares'] as const

export function sharesQuery(api: Api) {
  return queryOptions({
    queryKey: SHARES_KEY,
    queryFn: async ({ signal }) => (await api.call(listShares, { query: {} }, { signal })).details.shares,
    staleTime: 0,
  })
}

const CHANGE = { rereads: [SHARES_KEY] }

export const useCreateShare = () => useCall(createShare, { ...CHANGE, once: true })
export const useTakeOverShare = () => useCall(takeOverShare, CHANGE)
export const useWithdrawShare = () => useCall(withdrawShare, CHANGE)
