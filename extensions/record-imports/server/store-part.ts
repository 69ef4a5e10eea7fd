import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import type pg from 'pg'
import { DomainError } from '@fieldwatch/server/platform/errors/domain-error'
import type { FieldTypeMap } from '@fieldwatch/server/doors/ingest/field-types'
import { groupBySource } from '@fieldwatch/server/doors/ingest/group-by-source'
import { createIngestStore, type StoredSource } from '@fieldwatch/server/doors/ingest/ingest-store'
import { LazyRecord } from '@fieldwatch/server/doors/ingest/lazy-record'
import type { KnownSource, PlacedStretch, TimedRecord } from '@fieldwatch/server/doors/ingest/ingest-batch'
import { GROUP_RECORDS, recordsEvent } from '@fieldwatch/server/doors/ingest/commit-slices'
import { listOccupied } from '@fieldwatch/server/doors/ingest/stretch-store'
import { unpackChunk } from '@fieldwatch/server/records/store/packed-chunk'
import type { RecordReader } from '@fieldwatch/server/records/store/record-reader'
import type { ThreadPool } from '@fieldwatch/server/records/threads/thread-pool'
import type { Platform } from '@fieldwatch/server/platform/floor'
import { type ImportCommit, writeImportCommit } from './import-commit-store.ts'
import { type PackedPart, PLACE_RECORDS } from './import-tasks.ts'
import type { PlacedRecords } from './place-records.ts'
import { readStoredThere } from './read-stored-there.ts'

export interface StoringParts extends Pick<Platform, 'bus' | 'clock' | 'metrics'> {
  /** Connections of their own: units do not wait for an import. */
  readonly pool: pg.Pool
  readonly workers: ThreadPool
  readonly reader: RecordReader
}

export interface Target {
  readonly importId: number
  readonly server: string
  readonly dataId: DataId
  readonly source: SourceName
  /** When records of the import arrived. */
  readonly own: Set<number>
  /** Lines of several series with the same time are one record. */
  readonly joins: boolean
}

/** How often chunks are encoded again because others wrote records in between; then everything becomes rows. */
const ATTEMPTS = 3

/**
 * Stores the records of a part of a file that are not there yet, and returns how many were. Repeating it stores nothing twice.
 * @throws ImportEndedError when the import was ended; DomainError unit/not-found
 */
export async function storePart(parts: StoringParts, target: Target, part: PackedPart): Promise<{ unchanged: number }> {
  if (part.packed.at.length === 0) return { unchanged: 0 }
  let unchanged: number | undefined
  for (let attempt = 1; ; attempt += 1) {
    const placed = await place(parts, target, part, { asRows: attempt > ATTEMPTS })
    // What was stored by an attempt before this one is the import's own by now.
    unchanged ??= placed.unchanged
    if (await commitAll(parts, target, part, placed)) return { unchanged }
  }
}

async function place(
  { pool, workers, reader }: StoringParts,
  { dataId, source, own, joins }: Target,
  { packed }: PackedPart,
  { asRows }: { asRows: boolean },
): Promise<PlacedRecords> {
  const range = { start: packed.at[0] ?? 0, end: packed.at.at(-1) ?? 0 }
  const occupied = await listOccupied(pool, { dataId, name: source }, range)
  const stored = await readStoredThere({ pool, reader }, { dataId, source }, packed.at, {
    isFree: occupied.length === 0,
  })
  return workers.run(PLACE_RECORDS, {
    packed,
    stored,
    own,
    joins,
    // An import knows its records by their rows until they are in a chunk.
    occupied: asRows ? [range] : occupied.map(({ start, end }) => ({ start, end })),
    keepsLast: true,
  })
}

