import { type Alert, listAlerts } from '@fieldwatch/contract/alerts/alerts'
import { listLabels } from '@fieldwatch/contract/units/labels'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'
import { detailsQuery } from '#platform/api/details-query.ts'

/** The labels that can be put on units. */
export function allLabelsQuery(api: Api) {
  return detailsQuery(api, listLabels, { queryKey: ['labels', 'to-choose'], query: {}, staleTime: 0 })
}

const PAGE_SIZE = 100

/** The alerts by which units can be watched too. */
export function allAlertsQuery(api: Api) {
  return queryOptions({
    queryKey: ['alerts', 'to-choose'] as const,
    queryFn: async ({ signal }): Promise<readonly Alert[]> => {
      const alerts: Alert[] = []
      for (let page = 1; ; page += 1) {
        const query = { all: 'true', page, pageSize: PAGE_SIZE }
        const { details, pagination } = await api.call(listAlerts, { query }, { signal })
        alerts.push(...details)
        if (!pagination.hasNext) return alerts
      }
    },
    staleTime: 0,
  })
}
