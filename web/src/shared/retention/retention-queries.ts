import { getRetention, type Retention, setRetention } from '@fieldwatch/contract/units/retention'
import { useQueryClient } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'
import { detailsQuery } from '#platform/api/details-query.ts'
import { useApi } from '#platform/api/api-context.tsx'
import { useCall } from '#platform/api/use-action.ts'
import { t } from './texts.ts'

export function retentionQuery(api: Api, dataId: string) {
  return detailsQuery(api, getRetention, { queryKey: ['retention', dataId], query: { dataID: dataId } })
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
    if (found === undefined) throw new Error(t('retention.gone'))
    return found
  }
}
