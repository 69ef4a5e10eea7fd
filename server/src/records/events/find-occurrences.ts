import type { TimeRange } from '@fieldwatch/contract/times'
import { readLatestBefore } from '#records/arrivals/followed-numbers.ts'
import type { NumberBlock, RecordReader } from '#records/store/record-reader.ts'
import type { EventTail } from './event-tail.ts'
import { type EventSources, readOther, readOwn } from './event-sources.ts'
import type { StoredEventTable } from './event-store.ts'
import type { FindingStore } from './finding-store.ts'
import type { Occurrence } from './occurrence.ts'
import { drain, readingOf } from './reading.ts'
import { occurrenceOf, type OtherRecords, type Scan, scanBlock } from './scan-occurrences.ts'

export interface FindingWork {
  readonly store: Pick<FindingStore, 'findLastBegun' | 'replace'>
  readonly reader: RecordReader
  readonly table: StoredEventTable
  readonly sources: EventSources
}

export interface Found {
  /** What is left of the range. */
  readonly rest: TimeRange | undefined
  /** How to go on with records that arrive in order, where the last record was reached. */
  readonly tail: EventTail | undefined
}

/**
 * Finds the occurrences that records of a range can have changed, and stores them in the place of those that were there. After the
 * time it stops where no occurrence goes on.
 */
export async function findOccurrences(work: FindingWork, range: TimeRange, end: number): Promise<Found> {
  const { store, reader, table, sources } = work
  const from = await findBeginning(work, range.from)
  const latest = await readLatestBefore(reader, sources.others, from)
  const found: Occurrence[] = []
  const others = sources.others.map(({ places, ...source }): OtherRecords => {
    return { places, reading: readingOf(readOther(reader, { ...source, places }, from)) }
  })
  const state = { open: undefined, latest: table.values.map((_, place) => latest.values[place] ?? Number.NaN) }
  const scan: Scan = { rule: sources.rule, state, others, found: (occurrence) => found.push(occurrence) }
  try {
    let upTo = latest.upTo
    for await (const block of readOwn(reader, sources, from)) {
      const stopAfter = performance.now() > end ? -Infinity : range.to - 1
      const stopped = await scanBlock(scan, block, stopAfter)
      upTo = Math.max(upTo, block.at.at(-1) ?? upTo)
      if (stopped === undefined) continue
      await store.replace(table.id, { from, to: stopped }, found)
      return { rest: stopped < range.to ? { from: stopped, to: range.to } : undefined, tail: undefined }
    }
    const tail = await findTail(work, scan, upTo)
    const { open } = scan.state
    await store.replace(table.id, { from, to: Infinity }, open === undefined ? found : [...found, occurrenceOf(open)])
    return { rest: undefined, tail }
  } finally {
    for (const { reading } of others) await reading.iterator.return?.()
  }
}

/** Where an occurrence began that a record of the moment can belong to, or end; the moment itself when there is none. */
async function findBeginning({ store, table }: FindingWork, at: number): Promise<number> {
  const from = Math.max(at, table.startAt)
  const before = await store.findLastBegun(table.id, from)
  if (before === undefined) return from
  const { startAt, endAt, lastAt } = before
  const isOver = endAt !== undefined && endAt < from && (endAt > lastAt || from - lastAt > table.gapMs)
  return isOver ? from : startAt
}

/** Records of other sources behind the last one of the own source count once that goes on. */
async function findTail({ table, reader, sources }: FindingWork, scan: Scan, ownUpTo: number): Promise<EventTail> {
  const { values, upTo: otherUpTo } = await readLatestBefore(reader, sources.others, Infinity)
  const { state } = scan
  const upTo = Math.max(ownUpTo, otherUpTo)
  const counts = state.open !== undefined && upTo - state.open.lastAt <= table.gapMs
  if (!counts) {
    const latest = table.values.map((_, place) => values[place] ?? Number.NaN)
    return { revision: table.revision, upTo, state: { ...state, latest }, pending: [] }
  }
  const pending: NumberBlock[][] = []
  for (const { reading } of scan.others) pending.push(await drain(reading))
  return { revision: table.revision, upTo, state, pending }
}
