import { ACTION_REQUEST, ACTION_RESULT } from '@fieldwatch/contract/actions/action-messages'
import { type ActionRequest, listActionRequests } from '@fieldwatch/contract/actions/actions'
import { type DataRecord, getCollections } from '@fieldwatch/contract/telemetry/data'
import { type DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '#platform/api/api-context.tsx'
import { hasCode } from '#platform/api/api-error.ts'
import type { Api } from '#platform/api/call.ts'
import { addNews } from '#platform/api/query-client.ts'
import { readAllRecords } from '#platform/api/read-all-records.ts'
import { useLive } from '#platform/live/live-context.ts'
import { mergeNewest } from '#shared/latest/newest-records.ts'
import { useLiveRequests } from '#shared/requests/use-live-requests.ts'

/** So many of the newest records of each source are shown. */
export const SHOWN_MAX = 1000

const SOURCES = { requests: SourceName.parse(ACTION_REQUEST), results: SourceName.parse(ACTION_RESULT) } as const

/** Where the newest requests are, by their id. */
function placesQuery(api: Api, dataId: DataId) {
  return queryOptions({
    queryKey: ['requests', dataId] as const,
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, ActionRequest>> => {
      const query = { dataID: dataId, page: 1, pageSize: 100 }
      const { requests } = (await api.call(listActionRequests, { query }, { signal })).details
      return new Map(requests.map((request) => [String(request.action_id), request]))
    },
    staleTime: 0,
  })
}

/**
 * The newest records of a source of the history; none where the unit has no such source. The list of sources is read each time, because one
 * that was read earlier may be from before the first request.
 */
function recordsQuery(api: Api, dataId: DataId, subject: SourceName) {
  return queryOptions({
    queryKey: ['action-records', dataId, subject] as const,
    queryFn: async ({ signal }): Promise<DataRecord[]> => {
      const { body } = await api.call(getCollections, { params: { dataID: dataId } }, { signal })
      if (!body.details.some(({ name }) => name === subject)) return []
      const sort = { field: 'messageUTC', direction: 'desc' } as const
      try {
        return await readAllRecords(api, { dataID: dataId, subject, sort, limit: SHOWN_MAX }, { signal })
      } catch (error) {
        // The source was deleted in the meantime.
        if (hasCode(error, 'data/not-found')) return []
        throw error
      }
    },
    staleTime: 0,
  })
}

/** The requests to a unit and their results, as they come, and where each request is. */
export function useActionHistory(dataId: DataId) {
  const api = useApi()
  const client = useQueryClient()
  const requests = useQuery(recordsQuery(api, dataId, SOURCES.requests))
  const results = useQuery(recordsQuery(api, dataId, SOURCES.results))
  const places = useQuery(placesQuery(api, dataId))
  useLiveRequests(dataId, () => void client.invalidateQueries({ queryKey: ['requests', dataId] }))
  useArriving(dataId)
  const failed = [requests, results, places].filter(({ isError }) => isError)
  return {
    requests: requests.data,
    results: results.data,
    places: places.data,
    error: requests.error ?? results.error ?? places.error,
    refetch: () => void Promise.all(failed.map((query) => query.refetch())),
  }
}

/** Keeps what is known of both sources as it comes. */
function useArriving(dataId: DataId): void {
  const api = useApi()
  const client = useQueryClient()
  const live = useLive()
  useEffect(() => {
    const stops = Object.values(SOURCES).map((subject) => {
      const { queryKey } = recordsQuery(api, dataId, subject)
      return live.subscribeRecords(
        { dataId, subject },
        {
          onRecords: (records) =>
            addNews<DataRecord[]>(client, queryKey, (before) => mergeNewest(before, records, SHOWN_MAX)),
          onJoined: () => void client.invalidateQueries({ queryKey }),
        },
      )
    })
    return () => {
      for (const stop of stops) stop()
    }
  }, [api, client, live, dataId])
}
