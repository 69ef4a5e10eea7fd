import { maySatisfy } from '@fieldwatch/contract/conditions'
import type { FollowedSource } from '#records/arrivals/follower-store.ts'
import type { NumberBlock, RecordReader } from '#records/store/record-reader.ts'
import type { StoredEventTable } from './event-store.ts'
import type { OccurrenceRule } from './scan-occurrences.ts'

/** A source with values of an event table. */
export interface EventSource extends FollowedSource {
  readonly fields: readonly string[]
  /** For each field its place among the values. */
  readonly places: readonly number[]
}

/** What an event table reads of which source. */
export interface EventSources {
  readonly own: EventSource
  readonly others: readonly EventSource[]
  readonly rule: OccurrenceRule
}

/** Undefined when the follower does not follow the own source. */
export function sourcesOf(table: StoredEventTable, followed: readonly FollowedSource[]): EventSources | undefined {
  const sources = followed.map((one): EventSource => {
    const places = [...table.values.keys()].filter((place) => table.values[place]?.source === one.source)
    return { ...one, places, fields: places.map((place) => table.values[place]?.field ?? '') }
  })
  const own = sources.find(({ source }) => source === table.source)
  if (own === undefined) return undefined
  const { operator, constant, gapMs } = table
  return {
    own: { ...own, fields: [table.field, ...own.fields] },
    others: sources.filter((source) => source !== own),
    rule: { bound: { operator, constant }, gapMs, places: own.places },
  }
}

/** The records of the own source from a moment on, without what cannot satisfy. */
export async function* readOwn(
  reader: RecordReader,
  { own: { key, fields }, rule: { bound } }: EventSources,
  from: number,
): AsyncGenerator<NumberBlock> {
  if (key === undefined) return
  const isCandidate = (least: number, greatest: number): boolean => maySatisfy(bound, least, greatest)
  yield* reader.readCandidates(key, { from, to: Infinity, fields, isCandidate })
}

export async function* readOther(
  reader: RecordReader,
  { key, fields }: EventSource,
  from: number,
): AsyncGenerator<NumberBlock> {
  if (key !== undefined) yield* reader.readNumbers(key, { from, to: Infinity, fields })
}
