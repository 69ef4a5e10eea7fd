import { getCurrent, type DataRecord } from '@fieldwatch/contract/telemetry/data'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { queryOptions, useQueries, useQueryClient, type QueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { hasCode } from '#platform/api/api-error.ts'
import type { Api } from '#platform/api/call.ts'
import { useLive } from '#platform/live/live-context.ts'
import { mergeCurrent, type CurrentSource, type SourceNeed } from './current-source.ts'
import type { ReadSource, SourceState } from './source-state.ts'
import { useReplay, useReplaySubject, useShownMoment } from '#shared/moment/replay-context.ts'
import type { Shown } from '#shared/moment/replay.ts'

interface LatestRequest extends SourceNeed {
  dataId: DataId
  source: SourceName
}

/** Records that come within this time are shown at once. */
const BATCH_MS = 200

/** The most records that are kept until they are shown. */
const KEPT_ARRIVED = 1_000

const NOTHING: CurrentSource = { records: [], older: [] }

function latestKey({ dataId, source, limit, fields }: LatestRequest) {
  return ['latest', dataId, source, limit, fields] as const
}

/** The current records of a source; none when the unit never sent to it. */
function latestQuery(api: Api, client: QueryClient, request: LatestRequest) {
  const queryKey = latestKey(request)
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<CurrentSource> => {
      const fetched = await fetchLatest(api, request, signal)
      // The stream may have sent newer records than this answer.
      return mergeCurrent(fetched, client.getQueryData<CurrentSource>(queryKey) ?? NOTHING, request)
    },
    staleTime: 0,
  })
}

async function fetchLatest(
  api: Api,
  { dataId, source, limit, fields }: LatestRequest,
  signal: AbortSignal,
): Promise<CurrentSource> {
  try {
    const body = { dataID: dataId, subject: source, limit, fields: [...fields] }
    const { records, older } = (await api.call(getCurrent, { body }, { signal })).body.details
    return mergeCurrent(NOTHING, { records, older }, { limit, fields })
  } catch (error) {
    if (hasCode(error, 'data/not-found')) return NOTHING
    throw error
  }
}

/**
 * The current records of each source in `needs`: asked for in parallel, one query a source, then live. On a page that shows the past, what
 * the sources said at its moment; nothing that arrives reaches it then.
 */
export function useSources(dataId: DataId, needs: ReadonlyMap<string, SourceNeed>): ReadSource {
  const api = useApi()
  const client = useQueryClient()
  const past = usePastSources(dataId, needs)
  const isPast = past !== undefined
  const requests = useMemo(
    () =>
      isPast
        ? NO_REQUESTS
        : [...needs].map(([source, need]): LatestRequest => ({ dataId, source: source as SourceName, ...need })),
    [dataId, needs, isPast],
  )
  useLiveSources(requests)
  const states = useQueries({
    queries: requests.map((request) => latestQuery(api, client, request)),
    combine: statesOf,
  })
  const readNow = useCallback(
    (source: string) => states[requests.findIndex((request) => request.source === source)] ?? { kind: 'failed' },
    [states, requests],
  )
  return past ?? readNow
}

const NO_REQUESTS: readonly LatestRequest[] = []

function statesOf(results: UseQueryResult<CurrentSource>[]): SourceState[] {
  return results.map(({ data, isError }) => {
    if (data !== undefined) return { kind: 'records', records: data.records, older: data.older }
    return { kind: isError ? 'failed' : 'retrieving' }
  })
}

/** Follows the newest records of sources. */
function useLiveSources(requests: readonly LatestRequest[]): void {
  const live = useLive()
  const client = useQueryClient()
  useEffect(() => {
    const arrived = new Map<LatestRequest, DataRecord[]>()
    let timer: ReturnType<typeof setTimeout> | undefined

    function flush(): void {
      timer = undefined
      for (const [request, records] of arrived) {
        client.setQueryData<CurrentSource>(latestKey(request), (before) =>
          mergeCurrent(before ?? NOTHING, { records, older: [] }, request),
        )
      }
      arrived.clear()
    }

    const leave = requests.map((request) =>
      live.subscribeRecords(
        { dataId: request.dataId, subject: request.source },
        {
          onRecords: (records) => {
            arrived.set(request, [...(arrived.get(request) ?? []), ...records].slice(-KEPT_ARRIVED))
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

/** What sources of a unit said at the moment that the page shows; undefined while the page is live. */
function usePastSources(dataId: string, needs: ReadonlyMap<string, SourceNeed>): ReadSource | undefined {
  const replay = useReplay()
  useReplaySubject(
    useMemo(() => [dataId], [dataId]),
    needs,
  )
  const shown = useShownMoment()
  const read = useCallback((source: string) => pastSource(shown, dataId, source), [shown, dataId])
  return replay === undefined ? undefined : read
}

function pastSource({ snapshot, error }: Shown, dataId: string, source: string): SourceState {
  if (snapshot === undefined || !snapshot.needs.has(source))
    return { kind: error === undefined ? 'retrieving' : 'failed' }
  const several = snapshot.sources.get(source)
  if (several !== undefined) return { kind: 'records', ...several }
  const last = snapshot.units.get(dataId)?.records.find(({ subject }) => subject === source)
  return { kind: 'records', records: last === undefined ? [] : [last.record] }
}
