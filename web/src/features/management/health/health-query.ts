import { explainSilence, type UnitSilence } from '@fieldwatch/contract/units/unit-silence'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import { useQuery } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'
import { detailsQuery } from '#platform/api/details-query.ts'
import { useApi } from '#platform/api/api-context.tsx'

export const REFRESH_MS = 30_000

function healthQuery(api: Api, dataId: string) {
  return detailsQuery(api, explainSilence, {
    queryKey: ['unit-health', dataId],
    query: { dataID: dataId },
    refetchInterval: REFRESH_MS,
  })
}

/** What the portal knows of the health of a unit. Its last message is that of the unit's document, which is live. */
export function useUnitHealth(unit: DataDocument) {
  const query = useQuery(healthQuery(useApi(), unit.dataID))
  return { ...query, data: query.data && withLiveMessage(query.data, unit) }
}

function withLiveMessage(health: UnitSilence, { lastActivityUTC, lastMessage }: DataDocument): UnitSilence {
  if (lastActivityUTC === null || lastMessage === null || lastActivityUTC <= (health.lastRecordUTC ?? '')) return health
  return { ...health, lastRecordUTC: lastActivityUTC, lastSource: lastMessage }
}
