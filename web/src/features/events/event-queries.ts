import type { CallOf, ReplyOf } from '@fieldwatch/contract/api/endpoint'
import {
  createEvent,
  type EventDraft,
  type EventPage,
  type EventTable,
  getEventGap,
  listEvents,
  listEventTags,
  type OccurrenceFilter,
  refreshEvent,
  removeEvent,
  setEventTag,
} from '@fieldwatch/contract/events/events'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { detailsQuery } from '#platform/api/details-query.ts'
import { useApi } from '#platform/api/api-context.tsx'
import type { Api } from '#platform/api/call.ts'
import { useApiAction } from '#platform/api/use-action.ts'
import { eventTablesKey, occurrencesKey } from '#shared/events/event-tables-query.ts'
import type { TableSort } from '#ui/table/column.ts'
import type { EventSpan } from './event-span.ts'
import { t } from './texts.ts'

/** By then a silence may have ended the last occurrence without a record. */
const AGAIN_MS = 60_000
/** While events are found, in case the page was not connected yet when they were. */
const WHILE_FINDING_MS = 5_000

export interface PageRequest {
  readonly dataId: DataId
  readonly name: string
  readonly span: EventSpan
  readonly page: number
  readonly pageSize: number
  readonly sort: TableSort
  readonly filter: OccurrenceFilter
}

/** A page of the occurrences of an event table, as the server sorts them. */
export function occurrencesQuery(api: Api, { dataId, name, span, page, pageSize, sort, filter }: PageRequest) {
  return queryOptions({
    queryKey: [...occurrencesKey(dataId, name), 'page', span, page, pageSize, sort, filter] as const,
    queryFn: async ({ signal }): Promise<EventPage> => {
      const { column, direction } = sort
      const query = { dataID: dataId, name, ...span, ...filter, sort: column, direction, page, pageSize }
      const { details } = await api.call(listEvents, { query }, { signal })
      if (!('occurrences' in details)) throw new Error(t('events.failed.answer'))
      return details
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.state === 'refreshing' ? WHILE_FINDING_MS : AGAIN_MS),
  })
}

/** What was found of an event table, as a person looks at it; while another page is on its way the one before stays. */
export function useOccurrences(request: PageRequest) {
  return useQuery(occurrencesQuery(useApi(), request))
}

const tagsKey = (dataId: DataId, name: string) => ['event-tags', dataId, name] as const

/** Tags that were used before. */
export function tagsQuery(api: Api, dataId: DataId, name: string) {
  return detailsQuery(api, listEventTags, {
    queryKey: tagsKey(dataId, name),
    query: { dataID: dataId, name },
    staleTime: 0,
  })
}

export type CreatedEvent = ReplyOf<typeof createEvent>

/** Makes an event table. */
export function useCreateEvent(dataId: DataId) {
  return useApiAction(
    (api, draft: z.input<typeof EventDraft>): Promise<CreatedEvent> =>
      api.call(createEvent, { body: { dataID: dataId, ...draft } }),
    // The template that the unit shows has another entry, or the unit another template.
    { once: true, rereads: [eventTablesKey(dataId), ['unit', dataId], ['template']] },
  )
}

/** After how long without data events of a value end unless the table says otherwise. */
export function eventGapQuery(api: Api, dataId: DataId, { source, field }: { source: SourceName; field: string }) {
  return detailsQuery(api, getEventGap, {
    queryKey: ['event-gap', dataId, source, field],
    query: { dataID: dataId, source, field },
  })
}

/** A table of a unit as it is now. */
export async function fetchEventTable(
  client: QueryClient,
  api: Api,
  { dataId, name }: { dataId: DataId; name: string },
): Promise<EventTable> {
  const { details } = await api.call(listEvents, { query: { dataID: dataId } })
  void client.invalidateQueries({ queryKey: eventTablesKey(dataId) })
  const table = 'tables' in details ? details.tables.find((one) => one.name === name) : undefined
  if (table === undefined) throw new Error(t('events.failed.gone'))
  return table
}

type EventChange = Omit<CallOf<typeof refreshEvent>['body'], 'dataID' | 'name'>

/** Changes by what a table finds occurrences, which are all found again. */
export function useChangeEvent(dataId: DataId, name: string) {
  return useApiAction(
    (api, change: EventChange) => api.call(refreshEvent, { body: { dataID: dataId, name, ...change } }),
    { rereads: [eventTablesKey(dataId), occurrencesKey(dataId, name)] },
  )
}

/** Has the occurrences of a table found again. */
export function useRefreshEvent(dataId: DataId, name: string) {
  return useApiAction((api) => api.call(refreshEvent, { body: { dataID: dataId, name } }), {
    rereads: [occurrencesKey(dataId, name)],
  })
}

export function useRemoveEvent(dataId: DataId, name: string) {
  return useApiAction((api) => api.call(removeEvent, { body: { dataID: dataId, name } }), {
    once: true,
    rereads: [eventTablesKey(dataId)],
  })
}

/** By their starts, or all of a range that pass a filter. */
export type ChosenOccurrences = { readonly starts: readonly string[] } | { readonly all: EventSpan & OccurrenceFilter }

type TagReply = ReplyOf<typeof setEventTag>

/** Sets the tag of occurrences, or removes it when it is empty. */
export function useSetTag(dataId: DataId, name: string) {
  return useApiAction(
    (api, { which, tag }: { which: ChosenOccurrences; tag: string }): Promise<TagReply> =>
      api.call(setEventTag, {
        body: {
          dataID: dataId,
          name,
          tag,
          ...('starts' in which ? { eventStartUTC: [...which.starts] } : { all: which.all }),
        },
      }),
    { rereads: [tagsKey(dataId, name), occurrencesKey(dataId, name)] },
  )
}
