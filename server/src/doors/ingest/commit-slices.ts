import type { RecordsEvent } from '#platform/bus/bus.ts'
import type { Platform } from '#platform/floor.ts'
import { APART, type CommitAttempt } from '#platform/database/commit-queue.ts'
import type { Commit, IngestStore, Rejection, StoredSource } from './ingest-store.ts'
import {
  type KnownSources,
  type PlacedRecord,
  type PlacedStretch,
  type SourceGroup,
  type TimedRecord,
  countStretch,
  type IngestBatch,
} from './ingest-batch.ts'
import { groupBySource } from './group-by-source.ts'
import { type UnitActivity, newestPosition } from './unit-activity.ts'
import type { SourceArrival } from './row-store.ts'

/** A part of a batch that is committed as a whole. */
export interface Slice {
  readonly placed: readonly PlacedRecord[]
  readonly stretches: readonly PlacedStretch[]
  readonly rejections: readonly Rejection[]
}

/** The outcome of a slice. `occupied`: records were written where a chunk would be. */
export type Outcome = 'stored' | 'gone' | 'occupied'

/** Where records came from. */
export interface Arrived extends Pick<IngestBatch, 'dataId' | 'channel' | 'topic' | 'arrivedAt' | 'refused'> {
  /** The source of the last record; undefined when there was none. */
  readonly lastSource: string | undefined
}

/** The most records of one commit, unless one record alone has more. */
export const GROUP_RECORDS = 5_000
/** Refused records of one message that are kept. */
const KEPT_REFUSALS = 100

/** Cuts a large batch into commits of a bearable size. Its rejections and its stretches go with the first one. */
export function slicesOf(from: Arrived, { placed, stretches }: Omit<Slice, 'rejections'>): Slice[] {
  const rejections = rejectionsOf(from)
  if (weightOfAll(placed) < GROUP_RECORDS) return [{ placed, stretches, rejections }]
  const [first = [], ...others] = cut(placed)
  return [
    { placed: first, stretches, rejections },
    ...others.map((part) => ({ placed: part, stretches: [], rejections: [] })),
  ]
}

/** What is kept of what a message brought and was refused. */
export function rejectionsOf({ dataId, channel, topic, refused }: Arrived): Rejection[] {
  return refused.slice(0, KEPT_REFUSALS).map((refusal) => ({ ...refusal, dataId, channel, topic }))
}

function* cut(placed: readonly PlacedRecord[]): Generator<readonly PlacedRecord[]> {
  let start = 0
  let weight = 0
  for (const [index, { record }] of placed.entries()) {
    weight += weightOf(record)
    if (weight < GROUP_RECORDS) continue
    yield placed.slice(start, index + 1)
    start = index + 1
    weight = 0
  }
  if (start < placed.length) yield placed.slice(start)
}

/** The sources that a slice writes to; some may be named twice. */
export function sourcesOf({ placed, stretches }: Slice): string[] {
  const ids: string[] = []
  for (const { source } of placed) if (source.id !== ids.at(-1)) ids.push(source.id)
  for (const { source } of stretches) ids.push(source.id)
  return ids
}

/** What a chunk or a part of late records costs a commit, in records. */
const CHUNK_COST = 100

/** The bytes that count as one record; a longer one counts as several. */
const WEIGHED_BYTES = 2048

function weightOf({ json }: TimedRecord): number {
  return 1 + Math.floor(json.length / WEIGHED_BYTES)
}

function weightOfAll(placed: readonly PlacedRecord[]): number {
  let weight = 0
  for (const { record } of placed) weight += weightOf(record)
  return weight
}

/** What a slice costs a commit, in records. */
export function sizeOf({ placed, stretches }: Slice): number {
  return (
    weightOfAll(placed) +
    stretches.reduce((sum, { chunks, late }) => sum + (chunks.length + late.length) * CHUNK_COST, 0)
  )
}

interface Dependencies extends Pick<Platform, 'bus' | 'clock' | 'metrics' | 'random'> {
  store: Pick<IngestStore, 'commit' | 'findStored'>
  sources: KnownSources
  activity: UnitActivity
}

