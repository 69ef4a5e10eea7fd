import { type EventTable, listEvents } from '@fieldwatch/contract/events/events'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'

const AGAIN_MS = 5_000

/** Below it is all that is read of the event tables of a unit. */
export function eventTablesKey(dataId: DataId) {
  return ['event-tables', dataId] as const
}

/** Below it is all that is read of the occurrences of an event table; what changes them has it read again. */
export function occurrencesKey(dataId: DataId, name: string) {
  return ['occurrences', dataId, name] as const
}

/**
 * The event tables of a unit; the unit gets those of its template first. Another version of the template may have others, so it is part
 * of what is asked for.
 */
export function eventTablesQuery(api: Api, dataId: DataId, template: { id: string; version: number } | null) {
  return queryOptions({
    queryKey: [...eventTablesKey(dataId), template?.id, template?.version] as const,
    queryFn: async ({ signal }): Promise<readonly EventTable[]> => {
      const { details } = await api.call(listEvents, { query: { dataID: dataId } }, { signal })
      return 'tables' in details ? details.tables : []
    },
    staleTime: 0,
    placeholderData: keepPreviousData,
    // While occurrences are found, how far that is comes with them; a table that waits for its turn is asked about.
    refetchInterval: ({ state }) =>
      state.data?.some((table) => table.state === 'refreshing') === true ? AGAIN_MS : false,
  })
}
