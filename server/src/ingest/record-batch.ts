import type { DataRecord } from '@fieldwatch/contract/data'
import type { IngestVerdict } from '@fieldwatch/contract/ingest'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Bus, BusEvents } from '#bus/bus.ts'
import { DomainError } from '#errors/domain-error.ts'
import type { Metrics } from '#metrics/metrics.ts'
import type { Clock } from '#time/clock.ts'
import { createCommitQueue } from './commit-queue.ts'
import { type IngestBatch, verdictOf } from './ingest-batch.ts'
import { createIngestStore, type Rejection, type StoredSource } from './ingest-store.ts'
import { createKnownSources } from './known-sources.ts'
import {
  groupBySource,
  type KnownSource,
  placeRecords,
  type PlacedRecord,
  type SourceGroup,
  type StoredRecord,
} from './record-group.ts'
import { createUnitActivity, positionOf } from './unit-activity.ts'

interface Dependencies {
  pool: pg.Pool
  bus: Bus
  clock: Clock
  metrics: Metrics
  log: Logger
}

/** The one way in for records. */
export interface Recorder {
  /**
   * Resolves when everything of the batch is committed, so that the unit can be told.
   * @throws DomainError server/unavailable, unit/not-found
   */
  recordBatch(batch: IngestBatch): Promise<IngestVerdict>
  /** Writes what waits. */
  close(): Promise<void>
}

const GROUP_RECORDS = 5_000
const QUEUED_RECORDS = 200_000
const PATIENCE_MS = 60_000
const RETRY_PAUSE_MS = 200
/** How often documents of units are brought up to date when no record is there to do it. */
const ACTIVITY_MS = 1_000
/** Refused records of one message that are kept. */
const KEPT_REFUSALS = 100

interface Slice {
  readonly placed: readonly PlacedRecord[]
  readonly rejections: readonly Rejection[]
}

const NOTHING: Slice = { placed: [], rejections: [] }

/** Commits in groups, then tells the metrics and the bus, then the unit. */
export function createRecorder({ pool, bus, clock, metrics, log }: Dependencies): Recorder {
  const store = createIngestStore(pool)
  const sources = createKnownSources()
  const activity = createUnitActivity()
  const queue = createCommitQueue<Slice, boolean>({
    clock,
    commit,
    groupLimit: GROUP_RECORDS,
    queueLimit: QUEUED_RECORDS,
    patienceMs: PATIENCE_MS,
    retryPauseMs: RETRY_PAUSE_MS,
  })
  const timer = setInterval(() => {
    if (activity.due(clock()).length > 0) flush()
  }, ACTIVITY_MS)
  timer.unref()

  return {
    recordBatch: async (batch) => {
      const { placed, paused } = placeRecords(batch, sources.find)
      noteActivity(batch)
      const complete = await Promise.all(slicesOf(batch, placed).map((slice) => queue.add(slice, slice.placed.length)))
      if (complete.includes(false)) throw new DomainError('unit/not-found')
      count(batch, { stored: placed.length, paused })
      return verdictOf({ stored: placed.length, paused, refused: batch.refused })
    },
    close: async () => {
      clearInterval(timer)
      await queue.drained()
      const units = activity.all()
      if (units.length > 0) await store.commit({ now: clock(), groups: [], units, rejections: [] })
    },
  }

  function flush(): void {
    queue.add(NOTHING, 0).catch((error: unknown) => log.warn({ err: error }, 'activity of units was not written'))
  }

  function noteActivity({ dataId, arrivedAt, records }: IngestBatch): void {
    const last = records.at(-1)
    if (last === undefined) return
    activity.note({ dataId, activeAt: arrivedAt, source: last.source, position: undefined })
  }

  /** False for the slices of units that are not there. */
  async function commit(slices: readonly Slice[]): Promise<boolean[]> {
    const groups = groupBySource(slices.flatMap(({ placed }) => placed))
    const now = clock()
    notePositions(groups)
    const units = activity.due(now)
    const rejections = slices.flatMap((slice) => slice.rejections)
    const started = performance.now()
    const stored = await store.commit({ now, groups, units, rejections })
    if (stored.includes(undefined)) return commitThoseThere(slices, groups)
    metrics.commitDuration.observe((performance.now() - started) / 1000)
    metrics.commitSize.observe(groups.reduce((sum, { records }) => sum + records.length, 0))
    activity.written(units, now)
    tell(groups, stored)
    for (const { dataId } of units) bus.publish('unit-changed', { dataId })
    return slices.map(() => true)
  }

  /** A source is not where it was, or its unit is gone: everything is asked for again, each slice by itself. */
  async function commitThoseThere(slices: readonly Slice[], groups: readonly SourceGroup[]): Promise<boolean[]> {
    const remembered = groups.some(({ source }) => source.key !== undefined)
    for (const { source } of groups) sources.forget(source)
    if (slices.length === 1 && !remembered) return [false]
    const results: boolean[] = []
    for (const slice of slices) results.push(...(await commit([slice])))
    return results
  }

  function notePositions(groups: readonly SourceGroup[]): void {
    for (const { source, records } of groups) {
      const newest =
        source.name === 'location' ? records.findLast(({ fields, at }) => positionOf(fields, at)) : undefined
      if (newest === undefined) continue
      const position = positionOf(newest.fields, newest.at)
      activity.note({ dataId: source.dataId, activeAt: clock(), source: source.name, position })
    }
  }

  function tell(groups: readonly SourceGroup[], stored: readonly (StoredSource | undefined)[]): void {
    for (const [index, { source, records }] of groups.entries()) {
      const known = stored[index]
      if (known === undefined) continue
      sources.learn(source, known)
      const { receivedAt } = known
      bus.publish('records', recordsEvent(source, records, receivedAt))
    }
  }

  function count(
    { channel, refusedByCode }: IngestBatch,
    { stored, paused }: { stored: number; paused: number },
  ): void {
    if (stored > 0) metrics.recordsStored.inc({ channel }, stored)
    if (paused > 0) metrics.recordsPaused.inc({ channel }, paused)
    for (const [code, refused] of refusedByCode) metrics.recordsRefused.inc({ channel, code }, refused)
  }
}

/** Cuts a large batch into commits of a bearable size. Its rejections go with the first one. */
function slicesOf({ dataId, channel, refused }: IngestBatch, placed: readonly PlacedRecord[]): Slice[] {
  const rejections = refused.slice(0, KEPT_REFUSALS).map((refusal) => ({ ...refusal, dataId, channel }))
  const slices: Slice[] = [{ placed: placed.slice(0, GROUP_RECORDS), rejections }]
  for (let start = GROUP_RECORDS; start < placed.length; start += GROUP_RECORDS) {
    slices.push({ placed: placed.slice(start, start + GROUP_RECORDS), rejections: [] })
  }
  return slices
}

/** The records are written out for those who look at them: most sources are followed by nobody. */
function recordsEvent(
  { dataId, name }: KnownSource,
  stored: readonly StoredRecord[],
  receivedAt: number,
): BusEvents['records'] {
  let written: DataRecord[] | undefined
  return {
    dataId,
    subject: name,
    receivedAt,
    get records() {
      return (written ??= stored.map((record) => dataRecordOf(record, receivedAt)))
    },
  }
}

function dataRecordOf({ at, fields }: StoredRecord, receivedAt: number): DataRecord {
  const times = { messageUTC: new Date(at).toISOString(), recieveUTC: new Date(receivedAt).toISOString() }
  return { ...times, ...(fields as DataRecord) }
}
