import type { RecordReader, StoredRecord } from '#telemetry/record-reader.ts'
import type { ArrivalCursor } from './computation-store.ts'
import type { EquationInput } from './input-records.ts'

/** What arrived of an input behind its cursor. */
export interface Arrived {
  readonly input: EquationInput
  readonly records: readonly StoredRecord[]
  /** When the records are from, and those behind them of which nothing else was read. */
  readonly times: readonly number[]
  /** Where it is after them. */
  readonly cursor: ArrivalCursor
}

/** Records that are read at once. */
const MOST_RECORDS = 5_000
/** Times that are read at once: more than a chunk has, so that late records of a whole chunk are known together. */
const MOST_TIMES = 100_000

/** The next records that arrived. */
export async function readArrived(reader: RecordReader, input: EquationInput): Promise<Arrived> {
  const { key, cursor } = input
  if (key === undefined) return { input, records: [], times: [], cursor }
  const records = await reader.readArrivals(key, { ...cursor, limit: MOST_RECORDS })
  const times = records.map(({ at }) => at)
  return { input, records, times, cursor: cursorBehind(input, records.at(-1), records.length === MOST_RECORDS) }
}

/** Adds when the records are from that follow them. */
export async function readMoreTimes(reader: RecordReader, arrived: Arrived): Promise<Arrived> {
  const { input, times, cursor } = arrived
  if (input.key === undefined || cursor.at === undefined) return arrived
  const { at, receivedAt } = await reader.readArrivalTimes(input.key, { ...cursor, limit: MOST_TIMES })
  const last = { at: at.at(-1) ?? cursor.at, receivedAt: receivedAt.at(-1) ?? cursor.receivedAfter }
  return { ...arrived, times: [...times, ...at], cursor: cursorBehind(input, last, at.length === MOST_TIMES) }
}

function cursorBehind(
  { cursor, lastReceivedAt }: EquationInput,
  last: { readonly at: number; readonly receivedAt: number } | undefined,
  isMore: boolean,
): ArrivalCursor {
  if (isMore && last !== undefined) return { receivedAfter: last.receivedAt, at: last.at }
  // The source was looked up before its arrivals, so that all of what it told of is among them.
  return { receivedAfter: Math.max(cursor.receivedAfter, lastReceivedAt, last?.receivedAt ?? 0), at: undefined }
}
