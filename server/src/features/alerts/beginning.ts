import { countsFrom } from '@fieldwatch/contract/time/future-times'
import type { StoredRecord } from '#records/store/record-reader.ts'
import type { Reading } from '#records/conditions/judge-reading.ts'
import { readingOf } from '#records/conditions/read-readings.ts'

export interface Beginning {
  readonly beginsAt: number
  /** The time of a newest record that is ahead of its arrival. */
  readonly aheadUntil: number | undefined
  /** What is shown as the last value until a record is judged; undefined where the newest record has no number in the field. */
  readonly last: Pick<Reading, 'at' | 'value'> | undefined
}

/**
 * The first moment of records that an alert looks at which is made now: those that are about the time from now on, by the clock of the
 * unit, which may be slow. Of a source without a record that is not known, and all that comes is new.
 */
export function beginningOf(newest: StoredRecord | undefined, field: string | undefined, now: number): Beginning {
  if (newest === undefined) return { beginsAt: 0, aheadUntil: undefined, last: undefined }
  const { at, receivedAt } = newest
  const slowBy = Math.max(0, receivedAt - at)
  const beginsAt = Math.max(countsFrom(at, receivedAt) + 1, now - slowBy)
  const last = field === undefined ? undefined : readingOf(newest, field)
  return { beginsAt, aheadUntil: at > receivedAt ? at : undefined, last }
}
