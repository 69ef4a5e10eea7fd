import type { TimeRange } from '@fieldwatch/contract/time/times'
import { type Found, type FindingWork, checkpointOf } from '../find-occurrences.ts'
import { readOther, readOwn } from '../event-sources.ts'
import { type FindingPiece, heldBy, isOver } from '../open-correction.ts'
import type { Occurrence } from '../occurrence.ts'
import { createOccurrenceWriter } from '../occurrence-writer.ts'
import { readingOf } from '#records/store/number-reading.ts'
import { withStarts } from '../start-values.ts'
import { lastingJourney, settledBefore } from './follow-journey.ts'
import type { JourneyColumns } from './journey-columns.ts'
import { type JourneyCheckpointStore, stateOfText, textOfState } from './journey-checkpoint-store.ts'
import { type Journey, type JourneyState, newJourneyState } from './journey-state.ts'
import { occurrenceOfJourney } from './journey-values.ts'
import { type JourneyScan, passOthers, takeRecord } from './scan-journeys.ts'
import type { NamePlace } from '#records/places/name-places.ts'

/** What finding trips needs besides. */
export interface JourneyParts {
  readonly columns: JourneyColumns
  readonly checkpoints: JourneyCheckpointStore
  readonly nameOf: NamePlace
}

/** Own records between two checkpoints. */
export const CHECKPOINT_EVERY = 2_000
const CHECKPOINTS_AT_ONCE = 100
/** So often the time is looked at. */
const RECORDS_A_LOOK = 200

/**
 * Finds the trips that records of a range can have changed, and stores them in the place of those that were there: from the last checkpoint
 * before the range on, until the state is that of a checkpoint behind it. After the time it stops, and keeps where it was.
 */
export async function findJourneys(
  work: FindingWork,
  { columns, checkpoints, nameOf }: JourneyParts,
  piece: FindingPiece,
): Promise<Found> {
  const { reader, table, sources, store } = work
  const { range, correction } = piece
  const { from, state, replacesFrom, saved } = await findStart(work, { columns, checkpoints }, piece)
  const held = heldBy(piece)
  const writer = createOccurrenceWriter(store, table.id, replacesFrom, held)
  const others = sources.others.map((source) => ({
    places: source.places,
    reading: readingOf(readOther(reader, source, from)),
  }))
  const found: Journey[] = []
  const seen = { upTo: from - 1 }
  const scan: JourneyScan = { columns, state, others, seen, found: (journey) => found.push(journey) }
  const behind = await openTargets(checkpoints, table.id, { range, from })
  let count = 0

  const write = async (): Promise<void> => {
    for (const journey of found.splice(0)) writer.add(await toOccurrence(work, { columns, nameOf }, journey))
  }
  /** Everything behind a moment stays as it is, or waits. */
  const stop = async (): Promise<Found> => {
    await write()
    await writer.finish(settledBefore(columns.kind, state))
    await checkpoints.save(table.id, saved)
    return { rest: undefined, tail: undefined, upTo: seen.upTo }
  }
  /** The time is over behind a record. */
  const breakOff = async (at: number): Promise<Found> => {
    saved.set(at, textOfState(state))
    if (correction === undefined) return { ...(await stop()), rest: { from: at + 1, to: Infinity } }
    await write()
    const open = { ...checkpointOf(table), range, replacesFrom, at: at + 1, found: held ?? [], checkpoints: saved }
    return { rest: undefined, open: { ...open, state: { journeys: textOfState(state) } }, tail: undefined }
  }
  try {
    for await (const block of readOwn(reader, sources, from)) {
      for (let index = 0; index < block.at.length; index += 1) {
        const at = block.at[index] ?? 0
        if (await behind.isReachedBefore(at, scan, saved)) return await stop()
        if (others.length > 0) await passOthers(scan, at + 1)
        takeRecord(scan, block, index)
        count += 1
        if (count % CHECKPOINT_EVERY === 0) saved.set(at, textOfState(state))
        if (count % RECORDS_A_LOOK === 0 && isOver(piece, held)) return await breakOff(at)
      }
      await write()
      await writer.passed(settledBefore(columns.kind, state))
    }
    if (await behind.isReachedBefore(Infinity, scan, saved)) return await stop()
    await passOthers(scan, Infinity)
    const { upTo } = seen
    const lasting = lastingJourney(columns.kind, state, columns.rule)
    if (lasting !== undefined) found.push(lasting)
    await write()
    await writer.finish(Infinity)
    await checkpoints.save(table.id, saved)
    await checkpoints.remove(table.id, { from: upTo + 1, to: Infinity })
    return { rest: undefined, tail: { ...checkpointOf(table), upTo, journeys: { state, count }, pending: [] } }
  } finally {
    await writer.close()
    for (const { reading } of others) await reading.iterator.return?.()
  }
}

