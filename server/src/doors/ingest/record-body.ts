import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import type { IngestVerdict } from '@fieldwatch/contract/telemetry/ingest'
import type pg from 'pg'
import { DECODE, ENCODE, type PackedBody } from './body-tasks.ts'
import type { ThreadPool } from '#records/threads/thread-pool.ts'
import type { NewRows } from '#records/store/encode-stretch.ts'
import { createBreaks } from '#records/store/breaks.ts'
import { unpackChunk } from '#records/store/packed-chunk.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import type { Clock } from '#platform/time/clock.ts'
import type { FieldTypeMap } from './field-types.ts'
import {
  type IngestBatch,
  type IngestBody,
  type Origin,
  verdictOf,
  type KnownSource,
  type PlacedRecord,
  type PlacedStretch,
} from './ingest-batch.ts'
import { withoutSecretsAround } from './without-secrets.ts'
import { LazyRecord } from './lazy-record.ts'
import { CALCULATED, MAX_REFUSALS, type Reason, refusalOf } from './decode-message.ts'
import type { SourceLimit } from './source-limit.ts'
import type { SourceColumns } from './source-columns.ts'
import {
  memoryOfPacked,
  memoryOfSourceRecords,
  packRecords,
  type PackedStretch,
  type SourceRecords,
} from './source-records.ts'
import { releaseBuffers } from '#platform/memory/release-buffers.ts'
import { ownMemory } from './worth-thread.ts'
import { reserveStandIns } from './stand-in-store.ts'
import { listOccupied } from './stretch-store.ts'

interface Dependencies {
  pool: pg.Pool
  workers: ThreadPool
  clock: Clock
  readonly findSource: (dataId: DataId, name: SourceName) => KnownSource
  readonly limit: SourceLimit
  /** False when records were written where a chunk would be. */
  readonly record: (from: From, content: Content) => Promise<boolean>
  readonly count: (
    batch: Pick<IngestBatch, 'channel' | 'refusedByCode'>,
    counts: { stored: number; paused: number },
  ) => void
}

type From = Omit<IngestBatch, 'records' | 'refusedByCode' | 'pausedData' | 'calculatedSources'> & {
  readonly lastSource: string | undefined
}

interface Content {
  readonly placed: readonly PlacedRecord[]
  readonly stretches: readonly PlacedStretch[]
}

/** How often chunks are encoded again because others wrote records in between; then everything becomes rows. */
const ATTEMPTS = 3

/** Records bodies whose decoding would block the event loop. */
export function createBodyRecorder(dependencies: Dependencies) {
  const { pool, workers, clock, limit, record, count, findSource } = dependencies
  return {
    recordBody,
    recordDecoded,
    /** Records columns. */
    recordColumns: async (from: From, columns: SourceColumns): Promise<void> =>
      recordAll(from, [await placeInTime(from, packRecords(withOwnMemory(columns)))]),
  }

  async function recordBody(sent: IngestBody): Promise<IngestVerdict> {
    const given = withoutSecretsAround(sent)
    const body = ownMemory(given.body)
    const decoded = await workers.runInTurn(given.entity ?? given.dataId, {
      task: DECODE,
      given: { body, source: given.source, now: clock(), tokenHash: given.tokenHash },
      memory: [body.buffer],
    })
    if ('exceeds' in decoded) throw new DomainError('request/too-large', { message: decoded.exceeds })
    return recordDecoded(given, decoded)
  }

  async function recordDecoded(
    { dataId, channel, topic, arrivedAt, pausedData, calculatedSources }: Origin,
    decoded: PackedBody,
  ): Promise<IngestVerdict> {
    const allowed = refuseSourcesOfBody(decoded, calculatedSources, CALCULATED)
    const names = allowed.sources.map(({ source }) => source).filter((source) => !pausedData.has(source))
    const tooMany = await limit.refusedOf(dataId, names)
    const { sources, refused, refusedByCode } = refuseSourcesOfBody(allowed, tooMany, limit.reason)
    const lastSource = sources.at(-1)?.source
    const from = {
      dataId,
      channel,
      arrivedAt,
      refused: [...refused],
      lastSource,
      ...(topic !== undefined && { topic }),
    }
    const kept = sources.filter(({ source }) => !pausedData.has(source))
    const timed: TimedRecords[] = []
    for (const records of kept) timed.push(await placeInTime(from, records))
    await recordAll(from, timed)
    const stored = kept.reduce((sum, records) => sum + records.count, 0)
    const paused = sources.reduce((sum, records) => sum + records.count, 0) - stored
    count({ channel, refusedByCode: new Map(refusedByCode) }, { stored, paused })
    return verdictOf({ stored, paused, refused })
  }

  async function placeInTime({ dataId, arrivedAt }: From, records: SourceRecords): Promise<TimedRecords> {
    // Decoding checked the name.
    const source = findSource(dataId, records.source as SourceName)
    if (!records.isTimedByArrival) return { source, records, later: 0 }
    const first = await reserveStandIns(pool, source, { arrivedAt, count: records.count })
    if (first === undefined) throw new DomainError('unit/not-found')
    return { source, records, later: first }
  }

  async function recordAll(from: From, sources: readonly TimedRecords[]): Promise<void> {
    let given = sources
    for (let attempt = 1; ; attempt += 1) {
      const { content, returned } = await place(dependencies, given, { asRows: attempt > ATTEMPTS })
      given = returned
      if (await record(from, content)) break
    }
    releaseBuffers(given.flatMap(({ records }) => memoryOfSourceRecords(records)))
  }
}

