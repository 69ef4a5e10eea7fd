import { acknowledgeAlert, listAlertHistory, snoozeAlert } from '@fieldwatch/contract/alerts/alert-history'
import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import type { AlertId, DataId } from '@fieldwatch/contract/api/ids'
import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'
import { useApiAction } from '#platform/api/use-action.ts'
import { ALERTS_KEY } from './alert-keys.ts'

const PAGE_SIZE = 25

/** What happened to an alert, on one unit or on all, the newest first. */
export function alertHistoryQuery(api: Api, alertId: AlertId, dataId: DataId | undefined) {
  return infiniteQueryOptions({
    queryKey: [...ALERTS_KEY, 'history', alertId, dataId] as const,
    queryFn: async ({ pageParam: after, signal }) => {
      const query = { alertID: alertId, dataID: dataId, after, limit: PAGE_SIZE }
      return (await api.call(listAlertHistory, { query }, { signal })).details
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  })
}

const CHANGE = { rereads: [ALERTS_KEY] }

/** Acknowledges what is triggered. Answers with a sentence when there was nothing to acknowledge. */
export function useAcknowledgeAlert() {
  return useApiAction(
    async (api, body: CallOf<typeof acknowledgeAlert>['body']) => (await api.call(acknowledgeAlert, { body })).message,
    CHANGE,
  )
}

/** Snoozes notifications until a moment, or ends the snooze. */
export function useSnoozeAlert() {
  return useApiAction(
    async (api, body: CallOf<typeof snoozeAlert>['body']) => (await api.call(snoozeAlert, { body })).message,
    CHANGE,
  )
}
