import type { FieldValue } from '@fieldwatch/contract/data'
import type { DataId, SourceName } from '@fieldwatch/contract/ids'
import type { SourceRecord } from './decode-message.ts'
import { type FieldTypeMap, widenTypes } from './field-types.ts'
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
  /** The newest time of arrival that stands in for a missing `messageUTC`. */
  lastStandIn: number
}

export interface StoredRecord {
  readonly at: number
  readonly fields: Readonly<Record<string, FieldValue>>
  readonly json: string
}

/** The records of one source in one commit. */
export interface SourceGroup {
  readonly source: KnownSource
  /** By time; one a moment. */
  readonly records: readonly StoredRecord[]
  /** Undefined when the known types hold all of them. */
  readonly widened: FieldTypeMap | undefined
}

/** Gives a record without `messageUTC` the time of its arrival, and the next one a millisecond later: none replaces another. */
export function placeInTime(source: KnownSource, record: SourceRecord, arrivedAt: number): StoredRecord {
  const at = record.at ?? (source.lastStandIn = Math.max(arrivedAt, source.lastStandIn + 1))
  return { at, fields: record.fields, json: record.json }
}

/** Records of a batch that will be stored, with where they go. */
export interface PlacedRecord {
  readonly source: KnownSource
  readonly record: StoredRecord
}

/** Sorts what several batches bring by source. Of records with one time the last one that arrived wins. */
export function groupBySource(placed: Iterable<PlacedRecord>): SourceGroup[] {
  const bySource = new Map<string, { source: KnownSource; records: Map<number, StoredRecord> }>()
  for (const { source, record } of placed) {
    let group = bySource.get(source.id)
    if (group === undefined) bySource.set(source.id, (group = { source, records: new Map() }))
    group.records.set(record.at, record)
  }
  return [...bySource.values()].map(({ source, records }) => ({
    source,
    records: [...records.values()].sort((one, other) => one.at - other.at),
    widened: widenedBy(source.types, records.values()),
  }))
}

function widenedBy(known: FieldTypeMap, records: Iterable<StoredRecord>): FieldTypeMap | undefined {
  let widened: FieldTypeMap | undefined
  for (const { fields } of records) widened = widenTypes(widened ?? known, fields) ?? widened
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
