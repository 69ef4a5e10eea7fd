import { listTriggeredUnits } from '@fieldwatch/contract/alerts/alert-triggered'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import type { Api } from '#platform/api/call.ts'
import { ALERTS_KEY } from './alert-keys.ts'

/** Pages that show it hear of changes; another page that is opened in the meantime shows what is known. */
const FRESH_MS = 30_000

const NOTHING: ReadonlyMap<string, number> = new Map()

function triggeredQuery(api: Api) {
  return queryOptions({
    queryKey: [...ALERTS_KEY, 'triggered'] as const,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, number>> => {
      const { details } = await api.call(listTriggeredUnits, {}, { signal })
      return new Map(details.map(({ dataID, alerts }) => [dataID, alerts]))
    },
    staleTime: FRESH_MS,
  })
}

/** On which units how many alerts of the person are triggered: one request for all of them. None while that is not known. */
export function useTriggered(): ReadonlyMap<string, number> {
  return useQuery(triggeredQuery(useApi())).data ?? NOTHING
}
