import { inEnglish } from '#platform/errors/domain-error.ts'
import type { DataId, EntityId, SourceName } from '@fieldwatch/contract/api/ids'
import type { Door } from '@fieldwatch/contract/api/doors'
import type { IngestVerdict } from '@fieldwatch/contract/telemetry/ingest'
import type { DecodedMessage, Refusal, SourceRecord } from './decode-message.ts'
import type { FieldValue } from '@fieldwatch/contract/telemetry/data'
import type { Chunk } from '#records/chunks/chunk.ts'
import type { LateRecords } from '#records/store/late-records-store.ts'
import type { FieldTypeMap } from './field-types.ts'
import { LRUCache } from 'lru-cache'
import { entriesAtMost } from '#platform/memory/entries-at-most.ts'

/** The door; `calculation` for what the portal computes. */
export type Channel = Door

/** Where a message came from, and what of it is stored. */
export interface Origin {
  readonly dataId: DataId
  readonly channel: Channel
  /** Where the unit published it, or the address that it used. */
  readonly topic?: string
  /** Epoch milliseconds. */
  readonly arrivedAt: number
  /** The hash of the unit's token; the token is never stored. */
  readonly tokenHash?: Buffer | undefined
  /** Sources whose records are not stored. */
  readonly pausedData: ReadonlySet<string>
  /** Sources that the portal computes: records of them are refused. */
  readonly calculatedSources: ReadonlySet<string>
  /** Whose turn it takes where all share something. */
  readonly entity?: EntityId | undefined
}

/** What one message of a unit brings to the store. */
export interface IngestBatch extends Origin, DecodedMessage {}

/** A body of a unit, not decoded yet. */
export interface IngestBody extends Origin {
  readonly body: Buffer
  /** Undefined: the body names its sources. */
  readonly source: string | undefined
}

type Sender = Pick<Origin, 'dataId' | 'tokenHash' | 'pausedData' | 'calculatedSources' | 'entity'>

/** The origin of what a unit sent. */
export function sentBy(
  { dataId, tokenHash, pausedData, calculatedSources, entity }: Sender,
  how: Omit<Origin, keyof Sender>,
): Origin {
  return { dataId, tokenHash, pausedData, calculatedSources, entity, ...how }
}

/** The reply to the unit after the commit, in English: programs read it by its codes. */
export function verdictOf(outcome: { stored: number; paused: number; refused: readonly Refusal[] }): IngestVerdict {
  const { stored, paused, refused } = outcome
  const status = refused.length === 0 ? 'success' : stored + paused > 0 ? 'partial_success' : 'error'
  return {
    status,
    details: {
      stored,
      paused,
      refused: refused.map(({ source, index, code, message }) => ({
        source,
        index,
        code,
        message: inEnglish(message),
      })),
    },
  }
}

/** What is known of a source between commits. */
export interface KnownSource {
  /** `dataId/name`. */
  readonly id: string
  readonly dataId: DataId
  readonly name: SourceName
  /** Undefined until it was read from the database. */
  key: number | undefined
  types: FieldTypeMap
  /** The newest stand-in time that was given here. */
  lastStandInTime: number
  /** The time of the newest record that was stored through here. */
  newestAt: number
}

/** A record as it is stored: it has a time in any case. */
export interface TimedRecord {
  /** A stand-in time moves behind those that other servers have given. */
  at: number
  readonly isStandIn?: true
  readonly fields: Readonly<Record<string, FieldValue>>
  readonly json: string
  /** The types of its fields, and maybe of others of its source; undefined when they were not looked at. */
  readonly types?: FieldTypeMap | undefined
}

/** The records of one source in one commit. */
export interface SourceGroup {
  readonly source: KnownSource
  /** In the order of time, one for each moment. */
  readonly records: readonly TimedRecord[]
  /** Records that come as chunks or late. */
  readonly stretches: readonly PlacedStretch[]
  /** Undefined when the known types hold all of them. */
  readonly widened: FieldTypeMap | undefined
}

/** A stand-in time that is later came from a clock that was ahead. */
const MOST_AHEAD_MS = 3_600_000

