import { getCollections } from '@fieldwatch/contract/telemetry/data'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import { getRetention, type Retention, setRetention } from '@fieldwatch/contract/units/retention'
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
import { useApi } from '#platform/api/api-context.tsx'
import { useApiAction, useCall } from '#platform/api/use-action.ts'
import type { CollectionState } from './collection-states.ts'
import { t } from './texts.ts'

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

export function retentionQuery(api: Api, dataId: string) {
  return detailsQuery(api, getRetention, { queryKey: ['retention', dataId], query: { dataID: dataId } })
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

/** An entity, or a source of a unit. */
export type RetentionTarget = { entityID: string } | { dataID: string; source: string }

export const useSetRetention = (dataId: string) => useCall(setRetention, { rereads: [['retention', dataId]] })

/** Reads how long an entity or a source keeps its data now. */
export function useFetchRetention(dataId: string, target: RetentionTarget): () => Promise<Retention> {
  const api = useApi()
  const client = useQueryClient()
  return async () => {
    const { entities, sources } = await client.fetchQuery({ ...retentionQuery(api, dataId), staleTime: 0 })
    const found =
      'source' in target
        ? sources.find(({ source }) => source === target.source)
        : entities.find(({ entityID }) => entityID === target.entityID)
    if (found === undefined) throw new Error(t('management.kept.gone'))
    return found
  }
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
