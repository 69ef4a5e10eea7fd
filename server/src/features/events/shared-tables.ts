import { eventColumns } from '@fieldwatch/contract/events/event-columns'
import { placeOfField } from '@fieldwatch/contract/places/place-conditions'
import { journeyOfField } from '@fieldwatch/contract/places/trip-conditions'
import type { SharedTable, SharedTables } from '#doors/visitors/shared-events.ts'
import type { Db } from '#platform/database/database.ts'
import { isOfAdmins } from '#records/store/source-policy.ts'
import type { Clock } from '#platform/time/clock.ts'
import { sourcesOf } from './event-policy.ts'
import { createEventStore, type StoredEventTable } from './event-store.ts'
import { listOccurrences } from './list-occurrences.ts'

/** The event tables of units, for links that show them. */
export function createSharedTables({ reads, clock }: { readonly reads: Db; readonly clock: Clock }): SharedTables {
  const store = createEventStore(reads)
  return {
    find: async (dataId, name) => {
      const table = (await store.list(dataId)).find((one) => one.name === name)
      return table && sharedTable(table)
    },
    findById: async (id) => {
      const table = await store.findById(id)
      return table && sharedTable(table)
    },
    list: async (id, page) => {
      const table = await store.findById(id)
      return table === undefined
        ? { occurrences: [], total: 0 }
        : listOccurrences(reads, table, { ...page, now: clock() })
    },
  }
}

function sharedTable(table: StoredEventTable): SharedTable {
  const { id, name, title, field, comparison, values, ended } = table
  const isOnPlaces = placeOfField(field) !== undefined || journeyOfField(field) !== undefined
  return {
    id,
    name,
    title,
    comparison: isOnPlaces ? undefined : comparison,
    isEnded: ended !== undefined,
    columns: eventColumns(values),
    isOfAdmins: sourcesOf(table).some(isOfAdmins),
  }
}
