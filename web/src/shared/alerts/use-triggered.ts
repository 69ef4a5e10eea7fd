import { listTriggeredUnits } from '@fieldwatch/contract/alerts/alert-triggered'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import type { Api } from '#platform/api/call.ts'
import { useReplay, useSnapshot } from '#shared/moment/replay-context.ts'
import type { Snapshot } from '#shared/moment/snapshot.ts'
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

/**
 * On which units how many alerts of the person are triggered, or were at the moment that the page shows: one request for all of them. None
 * while that is not known.
 */
export function useTriggered(): ReadonlyMap<string, number> {
  const replay = useReplay()
  const snapshot = useSnapshot()
  const past = useMemo(() => triggeredThen(snapshot), [snapshot])
  const { data = NOTHING } = useQuery({ ...triggeredQuery(useApi()), enabled: replay === undefined })
  return replay === undefined ? data : past
}

function triggeredThen(snapshot: Snapshot | undefined): ReadonlyMap<string, number> {
  if (snapshot === undefined) return NOTHING
  const triggered = [...snapshot.units].filter(([, { alerts }]) => alerts.length > 0)
  return new Map(triggered.map(([dataId, { alerts }]) => [dataId, alerts.length]))
}
