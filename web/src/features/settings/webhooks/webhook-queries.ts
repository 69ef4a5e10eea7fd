import type { EntityId } from '@fieldwatch/contract/api/ids'
import {
  createWebhook,
  listWebhooks,
  removeWebhook,
  testWebhook,
  updateWebhook,
} from '@fieldwatch/contract/delivery/webhooks'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'
import { useCall } from '#platform/api/use-action.ts'

const WEBHOOKS_KEY = ['webhooks'] as const

export function webhooksQuery(api: Api, entity: EntityId) {
  return queryOptions({
    queryKey: [...WEBHOOKS_KEY, entity] as const,
    queryFn: async ({ signal }) => (await api.call(listWebhooks, { query: { entity } }, { signal })).details,
    staleTime: 0,
  })
}

const CHANGE = { rereads: [WEBHOOKS_KEY] }

export const useCreateWebhook = () => useCall(createWebhook, { ...CHANGE, once: true })
export const useUpdateWebhook = () => useCall(updateWebhook, CHANGE)
export const useRemoveWebhook = () => useCall(removeWebhook, CHANGE)
export const useTestWebhook = () => useCall(testWebhook, CHANGE)
