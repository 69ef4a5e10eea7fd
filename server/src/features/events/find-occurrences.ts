import type { TimeRange } from '@fieldwatch/contract/time/times'
import { readLatestBefore } from '#records/arrivals/followed-numbers.ts'
import { findReset, type Restart } from '#records/conditions/correct-transitions.ts'
import { type ConditionState, isSilence, mayReach, OFF } from '#records/conditions/judge-reading.ts'
import type { FoundPlaces } from '#records/places/place-readings.ts'
import { sliceNumbers } from '#records/store/merge-numbers.ts'
import type { NumberBlock, RecordReader } from '#records/store/record-reader.ts'
import type { ScanCheckpoint } from './scan-checkpoint.ts'
import { type EventSources, readOther, readOwn } from './event-sources.ts'
import type { ClaimedEventTable, FindingStore } from './finding-store.ts'
import type { Occurrence } from './occurrence.ts'
import { createOccurrenceWriter, type WriterStore } from './occurrence-writer.ts'
import { type FindingPiece, heldBy, isOver, type OpenCorrection } from './open-correction.ts'
import { drain, readingOf } from '#records/store/number-reading.ts'
import { occurrenceOf, type OtherRecords, type Scan, scanBlock, type ScanState } from './scan-occurrences.ts'
import { withStarts } from './start-values.ts'
import { withPlace } from './with-place.ts'

export interface FindingWork {
  readonly store: Pick<FindingStore, 'findLastBegun' | 'findRemovedBefore'> & WriterStore
  readonly reader: RecordReader
  readonly table: ClaimedEventTable
  readonly sources: EventSources
  /** Only for a condition on places. */
  readonly places?: Pick<FoundPlaces, 'nameOf'> | undefined
}

export interface Found {
  /** What is left of a table that is filled. */
  readonly rest: TimeRange | undefined
  /** A correction that has to continue. */
  readonly open?: OpenCorrection | undefined
  /** How to continue with records that arrive in order, where the last record was reached. */
  readonly tail: ScanCheckpoint | undefined
  /** The last moment that was looked at, where it stopped before the last record. */
  readonly upTo?: number
}

/** Records that are looked at before what was found is stored. */
const MOST_RECORDS = 8_000

/** The same where texts are read for each occurrence, which takes a millisecond or two. */
const MOST_WITH_TEXTS = 500

/**
 * Finds the occurrences that records of a range can have changed, and stores them in the place of those that were there. After the
 * time it stops where no occurrence is ongoing.
 */
export async function findOccurrences(work: FindingWork, piece: FindingPiece): Promise<Found> {
  const { store, reader, table, sources } = work
  const { range, correction } = piece
  const { from, condition, replacesFrom } = await findBeginning(work, piece)
  const latest = await readLatestBefore(reader, sources.others, from)
  const held = heldBy(piece)
  const writer = createOccurrenceWriter(store, table.id, replacesFrom, held)
  const others = sources.others.map(({ places, ...source }): OtherRecords => {
    return { places, reading: readingOf(readOther(reader, { ...source, places }, from)) }
  })
  const state: ScanState = {
    condition,
    open: undefined,
    latest: table.values.map((_, place) => latest.values[place] ?? Number.NaN),
  }
  const found: Occurrence[] = []
  const scan: Scan = { rule: sources.rule, state, others, found: (occurrence) => found.push(occurrence) }
  const starts = { reader, texts: sources.texts, count: table.values.length }
  const write = async (): Promise<void> => {
    for (const occurrence of found.splice(0)) {
      writer.add(withPlace(work, sources.texts.length === 0 ? occurrence : await withStarts(starts, occurrence)))
    }
  }
  try {
    // Also where nothing else is there: what is stored before it later is late.
    let upTo = Math.max(latest.upTo, from - 1)
    const most = sources.texts.length === 0 ? MOST_RECORDS : MOST_WITH_TEXTS
    for await (const block of blocksOf(readOwn(reader, sources, from), most)) {
      const stopped = await scanBlock(scan, block, { behind: range.to, isOver: isOver(piece, held) })
      upTo = Math.max(upTo, block.at.at(-1) ?? upTo)
      await write()
      await writer.passed(stopped ?? state.open?.startAt ?? upTo + 1)
      if (stopped === undefined) continue
      const isDone = stopped > range.to
      if (!isDone && correction !== undefined) {
        const open = {
          ...checkpointOf(table),
          range,
          replacesFrom,
          at: stopped,
          found: held ?? [],
          checkpoints: new Map(),
        }
        return { rest: undefined, open: { ...open, state: { condition: state.condition } }, tail: undefined }
      }
      await writer.finish(stopped)
      return { rest: isDone ? undefined : { from: stopped, to: range.to }, tail: undefined, upTo: stopped - 1 }
    }
    const tail = await findTail(work, scan, upTo)
    if (scan.state.open !== undefined) found.push(occurrenceOf(scan.state.open))
    await write()
    await writer.finish(Infinity)
    return { rest: undefined, tail }
  } finally {
    await writer.close()
    for (const { reading } of others) await reading.iterator.return?.()
  }
}

