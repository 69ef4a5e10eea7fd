import type { EntityId } from '@fieldwatch/contract/api/ids'
import { createWebhook, listWebhooks, removeWebhook, testWebhook, updateWebhook } from '../contract/webhooks.ts'
import type { Api } from '@fieldwatch/web/platform/api/call.ts'
import { detailsQuery } from '@fieldwatch/web/platform/api/details-query.ts'
import { useCall } from '@fieldwatch/web/platform/api/use-action.ts'

const WEBHOOKS_KEY = ['webhooks'] as const

export function webhooksQuery(api: Api, entity: EntityId) {
  return detailsQuery(api, listWebhooks, { queryKey: [...WEBHOOKS_KEY, entity], query: { entity }, staleTime: 0 })
}

const CHANGE = { rereads: [WEBHOOKS_KEY] }

export const useCreateWebhook = () => useCall(createWebhook, { ...CHANGE, once: true })
export const useUpdateWebhook = () => useCall(updateWebhook, CHANGE)
export const useRemoveWebhook = () => useCall(removeWebhook, CHANGE)
export const useTestWebhook = () => useCall(testWebhook, CHANGE)
