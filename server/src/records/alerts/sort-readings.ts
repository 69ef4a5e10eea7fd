import { countsFrom } from '@fieldwatch/contract/future-times'
import type { StoredRecord } from '#records/store/record-reader.ts'
import type { ClaimedState } from './alert-state-store.ts'
import type { Reading } from './evaluate-value.ts'
import { readingOf } from './read-readings.ts'

export interface SortedReadings {
  readonly inOrder: readonly Reading[]
  /** Not later than one that arrived before; NaN where a record took a number away. */
  readonly late: readonly Reading[]
  /** The greatest time of records that were ahead of their arrival. */
  readonly aheadUntil: number | undefined
}

/**
 * Sorts records that arrived, in the order of arrival. What was imported corrects what was judged, and is no news beyond that: the next
 * record of the unit is judged.
 */
export function sortReadings(
  { state, beginsAt, field }: Pick<ClaimedState, 'state' | 'beginsAt' | 'field'>,
  records: readonly (StoredRecord & { readonly isImported: boolean })[],
): SortedReadings {
  const [inOrder, late]: [Reading[], Reading[]] = [[], []]
  let { aheadUntil } = state
  // Of records that count from the same moment on, as those of one message that is ahead do, the times decide.
  let last = { at: state.lastAt ?? -Infinity, sentAt: Infinity }
  for (const record of records) {
    const at = countsFrom(record.at, record.receivedAt)
    if (at < beginsAt) continue
    if (at < record.at) aheadUntil = Math.max(aheadUntil ?? 0, record.at)
    const isLate = at < last.at || (at === last.at && record.at <= last.sentAt)
    if (record.isImported && !isLate) continue
    const reading = readingOf(record, field)
    // A record that replaces one with a number takes that away.
    if (isLate) late.push(reading ?? { at, receivedAt: record.receivedAt, value: Number.NaN })
    else if (reading !== undefined) {
      inOrder.push(reading)
      last = { at, sentAt: record.at }
    }
  }
  return { inOrder, late, aheadUntil }
}
