import type { FieldValue } from '@fieldwatch/contract/data'
import type { DataId, SourceName } from '@fieldwatch/contract/ids'
import type { Chunk } from '#records/chunks/chunk.ts'
import type { SourceRecord } from './decode-message.ts'
import { type FieldTypeMap, joinTypes, widenTypes } from './field-types.ts'
import type { IngestBatch } from './ingest-batch.ts'

/** What is known of a source between commits. */
export interface KnownSource {
  /** `dataId/name`. */
  readonly id: string
  readonly dataId: DataId
  readonly name: SourceName
  /** Undefined until the database has told it. */
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
}

/** The records of one source in one commit. */
export interface SourceGroup {
  readonly source: KnownSource
  /** By time; one a moment. */
  readonly records: readonly TimedRecord[]
  /** What is stored in chunks. */
  readonly stretches: readonly PlacedStretch[]
  /** Undefined when the known types hold all of them. */
  readonly widened: FieldTypeMap | undefined
}

/**
 * Gives a record without `messageUTC` the time of its arrival, and the next one a millisecond later: none replaces another. The commit
 * moves them where another server, or this one before it was started, has given such a time already.
 */
export function placeInTime(source: KnownSource, { at, fields, json }: SourceRecord, arrivedAt: number): TimedRecord {
  if (at !== undefined) return { at, fields, json }
  source.lastStandInTime = Math.max(arrivedAt, source.lastStandInTime + 1)
  return { at: source.lastStandInTime, isStandIn: true, fields, json }
}

/** Moves the times that stand in for missing ones behind a time, and out of the way of the other records. */
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
  /** The types of its fields come with a stretch of the source, so that nobody need look at each. */
  readonly isTyped?: true
}

/** Chunks of one source that came at once, and lie among no other records. */
export interface PlacedStretch {
  readonly source: KnownSource
  readonly chunks: readonly Chunk[]
  /** Of all fields. */
  readonly types: FieldTypeMap
}

interface Gathering {
  readonly source: KnownSource
  readonly records: Map<number, TimedRecord>
  /** Whether all records are. */
  isTyped: boolean
  readonly stretches: PlacedStretch[]
}

/** Sorts what several batches bring by source. Of records with one time the last one that arrived wins. */
export function groupBySource(placed: Iterable<PlacedRecord>, stretches: Iterable<PlacedStretch> = []): SourceGroup[] {
  const bySource = new Map<string, Gathering>()
  const groupOf = (source: KnownSource): Gathering => {
    const known = bySource.get(source.id)
    if (known !== undefined) return known
    const group = { source, records: new Map<number, TimedRecord>(), isTyped: true, stretches: [] }
    bySource.set(source.id, group)
    return group
  }
  for (const { source, record, isTyped = false } of placed) {
    const group = groupOf(source)
    group.records.set(record.at, record)
    group.isTyped &&= isTyped
  }
  for (const stretch of stretches) groupOf(stretch.source).stretches.push(stretch)
  return [...bySource.values()].map((group) => ({
    source: group.source,
    records: [...group.records.values()].sort((one, other) => one.at - other.at),
    stretches: group.stretches,
    widened: widenedBy(group),
  }))
}

function widenedBy({ source, records, isTyped, stretches }: Gathering): FieldTypeMap | undefined {
  let widened: FieldTypeMap | undefined
  if (!isTyped)
    for (const { fields } of records.values()) widened = widenTypes(widened ?? source.types, fields) ?? widened
  for (const { types } of stretches) widened = joinTypes(widened ?? source.types, types) ?? widened
  return widened
}

/** The records of a batch that are not paused, with the sources that `find` knows. */
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
