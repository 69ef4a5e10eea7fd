import {
  type Alert,
  createAlert,
  listAlerts,
  removeAlert,
  unsubscribeAlert,
  updateAlert,
} from '@fieldwatch/contract/alerts/alerts'
import type { AlertId } from '@fieldwatch/contract/api/ids'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'
import { useCall } from '#platform/api/use-action.ts'
import { ALERTS_KEY } from './alert-keys.ts'
import { t } from './texts.ts'

interface OfAll {
  /** Includes the alerts of the entities in reach (admin). */
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
  void client.invalidateQueries({ queryKey: ALERTS_KEY })
  const alert = await client.fetchQuery(alertQuery(api, alertId, options))
  if (alert === null) throw new Error(t('alerts.alert.gone'))
  return alert
}

const CHANGE = { once: true, rereads: [ALERTS_KEY] }

export const useCreateAlert = () => useCall(createAlert, CHANGE)
/** Changes an alert as it was seen. */
export const useUpdateAlert = () => useCall(updateAlert, CHANGE)
export const useRemoveAlert = () => useCall(removeAlert, CHANGE)
/** Ends the messages of an alert to oneself, or for an owner begins them again. */
export const useSubscribeAlert = () => useCall(unsubscribeAlert, { rereads: [ALERTS_KEY] })