/** False when records were written where a chunk would be. */
async function commitAll(
  parts: StoringParts,
  target: Target,
  { types }: PackedPart,
  placed: PlacedRecords,
): Promise<boolean> {
  const known = sourceOf(target)
  const records = recordsOf(target.source, placed.rows, types)
  const replaced = new Map(replacedByTime(placed.replaced))
  const repeated = new Set(placed.repeated)
  let stretches: PlacedStretch[] = [{ source: known, chunks: placed.chunks.map(unpackChunk), late: [], types }]
  for (let start = 0; start === 0 || start < records.length; start += GROUP_RECORDS) {
    const slice = records.slice(start, start + GROUP_RECORDS)
    if (slice.length === 0 && placed.chunks.length === 0) return true
    if (!(await commit(parts, target, { source: known, slice, stretches, replaced, repeated }))) return false
    stretches = [{ source: known, chunks: [], late: [], types }]
  }
  return true
}

interface Slice {
  readonly source: KnownSource
  readonly slice: readonly TimedRecord[]
  readonly stretches: readonly PlacedStretch[]
  readonly replaced: ReadonlyMap<number, Replaced>
  readonly repeated: ReadonlySet<number>
}

async function commit(
  { pool, bus, clock, metrics }: StoringParts,
  { importId, server, own }: Target,
  { source, slice, stretches, replaced, repeated }: Slice,
): Promise<boolean> {
  const [group] = groupBySource(
    slice.map((record) => ({ source, record })),
    stretches,
  )
  if (group === undefined) return true
  const chunks = stretches.flatMap((stretch) => stretch.chunks)
  const over = slice.flatMap(({ at }) => replaced.get(at) ?? [])
  const inChunks = chunks.reduce((sum, { count }) => sum + count, 0)
  const written: ImportCommit = {
    id: importId,
    server,
    start: Math.min(...chunks.map(({ startAt }) => startAt), slice[0]?.at ?? Infinity),
    end: Math.max(...chunks.map(({ endAt }) => endAt), slice.at(-1)?.at ?? -Infinity),
    added: inChunks + slice.filter(({ at }) => !replaced.has(at) && !repeated.has(at)).length,
    replaced: {
      at: over.map(({ at }) => at),
      receivedAt: over.map(({ receivedAt }) => receivedAt),
      json: over.map(({ json }) => json),
    },
  }
  let arrived: StoredSource | undefined
  const { kind } = await createIngestStore(pool).commit({
    now: clock(),
    groups: [group],
    units: [],
    rejections: [],
    also: async (client, [stored]) => {
      if (stored === undefined) return
      arrived = stored
      await writeImportCommit(client, written, stored)
    },
  })
  if (kind === 'gone') throw new DomainError('unit/not-found')
  if (kind === 'occupied' || arrived === undefined) return false
  own.add(arrived.receivedAt)
  metrics.recordsStored.inc({ channel: 'import' }, inChunks + slice.length)
  if (chunks.length > 0) metrics.chunksWritten.inc({ by: 'import' }, chunks.length)
  bus.publish('records', recordsEvent(group, arrived))
  return true
}

/** Its key and types are always asked of the database. */
export function sourceOf({ dataId, source }: Pick<Target, 'dataId' | 'source'>): KnownSource {
  return {
    id: `${dataId}/${source}`,
    dataId,
    name: source,
    key: undefined,
    types: new Map(),
    lastStandInTime: 0,
    newestAt: 0,
  }
}

function recordsOf(source: SourceName, { at, json }: PlacedRecords['rows'], types: FieldTypeMap): TimedRecord[] {
  const lines = at.length === 0 ? [] : json.split('\n')
  return Array.from(at, (time, index) => new LazyRecord(source, time, lines[index] ?? '{}', types))
}

/** A record that one of the import takes the place of. */
interface Replaced {
  readonly at: number
  readonly receivedAt: number
  readonly json: string
}

function* replacedByTime({ at: times, receivedAt, json }: PlacedRecords['replaced']): Generator<[number, Replaced]> {
  const lines = times.length === 0 ? [] : json.split('\n')
  for (const [index, at] of times.entries())
    yield [at, { at, receivedAt: receivedAt[index] ?? 0, json: lines[index] ?? '{}' }]
}
