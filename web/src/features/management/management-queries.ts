import { getCollections } from '@fieldwatch/contract/data'
import type { CallOf } from '@fieldwatch/contract/endpoint'
import { getRetention, setRetention } from '@fieldwatch/contract/retention'
import {
  administerUnit,
  type DataDocument,
  listRejectedMessages,
  rotateUnitToken,
  setPausedData,
  updateUnit,
} from '@fieldwatch/contract/units'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '#api/call.ts'
import { useApi } from '#api/api-context.tsx'
import type { CollectionState } from './collection-states.ts'

/** The data collections of a unit. */
export function collectionsQuery(api: Api, dataId: string) {
  return queryOptions({
    queryKey: ['collections', dataId] as const,
    queryFn: async ({ signal }) => {
      const reply = await api.call(getCollections, { params: { dataID: dataId } }, { signal })
      return reply.body.details
    },
  })
}

export function rejectedQuery(api: Api, dataId: string) {
  return queryOptions({
    queryKey: ['rejected', dataId] as const,
    queryFn: async ({ signal }) =>
      (await api.call(listRejectedMessages, { params: { dataID: dataId }, query: {} }, { signal })).details,
  })
}

export function retentionQuery(api: Api, dataId: string) {
  return queryOptions({
    queryKey: ['retention', dataId] as const,
    queryFn: async ({ signal }) => (await api.call(getRetention, { query: { dataID: dataId } }, { signal })).details,
  })
}

/** Name, description and picture. */
export function useDescribeUnit(dataId: string) {
  return useUnitMutation(
    dataId,
    async (api, body: CallOf<typeof updateUnit>['body']) => (await api.call(updateUnit, { body })).details,
  )
}

export function useAdministerUnit(dataId: string) {
  return useUnitMutation(
    dataId,
    async (api, body: CallOf<typeof administerUnit>['body']) =>
      (await api.call(administerUnit, { params: { dataID: dataId }, body })).details,
  )
}

/** Pauses or resumes one collection; what others do with another one meanwhile stays. */
export function usePauseData(dataId: string) {
  return useUnitMutation(dataId, async (api, { name, paused }: CollectionState) => {
    const change = paused ? { pause: [name] } : { resume: [name] }
    return (await api.call(setPausedData, { body: { dataID: dataId, ...change } })).details
  })
}

export function useRotateToken(dataId: string) {
  const api = useApi()
  return useMutation({
    mutationFn: async () => (await api.call(rotateUnitToken, { params: { dataID: dataId } })).details.token,
  })
}

export function useSetRetention(dataId: string) {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: CallOf<typeof setRetention>['body']) => api.call(setRetention, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['retention', dataId] }),
  })
}

/** A change after which the document of the unit is another one. */
function useUnitMutation<Given>(dataId: string, change: (api: Api, given: Given) => Promise<DataDocument>) {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (given: Given) => change(api, given),
    onSuccess: async (document) => {
      client.setQueryData(['unit', dataId], document)
      await client.invalidateQueries({ queryKey: ['units'] })
    },
  })
}
