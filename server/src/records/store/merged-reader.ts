import type { TimeRange } from '@fieldwatch/contract/time/times'
import { setImmediate } from 'node:timers/promises'
import { DamagedBlockError } from '#records/chunks/sealed-block.ts'
import { isEndedStatement } from '#platform/database/database-away.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { History } from '#records/history/history.ts'
import { withHistory } from '#records/history/moved-blocks-store.ts'
import type { Platform } from '#platform/floor.ts'
import { releaseBuffers } from '#platform/memory/release-buffers.ts'
import type { NumberBlock, RecordReader } from './record-reader.ts'
import type { ClosedRange } from './chunk-store.ts'
import type { ThreadPool } from '#records/threads/thread-pool.ts'
import { createChunkLoader } from './decoded-chunk.ts'
import { createNumbersLoader, createOwnNumbersLoader } from './decoded-numbers.ts'
import { createSummaryLoader } from './decoded-summaries.ts'
import { readCandidates } from './read-candidates.ts'
import { readArrivals, readArrivalTimes, readArrivedBy } from './read-arrivals.ts'
import { createAsOfReader } from './read-as-of.ts'
import { createLatestReader } from './read-latest.ts'
import { readLatestValues } from './read-latest-values.ts'
import { looksAtAll, readPage } from './read-page.ts'
import { readSeries } from './read-series.ts'
import { readKnownNumbers } from './read-known-numbers.ts'
import { ALL_TIME } from './record-conditions.ts'
import type { Replica } from '#platform/database/replica.ts'
import { inSnapshotOfReplica } from '#platform/database/snapshot.ts'
import { numbersOfStretch, type Stretch } from './stretch.ts'
import { readStep, ROWS_A_STRETCH } from './walk.ts'

interface Dependencies extends Pick<Platform, 'db' | 'metrics' | 'log'> {
  /** Connections for cancelling statements whose caller has left; the same ones when left out. */
  control?: Db
  /** Where charts, exports and scans are read; at `db` when left out. */
  replica?: Replica | undefined
  workers: ThreadPool
  /** Old records; left out, all of them are in PostgreSQL. */
  history?: History | undefined
}

interface How {
  readonly signal?: AbortSignal | undefined
  readonly replica?: Replica | undefined
}

/** How many records of an export are sent between two turns of the event loop: some ten milliseconds with 256 fields. */
const RANGE_BLOCK = 200

/** Reads records from rows and chunks as if they were one. */
export function createMergedReader({
  db,
  control = db,
  replica,
  workers,
  history,
  metrics,
  log,
}: Dependencies): RecordReader {
  const loader = createChunkLoader()
  const loaders = { numbers: createNumbersLoader(), summaries: createSummaryLoader() }
  // Scans do not displace what charts show.
  const ownNumbers = createOwnNumbersLoader()
  return {
    readPage: (sourceKey, request, signal) =>
      read((snapshot) => readPage(snapshot, { loader, workers, sourceKey, signal }, request), {
        signal,
        replica: looksAtAll(request) ? replica : undefined,
      }),
    readLatest: createLatestReader({ db, loader, workers, read: (work, signal) => read(work, { signal }) }),
    readAsOf: createAsOfReader({ loader, workers, read: (work, signal) => read(work, { signal }) }),
    readLatestValues: (sourceKey, request, signal) =>
      read((snapshot) => readLatestValues(snapshot, { loader, sourceKey, signal }, request), { signal }),
    readSeries: (sourceKey, request, signal) =>
      read((snapshot) => readSeries(snapshot, { ...loaders, sourceKey, signal }, request), { signal, replica }),
    readArrivedBy: (sourceKey, request) => read((snapshot) => readArrivedBy(snapshot, { loader, sourceKey }, request)),
    readArrivals: (sourceKey, request) => read((snapshot) => readArrivals(snapshot, { loader, sourceKey }, request)),
    readArrivalTimes: (sourceKey, request) =>
      read((snapshot) => readArrivalTimes(snapshot, { loader, sourceKey }, request)),

    async *readRange(sourceKey, range, signal) {
      for await (const stretch of readStretches(sourceKey, range, { fields: 'all', signal, replica })) {
        for (let start = 0; start < stretch.at.length; start += RANGE_BLOCK) {
          const length = Math.min(RANGE_BLOCK, stretch.at.length - start)
          yield Array.from({ length }, (_, index) => stretch.recordAt(start + index))
          await setImmediate()
        }
      }
    },

    async *readNumbers(sourceKey, { fields, ...range }, signal) {
      for await (const stretch of readStretches(sourceKey, range, { fields, signal })) {
        yield numbersOfStretch(stretch, fields)
      }
    },

    async *readCandidates(sourceKey, request) {
      const source = { loader, numbers: ownNumbers, summaries: loaders.summaries, sourceKey }
      let rest: ClosedRange | undefined = rangeOf(request)
      while (rest !== undefined) {
        const range: ClosedRange = rest
        const step = await read((snapshot) => readCandidates(snapshot, source, range, request))
        for (const block of step.blocks) {
          if (block.at.length > 0) yield block
          if (step.isOwn) releaseNumbers(block)
        }
        ;({ rest } = step)
      }
    },

    async *readKnownNumbers(sourceKey, request, signal) {
      const source = { loader, numbers: ownNumbers, sourceKey }
      let rest: ClosedRange | undefined = rangeOf(request)
      while (rest !== undefined) {
        const range: ClosedRange = rest
        const step = await read((snapshot) => readKnownNumbers(snapshot, source, range, request), { signal, replica })
        for (const block of step.blocks) {
          yield block
          if (step.isOwn) releaseNumbers(block)
        }
        ;({ rest } = step)
      }
    },
  }

  /** Reads each stretch in its own snapshot, so that a slow export holds no connection. */
  async function* readStretches(
    sourceKey: number,
    asked: TimeRange,
    { fields, ...how }: { fields: readonly string[] | 'all' } & How,
  ): AsyncGenerator<Stretch> {
    let rest: ClosedRange | undefined = rangeOf(asked)
    while (rest !== undefined) {
      const range: ClosedRange = rest
      const step = await read(async (snapshot) => {
        const asked = { loader, sourceKey, direction: 'asc', rowLimit: ROWS_A_STRETCH } as const
        const found = await readStep(snapshot, range, asked)
        await found.stretch.load(fields)
        return found
      }, how)
      if (step.stretch.at.length > 0) yield step.stretch
      ;({ rest } = step)
    }
  }

  async function read<T>(work: (snapshot: Db) => Promise<T>, { signal, replica: at }: How = {}): Promise<T> {
    try {
      return await withHistory(history, (see) =>
        inSnapshotOfReplica({ db, control, signal }, at, (snapshot) => work(see(snapshot))),
      )
    } catch (error) {
      signal?.throwIfAborted()
      if (isEndedStatement(error)) throw new DomainError('data/read-too-long', { cause: error })
      if (!(error instanceof DamagedBlockError)) throw error
      metrics.damagedBlocks.inc()
      log.error({ err: error, block: error.label }, 'stored block is damaged')
      throw new DomainError('data/damaged', { cause: error })
    }
  }
}

/** A month of one unit would fill the memory otherwise, faster than it is collected. */
function releaseNumbers({ at, columns }: NumberBlock): void {
  releaseBuffers([at, ...columns].map(({ buffer }) => buffer))
}

function rangeOf({ from, to }: TimeRange): ClosedRange {
  return { start: Math.max(from, ALL_TIME.start), end: Math.min(to - 1, ALL_TIME.end) }
}
