import type { CallOf } from '@fieldwatch/contract/api/endpoint'
import {
  changeIncident,
  createIncident,
  getIncident,
  listConclusions,
  listIncidents,
  refreshIncident,
  removeIncident,
} from '../contract/incidents.ts'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Api } from '@fieldwatch/web/platform/api/call.ts'
import { detailsQuery } from '@fieldwatch/web/platform/api/details-query.ts'
import { useCall } from '@fieldwatch/web/platform/api/use-action.ts'
import { useLiveDocuments } from '@fieldwatch/web/platform/live/live-context.ts'

const INCIDENTS_KEY = ['incidents'] as const

/** Changes of others show without a reload. */
export function useLiveIncidents(): void {
  const client = useQueryClient()
  const read = (): void => void client.invalidateQueries({ queryKey: INCIDENTS_KEY })
  useLiveDocuments('viewing', {
    things: ({ kind = 'incident' }) => {
      if (kind === 'incident') read()
    },
    opened: read,
  })
}

/** A page of the incidents of the viewing entities. */
export function incidentsQuery(api: Api, query: CallOf<typeof listIncidents>['query']) {
  return detailsQuery(api, listIncidents, {
    queryKey: [...INCIDENTS_KEY, 'list', query],
    query,
    placeholderData: keepPreviousData,
  })
}

/** One incident with what was stored of it. */
export function incidentQuery(api: Api, incidentID: number) {
  return detailsQuery(api, getIncident, { queryKey: [...INCIDENTS_KEY, incidentID], params: { incidentID } })
}

/** The versions of the conclusions of an incident, the newest first. */
export function conclusionsQuery(api: Api, incidentID: number) {
  return queryOptions({
    queryKey: [...INCIDENTS_KEY, incidentID, 'conclusions'] as const,
    queryFn: async ({ signal }) =>
      (await api.call(listConclusions, { params: { incidentID } }, { signal })).details.versions,
  })
}

const CHANGE = { rereads: [INCIDENTS_KEY] }

export const useCreateIncident = () => useCall(createIncident, { ...CHANGE, once: true })
export const useChangeIncident = () => useCall(changeIncident, CHANGE)
export const useRefreshIncident = () => useCall(refreshIncident, { ...CHANGE, once: true })
export const useRemoveIncident = () =>
  useCall(removeIncident, { ...CHANGE, rereads: [[...INCIDENTS_KEY, 'list']], once: true })
