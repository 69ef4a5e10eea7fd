import { countsFrom } from '@fieldwatch/contract/future-times'
import type { StoredRecord } from '#records/store/record-reader.ts'

export interface Beginning {
  readonly beginsAt: number
  /** The time of a newest record that is ahead of its arrival. */
  readonly aheadUntil: number | undefined
}

/**
 * The first moment of records that an alert looks at which is made now: those that are about the time from now on, by the clock of the
 * unit, which may be slow. Of a source without a record that is not known, and all that comes is new.
 */
export function beginningOf(newest: Pick<StoredRecord, 'at' | 'receivedAt'> | undefined, now: number): Beginning {
  if (newest === undefined) return { beginsAt: 0, aheadUntil: undefined }
  const { at, receivedAt } = newest
  const slowBy = Math.max(0, receivedAt - at)
  const beginsAt = Math.max(countsFrom(at, receivedAt) + 1, now - slowBy)
  return { beginsAt, aheadUntil: at > receivedAt ? at : undefined }
}
