import {
  listAlertNotifications,
  type NotificationChannel,
  type NotificationState,
} from '@fieldwatch/contract/alert-history'
import type { EntityId } from '@fieldwatch/contract/ids'
import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'

/** What is left out is not narrowed. */
export interface LogFilter {
  readonly entity?: EntityId | undefined
  readonly channel?: NotificationChannel | undefined
  readonly state?: NotificationState | undefined
}

/** The newest first, page by page. */
export function logQuery(api: Api, filter: LogFilter) {
  return infiniteQueryOptions({
    queryKey: ['delivery-log', filter] as const,
    queryFn: async ({ signal, pageParam }) => {
      const query = { ...filter, ...(pageParam === null ? {} : { after: pageParam }) }
      return (await api.call(listAlertNotifications, { query }, { signal })).details
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
}
