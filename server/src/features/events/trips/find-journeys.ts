import type { TimeRange } from '@fieldwatch/contract/time/times'
import { type Found, type FindingWork, checkpointOf } from '../find-occurrences.ts'
import { readOther, readOwn } from '../event-sources.ts'
import type { Occurrence } from '../occurrence.ts'
import { createOccurrenceWriter } from '../occurrence-writer.ts'
import { readingOf } from '#records/store/number-reading.ts'
import { withStarts } from '../start-values.ts'
import { lastingJourney, settledBefore } from './follow-journey.ts'
import type { JourneyColumns } from './journey-columns.ts'
import {
  type JourneyCheckpoint,
  type JourneyCheckpointStore,
  stateOfText,
  textOfState,
} from './journey-checkpoint-store.ts'
import { type Journey, newJourneyState } from './journey-state.ts'
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
  range: TimeRange,
  end: number,
): Promise<Found> {
  const { reader, table, sources, store } = work
  const known = await findStart(work, checkpoints, range.from)
  const from = known === undefined ? Math.max(range.from, table.startAt) : known.at + 1
  const state = known === undefined ? newJourneyState(columns.values) : stateOfText(known.state)
  const writer = createOccurrenceWriter(store, table.id, Math.min(from, settledOrNow()))
  const others = sources.others.map((source) => ({
    places: source.places,
    reading: readingOf(readOther(reader, source, from)),
  }))
  const found: Journey[] = []
  const seen = { upTo: from - 1 }
  const scan: JourneyScan = { columns, state, others, seen, found: (journey) => found.push(journey) }
  const saved: JourneyCheckpoint[] = []
  const behind = await openTargets(checkpoints, table.id, range)
  let count = 0

  function settledOrNow(): number {
    return known === undefined ? from : settledBefore(columns.kind, state)
  }
  const write = async (): Promise<void> => {
    for (const journey of found.splice(0)) writer.add(await toOccurrence(work, { columns, nameOf }, journey))
  }
  /** Everything behind a moment stays as it is, or waits. */
  const stopAt = async (): Promise<void> => {
    await write()
    await writer.finish(settledBefore(columns.kind, state))
    await checkpoints.save(table.id, saved)
  }
  try {
    for await (const block of readOwn(reader, sources, from)) {
      for (let index = 0; index < block.at.length; index += 1) {
        const at = block.at[index] ?? 0
        if (await behind.isReachedBefore(at, scan, saved)) {
          await stopAt()
          return { rest: undefined, tail: undefined }
        }
        if (others.length > 0) await passOthers(scan, at + 1)
        takeRecord(scan, block, index)
        count += 1
        if (count % CHECKPOINT_EVERY === 0) saved.push({ at, state: textOfState(state) })
        if (count % RECORDS_A_LOOK === 0 && performance.now() > end) {
          saved.push({ at, state: textOfState(state) })
          await stopAt()
          return { rest: { from: at + 1, to: Math.max(range.to, at + 2) }, tail: undefined }
        }
      }
      await write()
      await writer.passed(settledBefore(columns.kind, state))
    }
    if (await behind.isReachedBefore(Infinity, scan, saved)) {
      await stopAt()
      return { rest: undefined, tail: undefined }
    }
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

/** The last checkpoint before a moment from which on all records are there. */
async function findStart(
  { store, table, sources }: FindingWork,
  checkpoints: JourneyCheckpointStore,
  from: number,
): Promise<JourneyCheckpoint | undefined> {
  const known = await checkpoints.findBefore(table.id, from)
  const { key } = sources.own
  const removedBefore = key === undefined ? undefined : await store.findRemovedBefore(key)
  return known === undefined || known.at + 1 < (removedBefore ?? 0) ? undefined : known
}

/** Checkpoints behind a range: where one is reached, all behind it is what was found before. */
async function openTargets(checkpoints: JourneyCheckpointStore, table: number, range: TimeRange) {
  await checkpoints.remove(table, range)
  let next = range.to
  let targets = next === Infinity ? [] : await checkpoints.list(table, next, CHECKPOINTS_AT_ONCE)

  return {
    /** Whether the state at one before a moment is what it was. Others get the state of now. */
    async isReachedBefore(at: number, scan: JourneyScan, saved: JourneyCheckpoint[]): Promise<boolean> {
      for (let target = targets[0]; target !== undefined && target.at < at; target = targets[0]) {
        await passOthers(scan, target.at + 1)
        const state = textOfState(scan.state)
        if (state === target.state) return true
        saved.push({ at: target.at, state })
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