interface JourneyStart {
  readonly from: number
  readonly state: JourneyState
  /** What begins from then on is replaced. */
  readonly replacesFrom: number
  /** Checkpoints to save once all is found, by their moments. */
  readonly saved: Map<number, string>
}

/** Where an open correction continues, or the last checkpoint before the range from which on all records are there. */
async function findStart(
  { store, table, sources }: FindingWork,
  { columns, checkpoints }: Pick<JourneyParts, 'columns' | 'checkpoints'>,
  { range, correction }: FindingPiece,
): Promise<JourneyStart> {
  const open = correction?.open
  if (open !== undefined && 'journeys' in open.state) {
    const { at: from, state, replacesFrom } = open
    return { from, state: stateOfText(state.journeys), replacesFrom, saved: new Map(open.checkpoints) }
  }
  const { key } = sources.own
  const found = await checkpoints.findBefore(table.id, range.from)
  const removedBefore = key === undefined ? undefined : await store.findRemovedBefore(key)
  if (found === undefined || found.at + 1 < (removedBefore ?? 0)) {
    const from = Math.max(range.from, table.startAt)
    return { from, state: newJourneyState(columns.values), replacesFrom: from, saved: new Map() }
  }
  const [from, state] = [found.at + 1, stateOfText(found.state)]
  return { from, state, replacesFrom: Math.min(from, settledBefore(columns.kind, state)), saved: new Map() }
}

/** Checkpoints behind a range: where one is reached, all behind it is what was found before. */
async function openTargets(
  checkpoints: JourneyCheckpointStore,
  table: number,
  { range, from }: { readonly range: TimeRange; readonly from: number },
) {
  await checkpoints.remove(table, range)
  let next = Math.max(range.to, from)
  let targets = next === Infinity ? [] : await checkpoints.list(table, next, CHECKPOINTS_AT_ONCE)

  return {
    /** Whether the state at one before a moment is what it was. Others get the state of now. */
    async isReachedBefore(at: number, scan: JourneyScan, saved: Map<number, string>): Promise<boolean> {
      for (let target = targets[0]; target !== undefined && target.at < at; target = targets[0]) {
        await passOthers(scan, target.at + 1)
        const state = textOfState(scan.state)
        if (state === target.state) return true
        saved.set(target.at, state)
        targets.shift()
        next = target.at + 1
        if (targets.length === 0) targets = await checkpoints.list(table, next, CHECKPOINTS_AT_ONCE)
      }
      return false
    },
  }
}

/** As it is stored, with the names of places and the values at its start. */
export async function toOccurrence(
  { reader, sources, table }: Pick<FindingWork, 'reader' | 'sources' | 'table'>,
  { columns, nameOf }: Pick<JourneyParts, 'columns' | 'nameOf'>,
  journey: Journey,
): Promise<Occurrence> {
  const occurrence = await occurrenceOfJourney(table, { columns, nameOf }, journey)
  const { starts } = await withStarts(
    { reader, texts: sources.texts, count: table.values.length },
    { ...occurrence, starts: undefined },
  )
  const names = occurrence.starts ?? []
  return { ...occurrence, starts: table.values.map((_, place) => names[place] ?? starts?.[place] ?? null) }
}