interface TimedRecords {
  readonly source: KnownSource
  readonly records: SourceRecords
  /** Milliseconds that are added to each time. */
  readonly later: number
}

async function place(
  dependencies: Dependencies,
  sources: readonly TimedRecords[],
  { asRows }: { asRows: boolean },
): Promise<{ content: Content; returned: readonly TimedRecords[] }> {
  const breaks = createBreaks()
  const placed: PlacedRecord[] = []
  const stretches: PlacedStretch[] = []
  const returned: TimedRecords[] = []
  for (const given of sources) {
    const { source, records, later } = given
    const { content, types } = records
    if ('rows' in content) {
      stretches.push({ source, chunks: [], late: [], types })
      await placeRows(source, content.rows, { later, types })
      returned.push(given)
    } else {
      const { stretch } = content
      const { chunks, late, rows, packed } = await encode(dependencies, source, { stretch, later, asRows })
      stretches.push({ source, chunks: chunks.map(unpackChunk), late, types })
      await placeRows(source, rows, { later: 0, types })
      returned.push({ ...given, records: { ...records, content: { stretch: { ...stretch, packed } } } })
    }
  }
  return { content: { placed, stretches }, returned }

  async function placeRows(
    source: KnownSource,
    { at, json }: NewRows,
    { later, types }: { later: number; types: FieldTypeMap },
  ): Promise<void> {
    let start = 0
    for (const [index, time] of at.entries()) {
      const end = json.indexOf('\n', start)
      const line = end === -1 ? json.slice(start) : json.slice(start, end)
      placed.push({ source, record: new LazyRecord(source.name, time + later, line, types) })
      start = end + 1
      if (index % ROWS_A_LOOK === 0) await breaks.worked(ROWS_A_LOOK * VALUES_A_ROW)
    }
  }
}

/** The cost of placing a row, in values. */
const VALUES_A_ROW = 4
const ROWS_A_LOOK = 500

/** The memory of the stretch is handed over, and comes back with the result. */
async function encode(
  { pool, workers }: Dependencies,
  source: KnownSource,
  { stretch, later, asRows }: { stretch: PackedStretch; later: number; asRows: boolean },
) {
  const start = stretch.startAt + later
  const end = stretch.endAt + later
  const occupied = asRows ? [{ start, end }] : await listOccupied(pool, source, { start, end })
  const { packed } = stretch
  const given = { packed, later, occupied, keepsLast: end >= source.newestAt }
  return workers.run(ENCODE, given, memoryOfPacked(packed))
}

/** The caller continues to use the columns that it computed. */
function withOwnMemory({ at, columns, ...columnsOfSource }: SourceColumns): SourceColumns {
  const own = Array.from(columns, ([field, values]) => [field, values.slice()] as const)
  return { ...columnsOfSource, at: at.slice(), columns: new Map(own) }
}

/** As `refuseSources`, for a body that another thread decoded; the refused records cannot be quoted. */
function refuseSourcesOfBody(body: PackedBody, sources: ReadonlySet<string>, reason: Reason): PackedBody {
  const taken = body.sources.filter(({ source }) => sources.has(source))
  if (taken.length === 0) return body
  const added = taken.flatMap(({ source, count }) =>
    Array.from({ length: Math.min(count, MAX_REFUSALS) }, (_, index) =>
      refusalOf({ source, index, payload: '' }, reason),
    ),
  )
  const count = taken.reduce((sum, records) => sum + records.count, 0)
  return {
    sources: body.sources.filter(({ source }) => !sources.has(source)),
    refused: [...body.refused, ...added].slice(0, MAX_REFUSALS),
    refusedByCode: new Map([...body.refusedByCode, [reason.code, count]]),
  }
}
