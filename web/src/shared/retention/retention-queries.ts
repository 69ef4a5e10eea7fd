import type { EntityId } from '@fieldwatch/contract/api/ids'
import { getRetention, previewRetention, type Retention, setRetention } from '@fieldwatch/contract/units/retention'
import { useQueryClient } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'
import { detailsQuery } from '#platform/api/details-query.ts'
import { useApi } from '#platform/api/api-context.tsx'
import { useCall } from '#platform/api/use-action.ts'
import { t } from './texts.ts'

const RETENTION_KEY = ['retention'] as const

/** What a unit, its entities and the portal keep; without a unit, all entities in reach. */
export function retentionQuery(api: Api, dataId?: string) {
  const query = dataId === undefined ? {} : { dataID: dataId }
  return detailsQuery(api, getRetention, { queryKey: [...RETENTION_KEY, dataId ?? null], query })
}

/** What the units of an entity hold, and what other days would remove of it. */
export function retentionPreviewQuery(api: Api, entityID: EntityId, { rawDays, summaryDays }: Retention) {
  const days = { ...(rawDays === null ? {} : { rawDays }), ...(summaryDays === null ? {} : { summaryDays }) }
  const queryKey = [...RETENTION_KEY, 'preview', entityID, rawDays, summaryDays]
  return detailsQuery(api, previewRetention, { queryKey, query: { entityID, ...days } })
}

/** An entity, or a source of a unit. */
export type RetentionTarget = { entityID: EntityId } | { dataID: string; source: string }

export const useSetRetention = () => useCall(setRetention, { rereads: [RETENTION_KEY] })

/** Reads how long an entity or a source keeps its data now. */
export function useFetchRetention(dataId: string | undefined, target: RetentionTarget): () => Promise<Retention> {
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
