import { countsFrom } from '@fieldwatch/contract/time/future-times'
import type { StoredRecord } from '#records/store/record-reader.ts'
import type { Reading } from './judge-reading.ts'
import { readingOf } from './read-readings.ts'

/** How far the readings of a field are judged. */
interface JudgedUntil {
  readonly field: string
  /** What counts from an earlier moment on is not looked at. */
  readonly beginsAt: number
  readonly lastAt: number | undefined
  /** The greatest time of records that were ahead of their arrival. */
  readonly aheadUntil: number | undefined
}

export interface SortedReadings {
  readonly inOrder: readonly Reading[]
  /** Not later than one that arrived before; NaN where a record took a number away. */
  readonly late: readonly Reading[]
  /** Of imported records that are later than all that were judged: once the unit sends a later one they are late. */
  readonly waiting: readonly number[]
  readonly aheadUntil: number | undefined
}

/**
 * Sorts records that arrived, in the order of arrival. What was imported corrects what was judged, and is no news beyond that.
 */
export function sortReadings(
  { field, beginsAt, lastAt, aheadUntil }: JudgedUntil,
  records: readonly (StoredRecord & { readonly isImported: boolean })[],
): SortedReadings {
  const [inOrder, late, waiting]: [Reading[], Reading[], number[]] = [[], [], []]
  let ahead = aheadUntil
  // Of records that count from the same moment on, as those of one message that is ahead do, the times decide.
  let last = { at: lastAt ?? -Infinity, sentAt: Infinity }
  for (const record of records) {
    const at = countsFrom(record.at, record.receivedAt)
    if (at < beginsAt) continue
    if (at < record.at) ahead = Math.max(ahead ?? 0, record.at)
    const isLate = at < last.at || (at === last.at && record.at <= last.sentAt)
    if (record.isImported && !isLate) {
      waiting.push(at)
      continue
    }
    const reading = readingOf(record, field)
    // A record that replaces one with a number takes that away.
    if (isLate) late.push(reading ?? { at, receivedAt: record.receivedAt, value: Number.NaN })
    else if (reading !== undefined) {
      inOrder.push(reading)
      last = { at, sentAt: record.at }
    }
  }
  return { inOrder, late, waiting, aheadUntil: ahead }
}
