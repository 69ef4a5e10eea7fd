import type { RecordReader } from '#records/store/record-reader.ts'
import type { Arrived } from './consumer.ts'
import type { ArrivalCursor, FollowedSource } from './follower-store.ts'

/** Records that are read at once. */
const MOST_RECORDS = 5_000
/** Times that are read at once: more than a chunk has, so that all late records of a chunk are known together. */
const MOST_TIMES = 100_000

/** The next records that arrived. */
export async function readNextRecords(reader: RecordReader, followed: FollowedSource): Promise<Arrived> {
  const { key, cursor } = followed
  if (key === undefined) return { followed, records: [], times: [], cursor }
  const records = await reader.readArrivals(key, { ...cursor, limit: MOST_RECORDS })
  const times = records.map(({ at }) => at)
  return { followed, records, times, cursor: cursorBehind(followed, records.at(-1), records.length === MOST_RECORDS) }
}

/** Adds the times of the records that follow. */
export async function readNextTimes(reader: RecordReader, arrived: Arrived): Promise<Arrived> {
  const { followed, times, cursor } = arrived
  if (followed.key === undefined || cursor.at === undefined) return arrived
  const { at, receivedAt } = await reader.readArrivalTimes(followed.key, { ...cursor, limit: MOST_TIMES })
  const last = { at: at.at(-1) ?? cursor.at, receivedAt: receivedAt.at(-1) ?? cursor.receivedAfter }
  return { ...arrived, times: [...times, ...at], cursor: cursorBehind(followed, last, at.length === MOST_TIMES) }
}

function cursorBehind(
  { cursor, lastReceivedAt }: FollowedSource,
  last: { readonly at: number; readonly receivedAt: number } | undefined,
  isMore: boolean,
): ArrivalCursor {
  if (isMore && last !== undefined) return { receivedAfter: last.receivedAt, at: last.at }
  // The source was read before its arrivals, so everything up to its `lastReceivedAt` is among them.
  return { receivedAfter: Math.max(cursor.receivedAfter, lastReceivedAt, last?.receivedAt ?? 0), at: undefined }
}
