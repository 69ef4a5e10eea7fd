import { type EventTable, listEvents } from '@fieldwatch/contract/events/events'
import { parseJourneyComparison } from '@fieldwatch/contract/places/trip-conditions'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '#platform/api/call.ts'

/** An event table by its name, and how many of the devices have it. */
export interface SharedTable {
  readonly name: string
  readonly title: string
  readonly units: number
  /** What it finds: each device has its own condition. */
  readonly comparisons: readonly string[]
}

/** The first of many devices are asked. */
export const MOST_ASKED_DEVICES = 20

/** The event tables that devices have, without those that ended. */
export function sharedTablesQuery(api: Api, dataIds: readonly DataId[]) {
  const asked = dataIds.slice(0, MOST_ASKED_DEVICES)
  return queryOptions({
    queryKey: ['shared-event-tables', asked] as const,
    queryFn: async ({ signal }): Promise<SharedTable[]> => {
      const tables = await Promise.all(
        asked.map(async (dataID) => {
          const { details } = await api.call(listEvents, { query: { dataID } }, { signal })
          return 'tables' in details ? details.tables : []
        }),
      )
      return shareTables(tables.flat())
    },
    enabled: asked.length > 0,
  })
}

function shareTables(tables: readonly EventTable[]): SharedTable[] {
  const byName = Map.groupBy(
    // Trips are known only once they are over.
    tables.filter(({ state, comparison }) => state !== 'ended' && parseJourneyComparison(comparison) === undefined),
    ({ name }) => name,
  )
  return Array.from(byName, ([name, of]) => ({
    name,
    title: of[0]?.title ?? name,
    units: of.length,
    comparisons: [...new Set(of.map(({ comparison }) => comparison))],
  }))
}
