import {
  type Alert,
  createAlert,
  listAlerts,
  removeAlert,
  unsubscribeAlert,
  updateAlert,
} from '@fieldwatch/contract/alerts/alerts'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import type { AlertId } from '@fieldwatch/contract/api/ids'
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#platform/api/api-context.tsx'
import type { Api } from '#platform/api/call.ts'
import { useAction } from '#platform/api/use-action.ts'
import { ALERTS_KEY } from './alert-keys.ts'

interface OfAll {
  /** Those of the entities in reach too (admin). */
  readonly all?: boolean
}

/** One alert with the states of all of its units; undefined when it is not there for the person. */
export function alertQuery(api: Api, alertId: AlertId, { all = false }: OfAll = {}) {
  return queryOptions({
    queryKey: [...ALERTS_KEY, 'one', alertId, { all }] as const,
    queryFn: async ({ signal }): Promise<Alert | null> =>
      (await api.call(listAlerts, { query: { alertID: alertId, all: String(all) } }, { signal })).details[0] ?? null,
    staleTime: 0,
  })
}

/**
 * An alert as it is now on the server; the lists are read again too.
 * @throws Error when it is not there any more
 */
export async function fetchAlert(client: QueryClient, api: Api, alertId: AlertId, options: OfAll): Promise<Alert> {
  askAgain(client)
  const alert = await client.fetchQuery(alertQuery(api, alertId, options))
  if (alert === null) throw new Error('This alert is not there any more.')
  return alert
}

/** Makes an alert, once. */
export function useCreateAlert() {
  const api = useApi()
  const client = useQueryClient()
  return useAction({
    once: true,
    mutationFn: async (body: CallOf<typeof createAlert>['body']) => (await api.call(createAlert, { body })).details,
    onSuccess: () => askAgain(client),
  })
}

/** Changes an alert as it was seen. */
export function useUpdateAlert() {
  const api = useApi()
  const client = useQueryClient()
  return useAction({
    once: true,
    mutationFn: async (body: CallOf<typeof updateAlert>['body']) => (await api.call(updateAlert, { body })).details,
    onSuccess: () => askAgain(client),
  })
}

export function useRemoveAlert() {
  const api = useApi()
  const client = useQueryClient()
  return useAction({
    once: true,
    mutationFn: (alertId: AlertId) => api.call(removeAlert, { body: { alertID: alertId } }),
    onSuccess: () => askAgain(client),
  })
}

/** Ends the messages of an alert to oneself, or for an owner begins them again. */
export function useSubscribeAlert() {
  const api = useApi()
  const client = useQueryClient()
  return useAction({
    mutationFn: ({ alertId, subscribe }: { alertId: AlertId; subscribe: boolean }) =>
      api.call(unsubscribeAlert, { body: { alertID: alertId, subscribe } }),
    onSuccess: () => askAgain(client),
  })
}

function askAgain(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ALERTS_KEY })
}
