import type { DataId } from '@fieldwatch/contract/api/ids'
import type { IngestVerdict } from '@fieldwatch/contract/telemetry/ingest'
import type pg from 'pg'
import type { ThreadPool } from '#records/threads/thread-pool.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Platform } from '#platform/floor.ts'
import type { Clock } from '#platform/time/clock.ts'
import { createCommitQueue } from '#platform/database/commit-queue.ts'
import {
  type IngestBatch,
  type IngestBody,
  type Origin,
  verdictOf,
  createKnownSources,
  placeRecords,
  sentBy,
} from './ingest-batch.ts'
import {
  type Arrived,
  GROUP_RECORDS,
  type Outcome,
  rejectionsOf,
  type Slice,
  createSliceCommit,
  sizeOf,
  slicesOf,
  sourcesOf,
} from './commit-slices.ts'
import { createIngestStore } from './ingest-store.ts'
import { STANDARD_INGEST } from './ingest-settings.ts'
import { createSourceLimit } from './source-limit.ts'
import type { PackedBody } from './body-tasks.ts'
import type { SourceColumns } from './source-columns.ts'
import { createBodyRecorder } from './record-body.ts'
import {
  CALCULATED,
  decodeSourceMessage,
  decodeUnitMessage,
  type Reason,
  refusedMessage,
  refuseSources,
} from './decode-message.ts'
import type { KnownUnit } from './unit-authenticator.ts'
import { withoutSecretsInBatch } from './without-secrets.ts'
import { isWorthThread } from './worth-thread.ts'
import { createUnitActivity } from './unit-activity.ts'

interface Dependencies extends Pick<Platform, 'bus' | 'clock' | 'metrics' | 'random' | 'log'> {
  pool: pg.Pool
  workers: ThreadPool
  /** Sources of a unit; the standard by default. */
  sourcesPerUnit?: number
}

/** The one way in for records. */
export interface Recorder {
  /**
   * Resolves when everything of the batch is committed, so that it can be acknowledged.
   * @throws DomainError server/unavailable, unit/not-found
   */
  recordBatch(batch: IngestBatch): Promise<IngestVerdict>
  /**
   * As `recordBatch`, for what one message brings for several units: all of it is in one commit, or nothing is.
   * @throws DomainError server/unavailable, unit/not-found
   */
  recordTogether(batches: readonly IngestBatch[]): Promise<IngestVerdict[]>
  /**
   * As `recordBatch`, for a large body: another thread decodes it, and long stretches become chunks at once. The body is
   * transferred.
   * @throws DomainError server/unavailable, unit/not-found
   */
  recordBody(body: IngestBody): Promise<IngestVerdict>
  /**
   * As `recordBody`, for what another thread has decoded already.
   * @throws DomainError server/unavailable, unit/not-found
   */
  recordDecoded(origin: Origin, body: PackedBody): Promise<IngestVerdict>
  /**
   * Stores computed records of a source; the activity of its unit does not change.
   * @throws DomainError server/unavailable, unit/not-found
   */
  recordResults(dataId: DataId, results: SourceColumns): Promise<void>
  /** Writes what is waiting. */
  close(): Promise<void>
}

/** A message as a unit sent it. */
interface SentMessage extends Pick<IngestBody, 'channel' | 'topic' | 'body' | 'source'> {
  /** Why it is refused as a whole, before it is decoded. */
  readonly refused?: Reason
}

/**
 * Stores a message of a unit, by whichever protocol it came, or why it is refused. A large body is decoded in another thread, and
 * transferred.
 * @throws DomainError server/unavailable, unit/not-found, request/too-large
 */
export async function recordMessage(
  { recorder, clock }: { readonly recorder: Recorder; readonly clock: Clock },
  unit: KnownUnit,
  { body, source, refused, ...how }: SentMessage,
): Promise<IngestVerdict> {
  const now = clock()
  const origin = sentBy(unit, { ...how, arrivedAt: now })
  if (refused !== undefined) return recorder.recordBatch({ ...origin, ...refusedMessage(source ?? '', refused, body) })
  if (isWorthThread(body, { source })) return recorder.recordBody({ ...origin, body, source })
  const decoded = source === undefined ? decodeUnitMessage(body, now) : decodeSourceMessage(source, body, now)
  return recorder.recordBatch({ ...origin, ...decoded })
}

/** A batch whose records have their sources. */
interface Prepared extends Omit<Slice, 'rejections'> {
  readonly batch: IngestBatch
  readonly arrived: Arrived
  readonly paused: number
}

