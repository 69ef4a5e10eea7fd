import type { DataId } from '@fieldwatch/contract/ids'
import type { IngestVerdict } from '@fieldwatch/contract/ingest'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Bus } from '#platform/bus/bus.ts'
import type { ThreadPool } from '#records/threads/thread-pool.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import type { Clock } from '#platform/time/clock.ts'
import { createCommitQueue } from './commit-queue.ts'
import { type IngestBatch, type IngestBody, verdictOf } from './ingest-batch.ts'
import { createIngestStore, type Rejection, type StoredSource } from './ingest-store.ts'
import { STANDARD_INGEST } from './ingest-settings.ts'
import { createKnownSources } from './known-sources.ts'
import { createSourceLimit } from './source-limit.ts'
import type { SourceColumns } from './source-columns.ts'
import { createBodyRecorder } from './record-body.ts'
import {
  groupBySource,
  placeRecords,
  type PlacedRecord,
  type PlacedStretch,
  type SourceGroup,
  type TimedRecord,
} from './record-group.ts'
import { refuseSources } from './refuse-sources.ts'
import { recordsEvent } from './records-event.ts'
import { createUnitActivity, newestPosition } from './unit-activity.ts'

interface Dependencies {
  pool: pg.Pool
  workers: ThreadPool
  bus: Bus
  clock: Clock
  metrics: Metrics
  log: Logger
  /** Sources of a unit; the standard unless told. */
  sourcesPerUnit?: number
}

/** The one way in for records. */
export interface Recorder {
  /**
   * Resolves when everything of the batch is committed, so that the unit can be told.
   * @throws DomainError server/unavailable, unit/not-found
   */
  recordBatch(batch: IngestBatch): Promise<IngestVerdict>
  /**
   * As `recordBatch`, for a large body: another thread decodes it, and long stretches become chunks at once. The body is
   * transferred.
   * @throws DomainError server/unavailable, unit/not-found
   */
  recordBody(body: IngestBody): Promise<IngestVerdict>
  /**
   * Stores computed records of a source; the activity of its unit does not change.
   * @throws DomainError server/unavailable, unit/not-found
   */
  recordResults(dataId: DataId, results: SourceColumns): Promise<void>
  /** Writes what is waiting. */
  close(): Promise<void>
}

const GROUP_RECORDS = 5_000
const SECOND_LANE_SIZE = 200
const QUEUED_RECORDS = 200_000
const PATIENCE_MS = 60_000
const RETRY_PAUSE_MS = 200
/** How often documents of units are updated when no commit does it. */
const ACTIVITY_MS = 1_000
/** Refused records of one message that are kept. */
const KEPT_REFUSALS = 100

/** A part of a batch that is committed as a whole. */
export interface Slice {
  readonly placed: readonly PlacedRecord[]
  readonly stretches: readonly PlacedStretch[]
  readonly rejections: readonly Rejection[]
}

/** The outcome of a slice. `occupied`: records were written where a chunk would be. */
export type Outcome = 'stored' | 'gone' | 'occupied'

const NOTHING: Slice = { placed: [], stretches: [], rejections: [] }

