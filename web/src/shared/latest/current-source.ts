import { AHEAD_MS, type DataRecord } from '@fieldwatch/contract/data'
import { mergeNewest } from './newest-records.ts'

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
  /** When a record from the future becomes current, by the clock of this browser. */
  readonly nextAt: number | undefined
}

/** Merges an answer with an earlier one. */
export function mergeCurrent(before: CurrentSource, next: CurrentSource, { limit, fields }: SourceNeed): CurrentSource {
  const all = mergeNewest(before.records, next.records, Infinity)
  const records = all.slice(0, limit)
  const replaced = new Set(next.records.map(({ messageUTC }) => messageUTC))
  const kept = before.older.filter(({ messageUTC }) => !replaced.has(messageUTC))
  const candidates = [...all.slice(limit), ...kept, ...next.older].sort(newestFirst)
  const older = new Set<DataRecord>()
  for (const field of fields) {
    if (records.some((record) => hasValue(record, field))) continue
    const latest = candidates.find((record) => hasValue(record, field))
    if (latest !== undefined) older.add(latest)
  }
  return { records, older: [...older].sort(newestFirst), nextAt: next.nextAt }
}

/** Adds records that just arrived; one from the future waits until its time comes. */
export function addArrived(
  before: CurrentSource,
  arrived: readonly DataRecord[],
  need: SourceNeed,
  now: number,
): CurrentSource {
  const records = arrived.filter((record) => aheadMs(record) <= 0)
  const waits = arrived.map(aheadMs).filter((wait) => wait > 0)
  const nextAt = Math.min(before.nextAt ?? Infinity, ...waits.map((wait) => now + wait))
  const next = { records, older: [], nextAt: nextAt === Infinity ? undefined : nextAt }
  return mergeCurrent(before, next, need)
}

/** How far a record is ahead, by the server's clock, which stamps arrivals: the browser's may be wrong. */
function aheadMs({ messageUTC, recieveUTC }: DataRecord): number {
  return Date.parse(messageUTC) - Date.parse(recieveUTC) - AHEAD_MS
}

function hasValue(record: DataRecord, field: string): boolean {
  return record[field] !== undefined && record[field] !== null
}

function newestFirst(one: DataRecord, other: DataRecord): number {
  if (one.messageUTC === other.messageUTC) return 0
  return one.messageUTC < other.messageUTC ? 1 : -1
}
