import type { DataId } from '@fieldwatch/contract/api/ids'
import type { EventOccurrence, OccurrenceFilter } from '@fieldwatch/contract/events/events'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { invalidField } from '#platform/errors/domain-error.ts'

/** An event table as it is shared. */
export interface SharedTable {
  readonly id: number
  readonly name: string
  readonly title: string
  /** Undefined for a condition on places, which it names by their ids. */
  readonly comparison: string | undefined
  /** What it watched was deleted. */
  readonly isEnded: boolean
  readonly columns: readonly string[]
  /** It reads the history of requests, which is never shared. */
  readonly isOfAdmins: boolean
}

export interface OccurrencePage extends TimeRange {
  readonly filter: OccurrenceFilter
  readonly sort: string
  readonly direction: 'asc' | 'desc'
  readonly page: number
  readonly pageSize: number
}

/** The event tables of units. */
export interface SharedTables {
  readonly find: (dataId: DataId, name: string) => Promise<SharedTable | undefined>
  readonly findById: (id: number) => Promise<SharedTable | undefined>
  readonly list: (id: number, page: OccurrencePage) => Promise<{ occurrences: EventOccurrence[]; total: number }>
}

/** An occurrence with its period, and the values of some columns. */
export function shownOccurrence(occurrence: EventOccurrence, columns: readonly string[]): EventOccurrence {
  const { startUTC, endUTC, duration, noDataAfter } = occurrence
  const values = columns.filter((column) => Object.hasOwn(occurrence, column)).map((id) => [id, occurrence[id]])
  return { tag: null, ...Object.fromEntries(values), startUTC, endUTC, duration, noDataAfter }
}

/** @throws DomainError request/invalid for what a visitor does not see */
export function requireShownColumn(columns: readonly string[], sort: string): string {
  if (sort !== 'startUTC' && !columns.includes(sort)) throw invalidField('sort', 'answers.no-column')
  return sort
}
