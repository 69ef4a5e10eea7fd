import type { DataRecord } from '@fieldwatch/contract/data'

/**
 * The newest `limit` records of two lists, newest first. Of two records with one `messageUTC` the one from `next`
 * counts: it came later.
 */
export function mergeNewest(before: readonly DataRecord[], next: readonly DataRecord[], limit: number): DataRecord[] {
  const records = new Map<string, DataRecord>()
  for (const record of before) records.set(record.messageUTC, record)
  for (const record of next) records.set(record.messageUTC, record)
  // Times in one format, UTC with milliseconds, sort as texts.
  return [...records.values()].sort((a, b) => (a.messageUTC < b.messageUTC ? 1 : -1)).slice(0, limit)
}
