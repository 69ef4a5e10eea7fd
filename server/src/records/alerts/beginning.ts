import type { StoredRecord } from '#records/store/record-reader.ts'

/**
 * The first moment of records that an alert looks at which is made now: those that are about the time from now on, by the clock of the
 * unit, which may be slow. Of a source without a record that is not known, and all that comes is new.
 */
export function beginningOf(newest: Pick<StoredRecord, 'at' | 'receivedAt'> | undefined, now: number): number {
  if (newest === undefined) return 0
  const slowBy = Math.max(0, newest.receivedAt - newest.at)
  return Math.max(newest.at + 1, now - slowBy)
}
