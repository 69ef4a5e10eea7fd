import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import { toNumber } from '@fieldwatch/contract/telemetry/data'
import { MAX_FUTURE_HOURS, countsFrom } from '@fieldwatch/contract/time/future-times'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { NumberBlock, RecordReader, StoredRecord } from '#records/store/record-reader.ts'
import { type Condition, type Reading, mayMatter } from './judge-reading.ts'

interface ReadingsRequest extends TimeRange {
  readonly key: number
  readonly field: string
  /** The greatest time of records of the source that were ahead of their arrival. */
  readonly aheadUntil: number | undefined
  /** Chunks that cannot matter to it are read as their first number only; undefined: reads every number. */
  readonly condition: Condition | undefined
}

const MOST_AHEAD_MS = MAX_FUTURE_HOURS * HOUR_MS

/** The numbers of a field in the order in which they count, with the times from which on they do. */
export function readReadings(
  reader: Pick<RecordReader, 'readCandidates' | 'readRange'>,
  request: ReadingsRequest,
): AsyncIterable<NumberBlock> {
  const { key, field, from, to, aheadUntil, condition } = request
  if (aheadUntil !== undefined && from <= aheadUntil) return readInOrder(reader, { ...request, aheadUntil })
  const isCandidate = (least: number, greatest: number): boolean =>
    condition === undefined || mayMatter(condition, least, greatest)
  return reader.readCandidates(key, { from, to, fields: [field], isCandidate })
}

/** A record that counts from a moment on may have a time up to a day later: so far is read ahead. */
async function* readInOrder(
  reader: Pick<RecordReader, 'readRange'>,
  { key, field, from, to, aheadUntil }: ReadingsRequest & { readonly aheadUntil: number },
): AsyncIterable<NumberBlock> {
  let waiting: Ordered[] = []
  const end = Math.max(to, Math.min(aheadUntil + 1, to + MOST_AHEAD_MS))
  for await (const records of reader.readRange(key, { from, to: end, reading: field })) {
    for (const record of records) {
      const { at, value = Number.NaN } = readingOf(record, field) ?? {}
      if (at !== undefined && at >= from && at < to) waiting.push({ at, value, sentAt: record.at })
    }
    waiting.sort(byEffect)
    const sure = (records.at(-1)?.at ?? from) - MOST_AHEAD_MS
    const later = waiting.findIndex(({ at }) => at >= sure)
    yield blockOf(later < 0 ? waiting : waiting.slice(0, later))
    waiting = later < 0 ? [] : waiting.slice(later)
  }
  yield blockOf(waiting)
}

interface Ordered {
  readonly at: number
  readonly sentAt: number
  readonly value: number
}

function byEffect(one: Ordered, other: Ordered): number {
  return one.at - other.at || one.sentAt - other.sentAt
}

function blockOf(readings: readonly Ordered[]): NumberBlock {
  return {
    at: Float64Array.from(readings, ({ at }) => at),
    columns: [Float64Array.from(readings, ({ value }) => value)],
  }
}

/** The number of a field from when on it counts; undefined without one. */
export function readingOf({ at, receivedAt, fields }: StoredRecord, field: string): Reading | undefined {
  const values = JSON.parse(fields) as Record<string, unknown>
  const value = Object.hasOwn(values, field) ? toNumber(values[field]) : Number.NaN
  return Number.isNaN(value) ? undefined : { at: countsFrom(at, receivedAt), receivedAt, value }
}

/** How far the readings of a field are judged. */
interface JudgedUntil {
  readonly field: string
  /** What counts from an earlier moment on is not looked at. */
  readonly beginsAt: number
  readonly lastAt: number | undefined
  /** The greatest time of records that were ahead of their arrival. */
  readonly aheadUntil: number | undefined
}

export interface SortedReadings {
  readonly inOrder: readonly Reading[]
  /** Not later than one that arrived before; NaN where a record took a number away. */
  readonly late: readonly Reading[]
  /** Times of imported records that are later than all that were judged: once the unit sends a later one they are late. */
  readonly waiting: readonly number[]
  readonly aheadUntil: number | undefined
}

/**
 * Sorts records that arrived, in the order of arrival. What was imported corrects what was judged, and is no news beyond that.
 */
export function sortReadings(
  { field, beginsAt, lastAt, aheadUntil }: JudgedUntil,
  records: readonly (StoredRecord & { readonly isImported: boolean })[],
): SortedReadings {
  const [inOrder, late, waiting]: [Reading[], Reading[], number[]] = [[], [], []]
  let ahead = aheadUntil
  // Of records that count from the same moment on, as those of one message that is ahead do, the times decide.
  let last = { at: lastAt ?? -Infinity, sentAt: Infinity }
  for (const record of records) {
    const at = countsFrom(record.at, record.receivedAt)
    if (at < beginsAt) continue
    if (at < record.at) ahead = Math.max(ahead ?? 0, record.at)
    const isLate = at < last.at || (at === last.at && record.at <= last.sentAt)
    if (record.isImported && !isLate) {
      waiting.push(at)
      continue
    }
    const reading = readingOf(record, field)
    // A record that replaces one with a number takes that away.
    if (isLate) late.push(reading ?? { at, receivedAt: record.receivedAt, value: Number.NaN })
    else if (reading !== undefined) {
      inOrder.push(reading)
      last = { at, sentAt: record.at }
    }
  }
  return { inOrder, late, waiting, aheadUntil: ahead }
}
