import { queryData, type DataRecord } from '@fieldwatch/contract/data'
import type { DataId, SourceName } from '@fieldwatch/contract/ids'
import { queryOptions, useQueries, useQueryClient, type QueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { useApi } from '#api/api-context.tsx'
import { hasCode } from '#api/api-error.ts'
import type { Api } from '#api/call.ts'
import { useLive } from '#live/live-context.ts'
import { mergeNewest } from './newest-records.ts'
import type { ReadSource, SourceState } from './source-state.ts'

interface LatestRequest {
  dataId: DataId
  source: SourceName
  /** How many of the newest records. */
  limit: number
}

/** Records that come within this time are shown at once. */
const BATCH_MS = 200

function latestKey({ dataId, source, limit }: LatestRequest) {
  return ['latest', dataId, source, limit] as const
}

/** The newest records of a source, newest first; none for a source to which the unit never sent. */
function latestQuery(api: Api, client: QueryClient, request: LatestRequest) {
  const queryKey = latestKey(request)
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<readonly DataRecord[]> => {
      const fetched = await fetchLatest(api, request, signal)
      // What came by the stream meanwhile may be newer than this answer.
      return mergeNewest(fetched, client.getQueryData(queryKey) ?? [], request.limit)
    },
    staleTime: 0,
  })
}

async function fetchLatest(api: Api, { dataId, source, limit }: LatestRequest, signal: AbortSignal) {
  try {
    const body = { dataID: dataId, subject: source, sort: { field: 'messageUTC', direction: 'desc' }, limit }
    return (await api.call(queryData, { body }, { signal })).body.details.data
  } catch (error) {
    if (hasCode(error, 'data/not-found')) return []
    throw error
  }
}

/** The newest records of each source in `needs`, as they are now: asked for in parallel, one query a source, then live. */
export function useSources(dataId: DataId, needs: ReadonlyMap<string, number>): ReadSource {
  const api = useApi()
  const client = useQueryClient()
  const requests = useMemo(
    () => [...needs].map(([source, limit]): LatestRequest => ({ dataId, source: source as SourceName, limit })),
    [dataId, needs],
  )
  useLiveSources(requests)
  const states = useQueries({
    queries: requests.map((request) => latestQuery(api, client, request)),
    combine: statesOf,
  })
  return useCallback(
    (source) => states[requests.findIndex((request) => request.source === source)] ?? { kind: 'failed' },
    [states, requests],
  )
}

function statesOf(results: UseQueryResult<readonly DataRecord[]>[]): SourceState[] {
  return results.map(({ data, isError }) => {
    if (data !== undefined) return { kind: 'records', records: data }
    return { kind: isError ? 'failed' : 'retrieving' }
  })
}

/** Keeps the newest records of sources as they are now. */
function useLiveSources(requests: readonly LatestRequest[]): void {
  const live = useLive()
  const client = useQueryClient()
  useEffect(() => {
    const arrived = new Map<LatestRequest, DataRecord[]>()
    let timer: ReturnType<typeof setTimeout> | undefined

    function flush(): void {
      timer = undefined
      for (const [request, records] of arrived) {
        client.setQueryData<readonly DataRecord[]>(latestKey(request), (before) =>
          mergeNewest(before ?? [], records, request.limit),
        )
      }
      arrived.clear()
    }

    const leave = requests.map((request) =>
      live.subscribeRecords(
        { dataId: request.dataId, subject: request.source },
        {
          onRecords: (records) => {
            arrived.set(request, [...(arrived.get(request) ?? []), ...records].slice(-request.limit))
            timer ??= setTimeout(flush, BATCH_MS)
          },
          onJoined: () => void client.invalidateQueries({ queryKey: latestKey(request) }),
        },
      ),
    )
    return () => {
      clearTimeout(timer)
      for (const stop of leave) stop()
    }
  }, [live, client, requests])
}