const SECOND_LANE_SIZE = 200
const QUEUED_RECORDS = 200_000
const PATIENCE_MS = 60_000
const RETRY_PAUSE_MS = 200
/** How often documents of units are updated when no commit does it. */
const ACTIVITY_MS = 1_000

const NOTHING: Slice = { placed: [], stretches: [], rejections: [] }

/** Commits in groups, then updates metrics and bus, then resolves for the unit. */
export function createRecorder({
  pool,
  workers,
  bus,
  clock,
  metrics,
  random,
  log,
  ...options
}: Dependencies): Recorder {
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
    attempt: createSliceCommit({ store, sources, activity, bus, clock, metrics, random }),
    keysOf: sourcesOf,
    groupLimit: GROUP_RECORDS,
    secondLaneSize: SECOND_LANE_SIZE,
    queueLimit: QUEUED_RECORDS,
    patienceMs: PATIENCE_MS,
    retryPauseMs: RETRY_PAUSE_MS,
  })
  metrics.ingestWaiting.measureBy((gauge) => gauge.set(queue.waiting()))
  const timer = setInterval(() => {
    if (activity.due(clock()).length > 0) flush()
  }, ACTIVITY_MS)
  timer.unref()

  const bodies = createBodyRecorder({ pool, workers, clock, findSource: sources.find, limit, record, count })
  return {
    recordBatch,
    recordTogether,
    recordBody: bodies.recordBody,
    recordDecoded: bodies.recordDecoded,
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
    const allowed = refuseSources(withoutSecretsInBatch(given), given.calculatedSources, CALCULATED)
    const prepared = prepare(isKnown(allowed) ? allowed : await withoutTooMany(allowed))
    await record(prepared.arrived, prepared)
    return settle(prepared)
  }

  async function recordTogether(given: readonly IngestBatch[]): Promise<IngestVerdict[]> {
    const allowed = given.map((batch) =>
      refuseSources(withoutSecretsInBatch(batch), batch.calculatedSources, CALCULATED),
    )
    const batches = allowed.every(isKnown) ? allowed : await Promise.all(allowed.map(withoutTooMany))
    const all = batches.map(prepare)
    for (const { arrived } of all) note(arrived)
    const slice = {
      placed: all.flatMap(({ placed }) => placed),
      stretches: [],
      rejections: all.flatMap(({ arrived }) => rejectionsOf(arrived)),
    }
    if ((await queue.add(slice, sizeOf(slice))) === 'gone') throw new DomainError('unit/not-found')
    return all.map(settle)
  }

  function prepare(batch: IngestBatch): Prepared {
    const { placed, paused } = placeRecords(batch, sources.find)
    const lastSource = batch.isReport === true ? undefined : batch.records.at(-1)?.source
    return { arrived: { ...batch, lastSource }, placed, stretches: [], paused, batch }
  }

  function settle({ batch, placed, paused }: Prepared): IngestVerdict {
    count(batch, { stored: placed.length, paused })
    return verdictOf({ stored: placed.length, paused, refused: batch.refused })
  }

  /** Without a wait the records keep their order. */
  function isKnown({ dataId, records }: IngestBatch): boolean {
    let known: string | undefined
    for (const { source } of records) {
      if (source === known) continue
      if (!sources.isStored(dataId, source)) return false
      known = source
    }
    return true
  }

  async function withoutTooMany(batch: IngestBatch): Promise<IngestBatch> {
    const names = batch.records.map(({ source }) => source).filter((source) => !batch.pausedData.has(source))
    const tooMany = await limit.refusedOf(batch.dataId, names)
    return refuseSources(batch, tooMany, limit.reason)
  }

  /** Whether everything is stored; if not, some chunk was occupied. */
  async function record(from: Arrived, content: Omit<Slice, 'rejections'>): Promise<boolean> {
    note(from)
    const outcomes = await Promise.all(slicesOf(from, content).map((slice) => queue.add(slice, sizeOf(slice))))
    if (outcomes.includes('gone')) throw new DomainError('unit/not-found')
    return !outcomes.includes('occupied')
  }

  function note({ dataId, arrivedAt: activeAt, lastSource: source, channel }: Arrived): void {
    if (source === undefined) return
    const door = channel === 'calculation' ? undefined : channel
    activity.note({ dataId, activeAt, source, position: undefined, door })
  }

  function flush(): void {
    queue.add(NOTHING, 0).catch((error: unknown) => log.warn({ err: error }, 'writing unit activity failed'))
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