/** Blocks of a bounded number of records, however many a chunk has. */
async function* blocksOf(blocks: AsyncIterable<NumberBlock>, most: number): AsyncGenerator<NumberBlock> {
  for await (const block of blocks) {
    for (let start = 0; start < block.at.length; start += most) yield sliceNumbers(block, start, start + most)
  }
}

/** Where an open correction continues, or where an occurrence began that a record of the range can belong to, or end. */
async function findBeginning(work: FindingWork, { range, correction }: FindingPiece): Promise<Beginning> {
  const { store, table, sources } = work
  const open = correction?.open
  if (open !== undefined && 'condition' in open.state)
    return { from: open.at, condition: open.state.condition, replacesFrom: open.replacesFrom }
  const from = Math.max(range.from, table.startAt)
  const before = await store.findLastBegun(table.id, from)
  const reaches =
    before !== undefined && (mayReach(table, before, from) || (await isFirstBehindSilence(work, before, from)))
  const first = reaches ? before.startAt : from
  if (sources.rule.condition.leavesParked !== true) return beginningAt(first, OFF)
  const { key } = sources.own
  const removedBefore = reaches && key !== undefined ? await store.findRemovedBefore(key) : undefined
  if (!reaches || removedBefore === undefined || removedBefore <= before.startAt) {
    const reset = await findWhereKnown(work, first)
    return beginningAt(reset.from, reset.state)
  }
  // The records that say how the unit was before it left are gone.
  const { startAt: since, lastAt } = before
  return beginningAt(since, { status: 'on', since, receivedAt: since, lastAt, lastValue: Number.NaN })
}

function beginningAt(from: number, condition: ConditionState): Beginning {
  return { from, condition, replacesFrom: from }
}

/** Whether only a record of the moment can have shown that a silence ended an occurrence. It may have lost its number. */
async function isFirstBehindSilence(
  { reader, table, sources }: FindingWork,
  { endAt, lastAt }: { readonly endAt: number | undefined; readonly lastAt: number },
  at: number,
): Promise<boolean> {
  const { key } = sources.own
  if (endAt !== lastAt || key === undefined) return false
  const range = { from: lastAt + 1, to: at, fields: [table.field], isCandidate: () => true }
  for await (const { columns } of reader.readCandidates(key, range))
    if (columns[0]?.some((value) => !Number.isNaN(value)) === true) return false
  return true
}

interface Beginning {
  readonly from: number
  readonly condition: ConditionState
  /** What begins from then on is replaced. */
  readonly replacesFrom: number
}

/** Where a record alone, or a silence, says whether a unit is parked or away. */
function findWhereKnown({ reader, table, sources: { own, rule } }: FindingWork, by: number): Promise<Restart> {
  const { key } = own
  if (key === undefined) return Promise.resolve({ from: by, state: OFF, changesFrom: by })
  const read = (range: TimeRange): AsyncIterable<NumberBlock> =>
    reader.readCandidates(key, { ...range, fields: [table.field], isCandidate: () => true })
  return findReset({ condition: rule.condition, read }, by, table.startAt)
}

/** Records of other sources behind the last one of the own source count once that has a further one. */
async function findTail({ table, reader, sources }: FindingWork, scan: Scan, ownUpTo: number): Promise<ScanCheckpoint> {
  const { values, upTo: otherUpTo } = await readLatestBefore(reader, sources.others, Infinity)
  const { state } = scan
  const upTo = Math.max(ownUpTo, otherUpTo)
  const counts = state.open !== undefined && !isSilence(table.gapMs, state.open.lastAt, upTo)
  if (!counts) {
    const latest = table.values.map((_, place) => values[place] ?? Number.NaN)
    return { ...checkpointOf(table), upTo, state: { ...state, latest }, pending: [] }
  }
  const pending: NumberBlock[][] = []
  for (const { reading } of scan.others) pending.push(await drain(reading))
  // Records without a number are among them, and some that were stored just now.
  const lastPending = pending.flat().map(({ at }) => at.at(-1) ?? upTo)
  return { ...checkpointOf(table), upTo: Math.max(upTo, ...lastPending), state, pending }
}

/** What a tail is made by. */
export function checkpointOf({ revision, types }: ClaimedEventTable): Pick<ScanCheckpoint, 'revision' | 'types'> {
  return { revision, types: types.join() }
}
