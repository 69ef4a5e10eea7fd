import type { DataRecord } from '@fieldwatch/contract/telemetry/data'
import { mergeNewest, sortNewest } from './newest-records.ts'

/** What is wanted of a source. */
export interface SourceNeed {
  /** How many of the newest records. */
  readonly limit: number
  /** Whose latest values are wanted, however long ago they came. */
  readonly fields: readonly string[]
}

/** What a source says now. */
export interface CurrentSource {
  /** The newest records, newest first. */
  readonly records: readonly DataRecord[]
  /** Records from before with the latest values of wanted fields that none of `records` has; newest first. */
  readonly older: readonly DataRecord[]
}

/** Merges an answer with an earlier one. */
export function mergeCurrent(before: CurrentSource, next: CurrentSource, { limit, fields }: SourceNeed): CurrentSource {
  const all = mergeNewest(before.records, next.records, Infinity)
  const records = all.slice(0, limit)
  const replaced = new Set(next.records.map(({ messageUTC }) => messageUTC))
  const kept = before.older.filter(({ messageUTC }) => !replaced.has(messageUTC))
  const candidates = sortNewest([...all.slice(limit), ...kept, ...next.older])
  const older = new Set<DataRecord>()
  for (const field of fields) {
    if (records.some((record) => hasValue(record, field))) continue
    const latest = candidates.find((record) => hasValue(record, field))
    if (latest !== undefined) older.add(latest)
  }
  return { records, older: sortNewest([...older]) }
}

function hasValue(record: DataRecord, field: string): boolean {
  return record[field] !== undefined && record[field] !== null
}