/** Makes the function that commits slices together with what their units did, and updates metrics and bus. */
export function createSliceCommit({ store, sources, activity, bus, clock, metrics, random }: Dependencies) {
  return (slices: readonly Slice[]): CommitAttempt<Outcome> => {
    if (slices.length > 1 && slices.some(hasLate)) return { commit: async () => APART }
    const groups = groupBySource(
      slices.flatMap(({ placed }) => placed),
      slices.flatMap(({ stretches }) => stretches),
    )
    const rejections = slices.flatMap((slice) => slice.rejections)
    if (isRepeatable(groups, rejections)) return { commit: () => commit(slices, { groups, rejections }) }
    const id = random.id()
    return {
      commit: () => commit(slices, { id, groups, rejections }),
      findResults: async () => {
        const stored = await store.findStored({ id, now: clock(), groups })
        if (stored === undefined) return undefined
        notify(groups, stored)
        return slices.map(() => 'stored')
      },
    }
  }

  async function commit(
    slices: readonly Slice[],
    content: Pick<Commit, 'id' | 'groups' | 'rejections'>,
  ): Promise<Outcome[] | typeof APART> {
    const { groups } = content
    const now = clock()
    notePositions(groups)
    const units = activity.due(now)
    const started = performance.now()
    const result = await store.commit({ ...content, now, units })
    if (result.kind === 'gone') return commitThoseThere(slices, groups)
    if (result.kind === 'occupied') return slices.length === 1 ? ['occupied'] : APART
    metrics.commitDuration.observe((performance.now() - started) / 1000)
    metrics.commitSize.observe(groups.reduce((sum, group) => sum + countRecords(group), 0))
    activity.written(units, now)
    notify(groups, result.stored)
    for (const { dataId } of units) bus.publish('unit-changed', { dataId })
    return slices.map(() => 'stored')
  }

  /** A source or its unit is gone: looks everything up again, and commits each slice by itself. */
  function commitThoseThere(slices: readonly Slice[], groups: readonly SourceGroup[]): Outcome[] | typeof APART {
    const remembered = groups.some(({ source }) => source.key !== undefined)
    for (const { source } of groups) sources.forget(source)
    return slices.length === 1 && !remembered ? ['gone'] : APART
  }

  function notePositions(groups: readonly SourceGroup[]): void {
    for (const { source, records } of groups) {
      if (source.name !== 'location') continue
      const now = clock()
      const position = newestPosition(records, now)
      if (position !== undefined) {
        activity.note({ dataId: source.dataId, activeAt: now, source: source.name, position, door: undefined })
      }
    }
  }

  function notify(groups: readonly SourceGroup[], stored: readonly (StoredSource | undefined)[]): void {
    let chunks = 0
    for (let index = 0; index < groups.length; index += 1) {
      const group = groups[index]
      const known = stored[index]
      if (group === undefined || known === undefined) continue
      sources.learn(group.source, known)
      group.source.newestAt = newestOf(group)
      for (const stretch of group.stretches) chunks += stretch.chunks.length
      bus.publish('records', recordsEvent(group, known))
    }
    if (chunks > 0) metrics.chunksWritten.inc({ by: 'ingest' }, chunks)
  }
}

/** Whether committing twice stores the same as committing once: each record has its own time. */
function isRepeatable(groups: readonly SourceGroup[], rejections: readonly Rejection[]): boolean {
  return (
    rejections.length === 0 &&
    groups.every(
      ({ records, stretches }) =>
        stretches.every((stretch) => countStretch(stretch) === 0) &&
        !records.some(({ isStandIn }) => isStandIn === true),
    )
  )
}

/** In one commit with others of its source it would be open which of two records with the same time came last. */
function hasLate({ stretches }: Slice): boolean {
  return stretches.some(({ late }) => late.length > 0)
}

function countRecords({ records, stretches }: SourceGroup): number {
  return stretches.reduce((sum, stretch) => sum + countStretch(stretch), records.length)
}

function newestOf({ source, records, stretches }: SourceGroup): number {
  let newest = source.newestAt
  // Times that stand in for missing ones may have moved behind the others.
  for (const { at } of records) newest = Math.max(newest, at)
  // Late records are never the newest: they lie within a chunk.
  for (const { chunks } of stretches) for (const { endAt } of chunks) newest = Math.max(newest, endAt)
  return newest
}

/** The most records that an event carries, and the most bytes of their JSON: one batch of a stream, one message of a unit. */
const MOST_RECORDS = 500
const MOST_BYTES = 64 * 1024

/** The event for the records of one source in one commit. Which of them arrived, listeners read when some were there already. */
export function recordsEvent(
  group: SourceGroup,
  { receivedAt, previousReceivedAt, isRepeated }: SourceArrival,
): RecordsEvent {
  const { source, records, stretches } = group
  let inStretches = 0
  for (const stretch of stretches) inStretches += countStretch(stretch)
  const event = {
    dataId: source.dataId,
    source: source.name,
    previousReceivedAt,
    receivedAt,
    count: records.length + inStretches,
  }
  return inStretches > 0 || isRepeated || !areFew(group) ? event : { ...event, records: writtenOut(group) }
}

function areFew({ records }: SourceGroup): boolean {
  let bytes = 0
  for (const { json } of records) bytes += json.length
  return records.length <= MOST_RECORDS && bytes <= MOST_BYTES
}

function writtenOut({ records }: SourceGroup): NonNullable<RecordsEvent['records']> {
  const written = records.map(({ at, json }) => ({ at, fields: json }))
  // Stand-in times may have moved, so the order of time is restored.
  return records.some(({ isStandIn }) => isStandIn) ? written.sort((one, other) => one.at - other.at) : written
}
