import {
  type ActionBatchTable,
  createActionBatch,
  getActionBatch,
  listActionBatches,
  stopActionBatch,
} from '@fieldwatch/contract/actions/action-batches'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { detailsQuery } from '#platform/api/details-query.ts'
import { useApi } from '#platform/api/api-context.tsx'
import { hasCode } from '#platform/api/api-error.ts'
import type { Api } from '#platform/api/call.ts'
import { useAction } from '#platform/api/use-action.ts'
import type { Ask } from '#shared/requests/request-queries.ts'
import { unitsQuery } from '../fleet-queries.ts'

/** How often a batch is looked at while it runs: no stream has the requests to many units. */
const LOOK_MS = 2000

/** A batch with what became of it at each unit. */
export function batchQuery(api: Api, batchId: number) {
  return detailsQuery(api, getActionBatch, {
    queryKey: ['action-batch', batchId],
    params: { batchID: batchId },
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data !== undefined && data.endedUTC === null ? LOOK_MS : false),
  })
}

/** The batch that was sent last; null when there is none. */
export function newestBatchQuery(api: Api) {
  return queryOptions({
    queryKey: ['newest-action-batch'] as const,
    queryFn: async ({ signal }) => {
      const { batches } = (await api.call(listActionBatches, { query: { page: 1, pageSize: 1 } }, { signal })).details
      return batches[0] ?? null
    },
    staleTime: 0,
  })
}

/** What is sent to which units. */
export interface NewBatch {
  readonly dataIds: readonly DataId[]
  readonly ask: Ask
  readonly stopAfter: number
}

/** Sends a request to many units, once. */
export function useSendBatch(onSent: (batch: ActionBatchTable) => void) {
  const api = useApi()
  const client = useQueryClient()
  return useAction({
    once: true,
    mutationFn: async ({ dataIds, ask, stopAfter }: NewBatch) => {
      const { version: _version, ...asked } = ask
      return (await api.call(createActionBatch, { body: { ...asked, dataIDs: [...dataIds], stopAfter } })).details
    },
    onSuccess: (batch) => {
      client.setQueryData(batchQuery(api, batch.batchID).queryKey, batch)
      onSent(batch)
    },
    onError: async (error) => {
      // The list is older than the refusal: what it shows then says which units are meant.
      if (hasCode(error, 'unit/not-found', 'unit/shared')) {
        await client.invalidateQueries({ queryKey: unitsQuery(api).queryKey })
      }
    },
  })
}

export function useStopBatch(batchId: number) {
  const api = useApi()
  const client = useQueryClient()
  return useAction({
    mutationFn: async () => (await api.call(stopActionBatch, { params: { batchID: batchId } })).details,
    onSuccess: (batch) => client.setQueryData(batchQuery(api, batchId).queryKey, batch),
    onError: () => client.invalidateQueries({ queryKey: batchQuery(api, batchId).queryKey }),
  })
}
