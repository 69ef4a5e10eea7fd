import { eventColumns } from '@fieldwatch/contract/events/event-columns'
import type { EventOccurrence, OccurrenceFilter } from '@fieldwatch/contract/events/events'
import type { Db } from '#platform/database/database.ts'
import { inSnapshot } from '#platform/database/snapshot.ts'
import { invalidField } from '#platform/errors/domain-error.ts'
import { describeOccurrence } from './describe-events.ts'
import type { StoredEventTable } from './event-store.ts'
import { createOccurrenceStore, type OccurrenceOrder, type OccurrenceRange } from './occurrence-store.ts'
import { addUp } from './summarise-events.ts'

interface Asked extends Pick<OccurrenceRange, 'from' | 'to' | 'now'> {
  readonly filter: OccurrenceFilter
  /** A column. */
  readonly sort: string
  readonly direction: 'asc' | 'desc'
  readonly page: number
  readonly pageSize: number
}

/**
 * A page of the occurrences of an event table that overlap a range, and how many there are.
 * @throws DomainError request/invalid for a column that the table does not have
 */
export async function listOccurrences(
  reads: Db,
  table: StoredEventTable,
  { from, to, now, sort, direction, page, pageSize, ...asked }: Asked,
): Promise<{ occurrences: EventOccurrence[]; total: number }> {
  const filter = filterOf(asked.filter)
  const range = { from, to, now, ...(filter === undefined ? {} : { filter }) }
  const order = orderOf(table, sort)
  // The rows and their number are of one moment.
  const { found, total } = await inSnapshot({ db: reads, control: reads, signal: undefined }, async (snapshot) => {
    const store = createOccurrenceStore(snapshot)
    const total =
      filter === undefined
        ? (await addUp(snapshot, table, { bounds: [from, to], now })).count
        : await store.count(table, range)
    const offset = (page - 1) * pageSize
    return { total, found: await store.list(table, { ...range, order, direction, offset, limit: pageSize }) }
  })
  return { occurrences: found.map((occurrence) => describeOccurrence(table, occurrence)), total }
}

/** Undefined when all pass it. */
export function filterOf({ tag, text, minDuration, maxDuration }: OccurrenceFilter): OccurrenceFilter | undefined {
  const filter = { tag, text, minDuration, maxDuration }
  return Object.values(filter).every((part) => part === undefined) ? undefined : filter
}

/** @throws DomainError request/invalid for a column that the table does not have */
function orderOf(table: StoredEventTable, sort: string): OccurrenceOrder {
  if (sort === 'startUTC' || sort === 'endUTC' || sort === 'duration' || sort === 'tag') return { by: sort }
  const place = eventColumns(table.values).indexOf(sort) - eventColumns([]).length
  if (place >= 0) return { by: 'figure', place }
  throw invalidField('sort', 'answers.no-column')
}
