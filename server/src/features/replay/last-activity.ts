import type { AsOf, StoredRecord } from '#records/store/record-reader.ts'
import type { StateSource } from './state-facts-store.ts'

/** The last record of a source up to a moment. */
export interface LastRecord extends StateSource {
  readonly record: StoredRecord
}

/**
 * When a unit last sent something, up to a moment; undefined when it had not. As it is known now it was active when it made a record,
 * whenever that arrived. What was known then is when something arrived.
 */
export function lastActivityAt(records: readonly LastRecord[], { at, arrivedBy }: AsOf): number | undefined {
  let last: number | undefined
  for (const { isOurs, record } of records) {
    if (isOurs) continue
    const time = arrivedBy === undefined ? Math.min(record.at, record.receivedAt) : Math.min(record.receivedAt, at)
    if (last === undefined || time > last) last = time
  }
  return last
}
