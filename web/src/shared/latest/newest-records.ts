import type { DataRecord } from '@fieldwatch/contract/telemetry/data'
import { newestFirst } from '@fieldwatch/contract/time/future-times'

/**
 * The newest `limit` records of two lists, newest first. Of two records with one `messageUTC` the one from `next`
 * counts: it came later.
 */
export function mergeNewest(before: readonly DataRecord[], next: readonly DataRecord[], limit: number): DataRecord[] {
  const records = new Map<string, DataRecord>()
  for (const record of before) records.set(record.messageUTC, record)
  for (const record of next) records.set(record.messageUTC, record)
  return sortNewest([...records.values()]).slice(0, limit)
}

/** The newest first; one with a time ahead counts from its arrival on. */
export function sortNewest(records: readonly DataRecord[]): DataRecord[] {
  const timed = records.map((record) => {
    return { record, at: Date.parse(record.messageUTC), receivedAt: Date.parse(record.recieveUTC) }
  })
  return timed.sort(newestFirst).map(({ record }) => record)
}