/**
 * Gives a record without `messageUTC` a stand-in time, its arrival or a millisecond after the one before, so that none replaces
 * another. The commit moves it if another server, or this one before its start, has given that time already.
 */
function placeInTime(source: KnownSource, record: SourceRecord, arrivedAt: number): TimedRecord {
  if (hasTime(record)) return record
  const isAhead = source.lastStandInTime - arrivedAt > MOST_AHEAD_MS
  source.lastStandInTime = isAhead ? arrivedAt : Math.max(arrivedAt, source.lastStandInTime + 1)
  const { fields, json, types } = record
  return { at: source.lastStandInTime, isStandIn: true, fields, json, types }
}

function hasTime(record: SourceRecord): record is SourceRecord & { readonly at: number } {
  return record.at !== undefined
}

/** Moves stand-in times behind a time, and past those of other records. */
export function moveStandIns({ records }: Pick<SourceGroup, 'records'>, until: number): void {
  const taken = new Set(records.filter(({ isStandIn }) => isStandIn !== true).map(({ at }) => at))
  let last = until
  for (const record of records) {
    if (record.isStandIn !== true) continue
    do last += 1
    while (taken.has(last))
    record.at = last
  }
}

/** Records of a batch that will be stored, with where they go. */
export interface PlacedRecord {
  readonly source: KnownSource
  readonly record: TimedRecord
}

/** Records of one source that arrived together: chunks that overlap no others, and late ones within chunks. */
export interface PlacedStretch {
  readonly source: KnownSource
  readonly chunks: readonly Chunk[]
  readonly late: readonly LateRecords[]
  /** The types of all fields. */
  readonly types: FieldTypeMap
}

/** How many records a stretch has. */
export function countStretch({ chunks, late }: Pick<PlacedStretch, 'chunks' | 'late'>): number {
  return late.reduce(
    (sum, { count }) => sum + count,
    chunks.reduce((sum, { count }) => sum + count, 0),
  )
}

/** The records of a batch that are not paused, with their sources. */
export function placeRecords(
  batch: IngestBatch,
  find: (dataId: DataId, name: SourceName) => KnownSource,
): { placed: PlacedRecord[]; paused: number } {
  const placed: PlacedRecord[] = []
  let source: KnownSource | undefined
  for (const record of batch.records) {
    if (batch.pausedData.has(record.source)) continue
    // Decoding checked the name.
    if (source?.name !== record.source) source = find(batch.dataId, record.source as SourceName)
    placed.push({ source, record: placeInTime(source, record, batch.arrivedAt) })
  }
  return { placed, paused: batch.records.length - placed.length }
}

/** The most sources that are cached; the least recently used are dropped first. */
const REMEMBERED = 100_000

export type KnownSources = ReturnType<typeof createKnownSources>

/**
 * Caches keys and types of sources, so that most commits need not ask the database. An entry may be older than the database,
 * never newer.
 */
export function createKnownSources() {
  const sources = new LRUCache<string, KnownSource>(entriesAtMost(REMEMBERED))
  return {
    find: (dataId: DataId, name: SourceName): KnownSource => {
      const id = idOf(dataId, name)
      const known = sources.get(id)
      if (known !== undefined) return known
      const source: KnownSource = {
        id,
        dataId,
        name,
        key: undefined,
        types: new Map(),
        lastStandInTime: 0,
        newestAt: 0,
      }
      sources.set(id, source)
      return source
    },

    /** Whether the source is known to be in the database. */
    isStored: (dataId: DataId, name: string): boolean => sources.peek(idOf(dataId, name))?.key !== undefined,

    learn: (source: KnownSource, stored: LearnedSource): void => {
      source.key = stored.key
      source.types = stored.types
      source.lastStandInTime = Math.max(source.lastStandInTime, stored.standInUntil)
    },

    /** Makes the next commit ask the database again. */
    forget: (source: KnownSource): void => {
      source.key = undefined
      source.types = new Map()
    },
  }
}

/** What the database says about a source after a commit. */
interface LearnedSource {
  readonly key: number
  readonly types: FieldTypeMap
  /** The newest stand-in time that was given. */
  readonly standInUntil: number
}

function idOf(dataId: DataId, name: string): string {
  return `${dataId}/${name}`
}
