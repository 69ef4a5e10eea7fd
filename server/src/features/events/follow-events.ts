import type { TimeRange } from '@fieldwatch/contract/time/times'
import type { Arrived, Left, Step } from '#records/arrivals/consumer.ts'
import { findEndOfEffect } from '#records/arrivals/followed-numbers.ts'
import { findRuns, joinRanges } from '#records/arrivals/time-ranges.ts'
import { isSilence, OFF } from '#records/conditions/judge-reading.ts'
import type { FoundPlaces } from '#records/places/place-readings.ts'
import type { NumberBlock, RecordReader } from '#records/store/record-reader.ts'
import { arrivedOf, type EventSources, latestOf, sourcesOf } from './event-sources.ts'
import type { EventMemory, ScanCheckpoint } from './scan-checkpoint.ts'
import { type Found, findOccurrences, checkpointOf } from './find-occurrences.ts'
import type { ClaimedEventTable, Extension, FindingStore } from './finding-store.ts'
import type { Occurrence } from './occurrence.ts'
import { drain, fromStart, given, readingOf } from '#records/store/number-reading.ts'
import { type FindingPiece, mayContinue, type OpenCorrection } from './open-correction.ts'
import { occurrenceOf, type Scan, scanBlock, TO_THE_END } from './scan-occurrences.ts'
import { withStarts } from './start-values.ts'
import { continueJourneys } from './trips/continue-journeys.ts'
import { findJourneys, type JourneyParts } from './trips/find-journeys.ts'
import { newJourneyState } from './trips/journey-state.ts'
import { textOfState } from './trips/journey-checkpoint-store.ts'
import { withPlace } from './with-place.ts'

interface FollowingWork {
  readonly step: Step<EventMemory>
  readonly store: FindingStore
  readonly reader: RecordReader
  readonly table: ClaimedEventTable
  readonly sources: EventSources
  /** How long one step looks at records. */
  readonly forMs: number
  /** Only for a table of trips or stops. */
  readonly journeys?: JourneyParts | undefined
  /** Only for a condition on places. */
  readonly places?: FoundPlaces | undefined
}

/** With so many ranges to look at again, what arrives has to wait. */
const MOST_CORRECTIONS = 1_000

/** Finds what occurred before the table was made, piece by piece, and notes how far it is. */
export async function fillOccurrences(work: FollowingWork, filledTo: number): Promise<Left> {
  const { step, store, table, sources, forMs } = work
  const { key } = sources.own
  const isFirst = table.fillTotal === undefined
  if (isFirst) step.skip()
  // Occurrences stay where retention removed the records in which they were found.
  const removedBefore = isFirst && key !== undefined ? await store.findRemovedBefore(key) : undefined
  const from = Math.max(filledTo, removedBefore ?? filledTo)
  const total = table.fillTotal ?? (key === undefined ? 0 : await store.countRecords([key], from))
  if (isFirst && work.journeys !== undefined) await beginJourneys(work, work.journeys, from)
  const range = { from, to: Infinity }
  const { rest, tail } = await find(work, { range, end: performance.now() + forMs, correction: undefined })
  const left = rest === undefined || key === undefined ? 0 : await store.countRecords([key], rest.from)
  await store.setProgress(table.id, { filledTo: rest?.from, done: Math.max(total - left, 0), total })
  if (tail !== undefined) step.remember({ tail })
  return rest === undefined ? 'more' : 'filling'
}

function find(work: FollowingWork, piece: FindingPiece): Promise<Found> {
  const { journeys } = work
  return journeys === undefined ? findOccurrences(work, piece) : findJourneys(work, journeys, piece)
}

/** Trips that retention left without records stay: nothing before the beginning is found again. */
async function beginJourneys(
  { table }: FollowingWork,
  { checkpoints, columns }: JourneyParts,
  from: number,
): Promise<void> {
  await checkpoints.removeAll(table.id)
  await checkpoints.save(table.id, new Map([[from - 1, textOfState(newJourneyState(columns.values))]]))
}

/**
 * Takes what arrived. Records that are later than all that were seen continue from where the last ones ended; for a late one, or one that
 * replaces another, the range is looked at again in which it counts. Returns whether anything may have changed.
 */
