import type { FieldValue } from '@fieldwatch/contract/data'
import type { DataId, SourceName } from '@fieldwatch/contract/ids'
import type { IngestVerdict } from '@fieldwatch/contract/ingest'
import type pg from 'pg'
import type { ChunkWorkers } from '#chunk-store/chunk-workers.ts'
import { FEWEST_RECORDS, type NewRows, rowsOf } from '#chunk-store/encode-stretch.ts'
import { memoryOfRecords, unpackChunk } from '#chunk-store/packed-chunk.ts'
import { DomainError } from '#errors/domain-error.ts'
import { giveBack } from '#memory/give-back.ts'
import type { Clock } from '#time/clock.ts'
import type { DecodedBody } from './decode-body.ts'
import { decodeSourceMessage, decodeUnitMessage } from './decode-message.ts'
import { type IngestBatch, type IngestBody, verdictOf } from './ingest-batch.ts'
import type { KnownSource, PlacedRecord, PlacedStretch } from './record-group.ts'
import { refuseCalculated, refuseCalculatedColumns } from './refuse-calculated.ts'
import type { SourceColumns } from './source-columns.ts'
import { listOccupied } from './stretch-store.ts'

interface Dependencies {
  pool: pg.Pool
  workers: ChunkWorkers
  clock: Clock
  readonly findSource: (dataId: DataId, name: SourceName) => KnownSource
  /** False: there are records where a chunk would be. */
  readonly record: (from: From, content: Content) => Promise<boolean>
  readonly recordBatch: (batch: IngestBatch) => Promise<IngestVerdict>
  readonly count: (
    batch: Pick<IngestBatch, 'channel' | 'refusedByCode'>,
    counts: { stored: number; paused: number },
  ) => void
}

type From = Omit<IngestBatch, 'records' | 'refusedByCode' | 'pausedData'> & { readonly lastSource: string | undefined }

interface Content {
  readonly placed: readonly PlacedRecord[]
  readonly stretches: readonly PlacedStretch[]
}

/** Bodies that are being recorded hold at most so many bytes; who comes then has to come again. */
const MOST_BYTES = 96 * 1024 * 1024
/** How often chunks are made anew because others wrote records in between; then all of it becomes rows. */
const ATTEMPTS = 3
/** Its records tell where the unit is, so they are looked at one by one. */
const LOCATION = 'location'

export interface BodyRecorder {
  readonly recordBody: (body: IngestBody) => Promise<IngestVerdict>
  /** Records what came by column. The memory of the columns stays whose it is. */
  readonly recordColumns: (from: From, sources: readonly SourceColumns[]) => Promise<void>
}

/** Records bodies whose decoding would hold up everything else. */
export function createBodyRecorder(dependencies: Dependencies): BodyRecorder {
  const { workers, clock, recordBatch, record, count } = dependencies
  let bytes = 0
  return { recordBody, recordColumns }

  async function recordBody(given: IngestBody): Promise<IngestVerdict> {
    const { length } = given.body
    if (bytes > 0 && bytes + length > MOST_BYTES) throw new DomainError('server/unavailable')
    bytes += length
    try {
      const body = ownMemory(given.body)
      const decoded = await workers.run('decode', { body, source: given.source, now: clock() }, [body.buffer])
      if ('unsuited' in decoded) {
        const message = refuseCalculated(decodeHere(decoded.unsuited), given.calculatedSources)
        return await recordBatch({ ...given, ...message })
      }
      const verdict = await recordDecoded(given, decoded)
      giveBack(decoded.sources.flatMap(memoryOfRecords))
      return verdict
    } finally {
      bytes -= length
    }

    function decodeHere({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>) {
      const body = Buffer.from(buffer, byteOffset, byteLength)
      return given.source === undefined
        ? decodeUnitMessage(body, clock())
        : decodeSourceMessage(given.source, body, clock())
    }
  }

  async function recordDecoded(
    { dataId, channel, arrivedAt, pausedData, calculatedSources }: IngestBody,
    decoded: DecodedBody,
  ): Promise<IngestVerdict> {
    const { sources, refused, refusedByCode } = refuseCalculatedColumns(decoded, calculatedSources)
    const kept = sources.filter(({ source }) => !pausedData.has(source))
    await recordColumns({ dataId, channel, arrivedAt, refused, lastSource: sources.at(-1)?.source }, kept)
    const stored = kept.reduce((sum, columns) => sum + columns.count, 0)
    const paused = sources.reduce((sum, columns) => sum + columns.count, 0) - stored
    count({ channel, refusedByCode: new Map(refusedByCode) }, { stored, paused })
    return verdictOf({ stored, paused, refused })
  }

  async function recordColumns(from: From, sources: readonly SourceColumns[]): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const content = await place(dependencies, from.dataId, sources, { asRows: attempt > ATTEMPTS })
      if (await record(from, content)) return
    }
  }
}

/** A body is handed to another thread with the memory that it is in: it must be alone in there. */
function ownMemory(body: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer } = body
  return buffer instanceof ArrayBuffer && buffer.byteLength === body.length
    ? new Uint8Array(buffer)
    : new Uint8Array(body)
}

async function place(
  dependencies: Dependencies,
  dataId: DataId,
  sources: readonly SourceColumns[],
  { asRows }: { asRows: boolean },
): Promise<Content> {
  const placed: PlacedRecord[] = []
  const stretches: PlacedStretch[] = []
  for (const columns of sources) {
    // Decoding checked the name.
    const source = dependencies.findSource(dataId, columns.source as SourceName)
    const isShort = columns.at.length < FEWEST_RECORDS || columns.source === LOCATION
    const { chunks, rows } =
      asRows || isShort ? { chunks: [], rows: rowsOfAll(columns) } : await encode(dependencies, source, columns)
    stretches.push({ source, chunks: chunks.map(unpackChunk), types: columns.types })
    placed.push(...placeRows(source, rows))
  }
  return { placed, stretches }
}

async function encode({ pool, workers }: Dependencies, source: KnownSource, { at, columns }: SourceColumns) {
  const start = at[0] ?? 0
  const end = at.at(-1) ?? start
  const occupied = await listOccupied(pool, source, { start, end })
  return workers.run('encode', { at, columns, occupied, keepsLast: end >= source.newestAt })
}

function rowsOfAll({ at, columns }: SourceColumns): NewRows {
  return rowsOf(at, columns, Array.from(at.keys()))
}

function placeRows(source: KnownSource, { at, json }: NewRows): PlacedRecord[] {
  const lines = at.length === 0 ? [] : json.split('\n')
  return lines.map((line, index) => ({ source, record: recordOf(at[index] ?? 0, line) }))
}

/** The fields are read for those who look at them. */
function recordOf(at: number, json: string): PlacedRecord['record'] {
  let fields: Readonly<Record<string, FieldValue>> | undefined
  return {
    at,
    json,
    get fields() {
      return (fields ??= JSON.parse(json) as Record<string, FieldValue>)
    },
  }
}
