import { listAlerts } from '@fieldwatch/contract/alerts/alerts'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'
import type { TablePage } from '#ui/table/table-paging.ts'
import { ALERTS_KEY } from './alert-keys.ts'

/** The lists of alerts, in their order. */
export type AlertListKind = 'owner' | 'viewer' | 'all'

interface AlertPageRequest extends TablePage {
  readonly kind: AlertListKind
  /** Only those of a unit. */
  readonly dataId: DataId | undefined
}

/** One page of alerts: those that one owns, that are shared with one, or (admin) that are in reach. */
export function alertPageQuery(api: Api, { kind, dataId, page, pageSize }: AlertPageRequest) {
  return queryOptions({
    queryKey: [...ALERTS_KEY, 'page', { kind, dataId, page, pageSize }] as const,
    queryFn: async ({ signal }) => {
      const query = kind === 'all' ? { all: 'true' } : { mine: kind }
      const reply = await api.call(listAlerts, { query: { dataID: dataId, ...query, page, pageSize } }, { signal })
      return { alerts: reply.details, total: reply.pagination.total }
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}
