import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import {
  createMapping,
  listCaptured,
  listMappings,
  type MappingId,
  removeMapping,
  updateMapping,
} from '@fieldwatch/contract/mappings/mappings'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'
import { useApi } from '#platform/api/api-context.tsx'
import { useAction } from '#platform/api/use-action.ts'

const MAPPINGS_KEY = ['message-mappings'] as const

const REPLAY_MS = 1_000
const CAPTURED_MS = 5_000

export function mappingsQuery(api: Api, entity: EntityId) {
  return queryOptions({
    queryKey: [...MAPPINGS_KEY, 'list', entity] as const,
    queryFn: async ({ signal }) => (await api.call(listMappings, { query: { entity } }, { signal })).details,
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

export function useCreateMapping() {
  return useMappingAction(
    async (api, body: CallOf<typeof createMapping>['body']) => (await api.call(createMapping, { body })).details,
    { once: true },
  )
}

export function useUpdateMapping() {
  return useMappingAction(
    async (api, body: CallOf<typeof updateMapping>['body']) => (await api.call(updateMapping, { body })).details,
  )
}

export function useRemoveMapping() {
  return useMappingAction((api, mappingID: MappingId) => api.call(removeMapping, { body: { mappingID } }))
}

/** An action after which mappings and captured messages are read again. */
function useMappingAction<Given, Reply>(run: (api: Api, given: Given) => Promise<Reply>, { once = false } = {}) {
  const api = useApi()
  const client = useQueryClient()
  return useAction({
    once,
    mutationFn: (given: Given) => run(api, given),
    onSettled: () => client.invalidateQueries({ queryKey: MAPPINGS_KEY }),
  })
}