/** Commits in groups, then updates metrics and bus, then resolves for the unit. */
export function createRecorder({ pool, workers, bus, clock, metrics, log, ...options }: Dependencies): Recorder {
  const store = createIngestStore(pool)
  const sources = createKnownSources()
  const limit = createSourceLimit({
    listSources: store.listSources,
    isStored: sources.isStored,
    clock,
    most: options.sourcesPerUnit ?? STANDARD_INGEST.sourcesPerUnit,
  })
  const activity = createUnitActivity()
  const queue = createCommitQueue<Slice, Outcome>({
    clock,
    commit,
    keysOf: sourcesOf,
    groupLimit: GROUP_RECORDS,
    secondLaneSize: SECOND_LANE_SIZE,
    queueLimit: QUEUED_RECORDS,
    patienceMs: PATIENCE_MS,
    retryPauseMs: RETRY_PAUSE_MS,
  })
  const timer = setInterval(() => {
    if (activity.due(clock()).length > 0) flush()
  }, ACTIVITY_MS)
  timer.unref()

  const bodies = createBodyRecorder({ pool, workers, clock, findSource: sources.find, limit, record, count })
  return {
    recordBatch,
    recordBody: bodies.recordBody,
    recordResults: (dataId, results) =>
      bodies.recordColumns(
        { dataId, channel: 'calculation', arrivedAt: clock(), refused: [], lastSource: undefined },
        results,
      ),
    close: async () => {
      clearInterval(timer)
      await queue.drained()
      const units = activity.all()
      if (units.length > 0) await store.commit({ now: clock(), groups: [], units, rejections: [] })
    },
  }

  async function recordBatch(given: IngestBatch): Promise<IngestVerdict> {
    const batch = isKnown(given) ? given : await withoutTooMany(given)
    const { placed, paused } = placeRecords(batch, sources.find)
    await record({ ...batch, lastSource: batch.records.at(-1)?.source }, { placed, stretches: [] })
    count(batch, { stored: placed.length, paused })
    return verdictOf({ stored: placed.length, paused, refused: batch.refused })
  }

  /** Without a wait the records keep their order. */
  function isKnown({ dataId, records }: IngestBatch): boolean {
    return records.every(({ source }) => sources.isStored(dataId, source))
  }

  async function withoutTooMany(batch: IngestBatch): Promise<IngestBatch> {
    const names = batch.records.map(({ source }) => source).filter((source) => !batch.pausedData.has(source))
    const tooMany = await limit.refusedOf(batch.dataId, names)
    return { ...batch, ...refuseSources(batch, tooMany, limit.reason) }
  }

  /** Whether everything is stored; if not, some chunk was occupied. */
  async function record(from: Arrived, content: Omit<Slice, 'rejections'>): Promise<boolean> {
    if (from.lastSource !== undefined) {
      activity.note({ dataId: from.dataId, activeAt: from.arrivedAt, source: from.lastSource, position: undefined })
    }
    const outcomes = await Promise.all(slicesOf(from, content).map((slice) => queue.add(slice, sizeOf(slice))))
    if (outcomes.includes('gone')) throw new DomainError('unit/not-found')
    return !outcomes.includes('occupied')
  }

  function flush(): void {
    queue.add(NOTHING, 0).catch((error: unknown) => log.warn({ err: error }, 'activity of units was not written'))
  }

  async function commit(slices: readonly Slice[]): Promise<Outcome[]> {
    const groups = groupBySource(
      slices.flatMap(({ placed }) => placed),
      slices.flatMap(({ stretches }) => stretches),
    )
    const now = clock()
    notePositions(groups)
    const units = activity.due(now)
    const rejections = slices.flatMap((slice) => slice.rejections)
    const started = performance.now()
    const result = await store.commit({ now, groups, units, rejections })
    if (result.kind === 'gone') return commitThoseThere(slices, groups)
    if (result.kind === 'occupied') return slices.length === 1 ? ['occupied'] : commitOneByOne(slices)
    metrics.commitDuration.observe((performance.now() - started) / 1000)
    metrics.commitSize.observe(groups.reduce((sum, group) => sum + countRecords(group), 0))
    activity.written(units, now)
    tell(groups, result.stored)
    for (const { dataId } of units) bus.publish('unit-changed', { dataId })
    return slices.map(() => 'stored')
  }

  /** A source or its unit is gone: looks everything up again, and commits each slice by itself. */
  async function commitThoseThere(slices: readonly Slice[], groups: readonly SourceGroup[]): Promise<Outcome[]> {
    const remembered = groups.some(({ source }) => source.key !== undefined)
    for (const { source } of groups) sources.forget(source)
    return slices.length === 1 && !remembered ? ['gone'] : commitOneByOne(slices)
  }

  async function commitOneByOne(slices: readonly Slice[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = []
    for (const slice of slices) outcomes.push(...(await commit([slice])))
    return outcomes
  }

  function notePositions(groups: readonly SourceGroup[]): void {
    for (const { source, records } of groups) {
      if (source.name !== 'location') continue
      const now = clock()
      const position = newestPosition(records, now)
      if (position !== undefined) {
        activity.note({ dataId: source.dataId, activeAt: now, source: source.name, position })
      }
    }
  }

  function tell(groups: readonly SourceGroup[], stored: readonly StoredSource[]): void {
    for (const [index, group] of groups.entries()) {
      const known = stored[index]
      if (known === undefined) continue
      sources.learn(group.source, known)
      group.source.newestAt = newestOf(group)
      const chunks = group.stretches.reduce((sum, stretch) => sum + stretch.chunks.length, 0)
      if (chunks > 0) metrics.chunksWritten.inc({ by: 'ingest' }, chunks)
      bus.publish('records', recordsEvent(group, known))
    }
  }

  function count(
    { channel, refusedByCode }: Pick<IngestBatch, 'channel' | 'refusedByCode'>,
    { stored, paused }: { stored: number; paused: number },
  ): void {
    if (stored > 0) metrics.recordsStored.inc({ channel }, stored)
    if (paused > 0) metrics.recordsPaused.inc({ channel }, paused)
    for (const [code, refused] of refusedByCode) metrics.recordsRefused.inc({ channel, code }, refused)
  }
}

/** Where records came from. */
export interface Arrived extends Pick<IngestBatch, 'dataId' | 'channel' | 'topic' | 'arrivedAt' | 'refused'> {
  /** The source of the last record; undefined when there was none. */
  readonly lastSource: string | undefined
}

/** Cuts a large batch into commits of a bearable size. Its rejections and its chunks go with the first one. */
function slicesOf(
  { dataId, channel, topic, refused }: Arrived,
  { placed, stretches }: Omit<Slice, 'rejections'>,
): Slice[] {
  const rejections = refused.slice(0, KEPT_REFUSALS).map((refusal) => ({ ...refusal, dataId, channel, topic }))
  const [first = [], ...others] = cut(placed)
  return [
    { placed: first, stretches, rejections },
    ...others.map((part) => ({ placed: part, stretches: [], rejections: [] })),
  ]
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

function* sourcesOf({ placed, stretches }: Slice): Iterable<string> {
  let last: string | undefined
  for (const { source } of placed) {
    if (source.id !== last) yield (last = source.id)
  }
  for (const { source } of stretches) yield source.id
}

/** What a chunk costs a commit, in records. */
const CHUNK_COST = 100

/** The bytes that count as one record; a longer one counts as several. */
const WEIGHED_BYTES = 2048

function weightOf({ json }: TimedRecord): number {
  return 1 + Math.floor(json.length / WEIGHED_BYTES)
}

function sizeOf({ placed, stretches }: Slice): number {
  const weight = placed.reduce((sum, { record }) => sum + weightOf(record), 0)
  return weight + stretches.reduce((sum, { chunks }) => sum + chunks.length * CHUNK_COST, 0)
}

function countRecords({ records, stretches }: SourceGroup): number {
  return stretches.flatMap(({ chunks }) => chunks).reduce((sum, chunk) => sum + chunk.count, records.length)
}

function newestOf({ source, records, stretches }: SourceGroup): number {
  const ends = stretches.flatMap(({ chunks }) => chunks.map(({ endAt }) => endAt))
  // Times that stand in for missing ones may have moved behind the others.
  const newest = records.reduce((most, { at }) => Math.max(most, at), 0)
  return Math.max(source.newestAt, newest, ...ends)
}