export async function followRecords(claimed: FollowingWork): Promise<{ left: Left; changed: boolean }> {
  const isFull = claimed.table.corrections.length >= MOST_CORRECTIONS
  const next = isFull ? [] : await claimed.step.read()
  const work = await withTypesOf(claimed, next)
  const { step, store, table } = work
  const { tail: remembered, correction: open } = step.remembered ?? {}
  const known = remembered !== undefined && isOf(table, remembered) ? remembered : undefined
  const isNext = known !== undefined && isBehind(known, next)
  const arrived = isNext ? next : await step.readTimes(next)
  const late = isNext ? [] : await findLate(work, arrived)
  const continued = isNext ? await continueFrom(work, known, arrived) : undefined
  if (continued?.extension !== undefined) await store.extend([continued.extension])
  const tail = continued === undefined ? keepTail(known, late, arrived) : continued.tail

  const ranges = joinRanges([...table.corrections, ...late], table.startAt)
  const continues = open !== undefined && isOf(table, open) && mayContinue(open, ranges, late)
  // What another step had found is lost, or not true any more: it is not begun again and again.
  const isLost = table.corrections.length > 0 && (step.remembered === undefined || (open !== undefined && !continues))
  const corrected = await correctRanges(work, { ranges, begun: open, continues, tail, isLost })
  if (corrected.left.length > 0 || table.corrections.length > 0) await store.setCorrections(table.id, corrected.left)
  step.remember({ tail: corrected.tail, correction: corrected.open })
  return {
    left: corrected.left.length > 0 ? 'more' : 'nothing',
    changed: ranges.length > 0 || continued?.extension !== undefined,
  }
}

interface Correcting {
  readonly ranges: readonly TimeRange[]
  /** The correction that an earlier step began. */
  readonly begun: OpenCorrection | undefined
  readonly continues: boolean
  readonly tail: ScanCheckpoint | undefined
  /** The first range is looked at to its end, however long that takes. */
  readonly isLost: boolean
}

/** Looks at ranges again until the time is over: at the one that is begun, then at the newest. Each counts as a whole or not at all. */
async function correctRanges(
  work: FollowingWork,
  { ranges, begun, continues, tail: known, isLost }: Correcting,
): Promise<{ left: readonly TimeRange[]; open?: OpenCorrection | undefined; tail: ScanCheckpoint | undefined }> {
  const end = performance.now() + work.forMs
  const left = ranges.toSorted((one, other) => Number(holds(one, begun)) - Number(holds(other, begun)))
  let tail = known
  for (let range = left.pop(), isFirst = true; range !== undefined; range = left.pop(), isFirst = false) {
    const correction = { open: isFirst && continues ? begun : undefined }
    const found = await find(work, { range, end: isFirst && isLost ? Infinity : end, correction })
    if (found.open !== undefined) return { left: joinRanges([...left, range], -Infinity), open: found.open, tail }
    // Where it has passed records that the tail does not know, the state there may be another one.
    const keeps = tail !== undefined && found.upTo !== undefined && found.upTo <= tail.upTo
    tail = found.tail ?? (keeps ? tail : undefined)
    if (performance.now() > end) break
  }
  return { left: joinRanges(left, -Infinity), tail }
}

function holds({ from, to }: TimeRange, begun: OpenCorrection | undefined): boolean {
  return begun !== undefined && from <= begun.range.from && begun.range.from < to
}

/** A field may have its first text, or its first number, in what arrived after the table was claimed. */
async function withTypesOf(work: FollowingWork, next: readonly Arrived[]): Promise<FollowingWork> {
  if (work.table.values.length === 0 || next.every(({ times }) => times.length === 0)) return work
  const table = { ...work.table, types: await work.store.readTypes(work.table.id) }
  return { ...work, table, sources: sourcesOf(table, work.step.sources) ?? work.sources }
}

/** What was known of the end counts on where nothing late reaches it. */
function keepTail(
  known: ScanCheckpoint | undefined,
  late: readonly TimeRange[],
  arrived: readonly Arrived[],
): ScanCheckpoint | undefined {
  if (known === undefined || late.some(({ to }) => to > known.upTo)) return undefined
  return arrived.every(({ times }) => times.every((at) => at <= known.upTo)) ? known : undefined
}

