import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import {
  createWebhook,
  listWebhooks,
  removeWebhook,
  testWebhook,
  updateWebhook,
  type WebhookId,
} from '@fieldwatch/contract/delivery/webhooks'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'
import { useApi } from '#platform/api/api-context.tsx'
import { useAction } from '#platform/api/use-action.ts'

const WEBHOOKS_KEY = ['webhooks'] as const

export function webhooksQuery(api: Api, entity: EntityId) {
  return queryOptions({
    queryKey: [...WEBHOOKS_KEY, entity] as const,
    queryFn: async ({ signal }) => (await api.call(listWebhooks, { query: { entity } }, { signal })).details,
    staleTime: 0,
  })
}

export function useCreateWebhook() {
  return useWebhookAction(
    async (api, body: CallOf<typeof createWebhook>['body']) => (await api.call(createWebhook, { body })).details,
    { once: true },
  )
}

export function useUpdateWebhook() {
  return useWebhookAction(
    async (api, body: CallOf<typeof updateWebhook>['body']) => (await api.call(updateWebhook, { body })).details,
  )
}

export function useRemoveWebhook() {
  return useWebhookAction((api, webhookID: WebhookId) => api.call(removeWebhook, { body: { webhookID } }))
}

export function useTestWebhook() {
  return useWebhookAction(
    async (api, webhookID: WebhookId) => (await api.call(testWebhook, { body: { webhookID } })).details,
  )
}

/** An action after which the webhooks are read again, also where it failed because someone else was quicker. */
function useWebhookAction<Given, Reply>(run: (api: Api, given: Given) => Promise<Reply>, { once = false } = {}) {
  const api = useApi()
  const client = useQueryClient()
  return useAction({
    once,
    mutationFn: (given: Given) => run(api, given),
    onSettled: () => client.invalidateQueries({ queryKey: WEBHOOKS_KEY }),
  })
}
