import { getEventSummary } from '@fieldwatch/contract/event-summary'
import type { OccurrenceFilter } from '@fieldwatch/contract/events'
import type { DataId } from '@fieldwatch/contract/ids'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'
import { occurrencesKey } from '#shared/events/event-tables-query.ts'
import type { EventSpan } from '../event-span.ts'

/** Time goes by, and with it the share of it. */
const AGAIN_MS = 60_000

interface SummaryRequest {
  dataId: DataId
  name: string
  span: EventSpan
  filter: OccurrenceFilter
}

/** How often and how long occurrences of an event table were within a span, with days as the browser has them. */
export function summaryQuery(api: Api, { dataId, name, span, filter }: SummaryRequest) {
  return queryOptions({
    queryKey: [...occurrencesKey(dataId, name), 'summary', span, filter] as const,
    queryFn: async ({ signal }) => {
      const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
      const query = { dataID: dataId, name, ...span, ...filter, timeZone }
      return (await api.call(getEventSummary, { query }, { signal })).details
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
  })
}