/** The ranges in which the records count. */
async function findLate({ reader, sources }: FollowingWork, arrived: readonly Arrived[]): Promise<TimeRange[]> {
  const ranges: TimeRange[] = []
  for (const { followed, times } of arrived) {
    const runs = findRuns(times)
    if (followed.source === sources.own.source)
      ranges.push(...runs.map(({ first, last }) => ({ from: first, to: last + 1 })))
    const other = sources.others.find(({ source }) => source === followed.source)
    const text = sources.texts.find(({ source, isOwn }) => source === followed.source && !isOwn)
    if (other === undefined && text === undefined) continue
    for (const { first, last } of runs) {
      const ofNumbers = other === undefined ? last : await findEndOfEffect(reader, other, last)
      const ofTexts = text === undefined ? last : await findEndOfEffect(reader, text, last, { ofAnyValue: true })
      const to = Math.min(Math.max(ofNumbers, ofTexts, last + 1), Number.MAX_SAFE_INTEGER)
      ranges.push({ from: first, to })
    }
  }
  return ranges
}

/** Whether it was made by the table as it is now. */
function isOf(table: ClaimedEventTable, made: Pick<ScanCheckpoint, 'revision' | 'types'>): boolean {
  const { revision, types } = checkpointOf(table)
  return made.revision === revision && made.types === types
}

function isBehind({ upTo }: ScanCheckpoint, arrived: readonly Arrived[]): boolean {
  return arrived.every(({ times }) => times.every((at) => at > upTo))
}

/** Whether a table can continue with what arrived from what it remembers, without anything else. */
export function isInOrder(table: ClaimedEventTable, known: ScanCheckpoint, arrived: readonly Arrived[]): boolean {
  if (!isOf(table, known)) return false
  return table.filledTo === undefined && table.corrections.length === 0 && isBehind(known, arrived)
}

/** Takes records that are later than all that were seen, and changes what is known with them. The extension is undefined where nothing changed. */
export async function continueFrom(
  work: Pick<FollowingWork, 'reader' | 'table' | 'sources' | 'journeys' | 'places'>,
  known: ScanCheckpoint,
  arrived: readonly Arrived[],
): Promise<{ tail: ScanCheckpoint; extension: Extension | undefined }> {
  const { reader, table, sources, journeys } = work
  if (journeys !== undefined && known.journeys !== undefined)
    return continueJourneys(work, journeys, { known, memory: known.journeys }, arrived)
  const state = known.state ?? { condition: OFF, open: undefined, latest: [] }
  const found: Occurrence[] = []
  const others = sources.others.map((source, index) => ({
    places: source.places,
    reading: readingOf(given(...(known.pending[index] ?? []), arrivedOf(source, arrived))),
  }))
  const scan: Scan = { rule: sources.rule, state, others, found: (occurrence) => found.push(occurrence) }
  const own = arrivedOf(sources.own, arrived, work.places?.blockOf)
  await scanBlock(scan, fromStart(own, table.startAt), TO_THE_END)
  const begun = scan.state.open === undefined ? found : [...found, occurrenceOf(scan.state.open)]
  const starts = { reader, texts: sources.texts, count: table.values.length }
  const grown: Occurrence[] = []
  for (const occurrence of begun) grown.push(withPlace(work, await withStarts(starts, occurrence)))
  // The next step need not read them again.
  if (scan.state.open !== undefined) scan.state.open = { ...scan.state.open, starts: grown.at(-1)?.starts }
  const extension = own.at.length > 0 && grown.length > 0 ? { table, occurrences: grown } : undefined

  const upTo = latestOf(arrived, known.upTo)
  const pending: NumberBlock[][] = []
  for (const { reading } of others) pending.push(await drain(reading))
  const { open } = scan.state
  if (open !== undefined && !isSilence(table.gapMs, open.lastAt, upTo))
    return { tail: { ...known, upTo, state: scan.state, pending }, extension }
  // Nothing of it can belong to an ongoing occurrence.
  for (const [index, { places }] of others.entries())
    for (const block of pending[index] ?? []) noteLatest(state.latest, places, block)
  return { tail: { ...known, upTo, state: scan.state, pending: [] }, extension }
}

function noteLatest(latest: number[], places: readonly number[], { columns }: NumberBlock): void {
  for (const [column, place] of places.entries()) {
    const value = columns[column]?.findLast((number) => !Number.isNaN(number))
    if (value !== undefined) latest[place] = value
  }
}
