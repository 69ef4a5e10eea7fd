import type { IngestBatch } from './ingest-batch.ts'
import type { Rejection } from './ingest-store.ts'
import type { PlacedRecord, PlacedStretch, TimedRecord } from './record-group.ts'

/** A part of a batch that is committed as a whole. */
export interface Slice {
  readonly placed: readonly PlacedRecord[]
  readonly stretches: readonly PlacedStretch[]
  readonly rejections: readonly Rejection[]
}

/** The outcome of a slice. `occupied`: records were written where a chunk would be. */
export type Outcome = 'stored' | 'gone' | 'occupied'

/** Where records came from. */
export interface Arrived extends Pick<IngestBatch, 'dataId' | 'channel' | 'topic' | 'arrivedAt' | 'refused'> {
  /** The source of the last record; undefined when there was none. */
  readonly lastSource: string | undefined
}

/** The most records of one commit, unless one record alone has more. */
export const GROUP_RECORDS = 5_000
/** Refused records of one message that are kept. */
const KEPT_REFUSALS = 100

/** Cuts a large batch into commits of a bearable size. Its rejections and its stretches go with the first one. */
export function slicesOf(
  { dataId, channel, topic, refused }: Arrived,
  { placed, stretches }: Omit<Slice, 'rejections'>,
): Slice[] {
  const rejections = refused.slice(0, KEPT_REFUSALS).map((refusal) => ({ ...refusal, dataId, channel, topic }))
  if (weightOfAll(placed) < GROUP_RECORDS) return [{ placed, stretches, rejections }]
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

/** The sources that a slice writes to. */
export function* sourcesOf({ placed, stretches }: Slice): Iterable<string> {
  let last: string | undefined
  for (const { source } of placed) {
    if (source.id !== last) yield (last = source.id)
  }
  for (const { source } of stretches) yield source.id
}

/** What a chunk or a part of late records costs a commit, in records. */
const CHUNK_COST = 100

/** The bytes that count as one record; a longer one counts as several. */
const WEIGHED_BYTES = 2048

function weightOf({ json }: TimedRecord): number {
  return 1 + Math.floor(json.length / WEIGHED_BYTES)
}

function weightOfAll(placed: readonly PlacedRecord[]): number {
  let weight = 0
  for (const { record } of placed) weight += weightOf(record)
  return weight
}

/** What a slice costs a commit, in records. */
export function sizeOf({ placed, stretches }: Slice): number {
  return (
    weightOfAll(placed) +
    stretches.reduce((sum, { chunks, late }) => sum + (chunks.length + late.length) * CHUNK_COST, 0)
  )
}
