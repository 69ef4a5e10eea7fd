import { getCollections } from '@fieldwatch/contract/telemetry/data'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import {
  administerUnit,
  type DataDocument,
  listRejectedMessages,
  rotateUnitToken,
  setPausedData,
  updateUnit,
} from '@fieldwatch/contract/units/units'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'
import { detailsQuery } from '#platform/api/details-query.ts'
import { useApiAction } from '#platform/api/use-action.ts'
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
  return detailsQuery(api, listRejectedMessages, {
    queryKey: ['rejected', dataId],
    params: { dataID: dataId },
    query: {},
  })
}

/** Name, description and picture. */
export function useDescribeUnit(dataId: string) {
  return useUnitMutation(
    dataId,
    async (api, body: CallOf<typeof updateUnit>['body']) => (await api.call(updateUnit, { body })).details,
  )
}

/** A change of whose the unit is, what it shows and whether it may send, made from the unit as it is shown. */
export function useAdministerUnit({ dataID, version }: DataDocument) {
  return useUnitMutation(
    dataID,
    async (api, changes: CallOf<typeof administerUnit>['body']) =>
      (await api.call(administerUnit, { params: { dataID }, body: { ...changes, version } })).details,
  )
}

/** Pauses or resumes one collection; what others do with another one in the meantime stays. */
export function usePauseData(dataId: string) {
  return useUnitMutation(dataId, async (api, { name, paused }: CollectionState) => {
    const change = paused ? { pause: [name] } : { resume: [name] }
    return (await api.call(setPausedData, { body: { dataID: dataId, ...change } })).details
  })
}

export function useRotateToken(dataId: string) {
  return useApiAction(async (api) => (await api.call(rotateUnitToken, { params: { dataID: dataId } })).details.token, {
    once: true,
  })
}

/** A change after which the document of the unit is another one. */
function useUnitMutation<Given>(dataId: string, change: (api: Api, given: Given) => Promise<DataDocument>) {
  const client = useQueryClient()
  return useApiAction(change, {
    onSuccess: async (document) => {
      client.setQueryData(['unit', dataId], document)
      await client.invalidateQueries({ queryKey: ['units'] })
    },
  })
}
