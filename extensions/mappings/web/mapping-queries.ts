import type { EntityId } from '@fieldwatch/contract/api/ids'
import { createMapping, listCaptured, listMappings, removeMapping, updateMapping } from '../contract/mappings.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@fieldwatch/web/platform/api/call.ts'
import { detailsQuery } from '@fieldwatch/web/platform/api/details-query.ts'
import { useCall } from '@fieldwatch/web/platform/api/use-action.ts'

const MAPPINGS_KEY = ['message-mappings'] as const

const REPLAY_MS = 1_000
const CAPTURED_MS = 5_000

export function mappingsQuery(api: Api, entity: EntityId) {
  return detailsQuery(api, listMappings, {
    queryKey: [...MAPPINGS_KEY, 'list', entity],
    query: { entity },
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(({ replay }) => replay.state === 'running') ? REPLAY_MS : false),
  })
}

export function capturedQuery(api: Api, entity: EntityId) {
  return queryOptions({
    queryKey: [...MAPPINGS_KEY, 'captured', entity] as const,
    queryFn: async ({ signal }) => (await api.call(listCaptured, { query: { entity } }, { signal })).details.messages,
    staleTime: 0,
    refetchInterval: CAPTURED_MS,
  })
}

const CHANGE = { rereads: [MAPPINGS_KEY] }

export const useCreateMapping = () => useCall(createMapping, { ...CHANGE, once: true })
export const useUpdateMapping = () => useCall(updateMapping, CHANGE)
export const useRemoveMapping = () => useCall(removeMapping, CHANGE)
