import type { StoredFieldType } from '#platform/database/tables.ts'
import type { Arrived } from '#records/arrivals/consumer.ts'
import { blockOf } from '#records/arrivals/followed-numbers.ts'
import type { FollowedSource } from '#records/arrivals/follower-store.ts'
import {
  clearBoundOf,
  DISTANCE_VALUE,
  parkedByOfField,
  placeOfField,
} from '@fieldwatch/contract/places/place-conditions'
import { POSITION_FIELDS } from '#records/places/position-accuracy.ts'
import { isJourneyValue, journeyOfField } from '@fieldwatch/contract/places/trip-conditions'
import { mayMatter } from '#records/conditions/judge-reading.ts'
import type { NumberBlock, RecordReader } from '#records/store/record-reader.ts'
import type { ClaimedEventTable } from './finding-store.ts'
import type { OccurrenceRule } from './scan-occurrences.ts'
import { type JourneyColumns, journeyColumnsOf } from './trips/journey-columns.ts'
import type { TextSource } from './start-values.ts'

/** A source with numbers among the values of an event table. */
export interface EventSource extends FollowedSource {
  readonly fields: readonly string[]
  /** For each field its place among the values. */
  readonly places: readonly number[]
}

/** What an event table reads of which source. */
export interface EventSources {
  readonly own: EventSource
  readonly others: readonly EventSource[]
  readonly texts: readonly TextSource[]
  readonly rule: OccurrenceRule
  /** Only for a table of trips or stops. */
  readonly journeys?: JourneyColumns
}

/** Undefined when the follower does not follow the own source. */
export function sourcesOf(table: ClaimedEventTable, followed: readonly FollowedSource[]): EventSources | undefined {
  const { values, types } = table
  const pick = (one: FollowedSource, isWanted: (type: StoredFieldType | null) => boolean): EventSource => {
    const places = [...values.keys()].filter(
      (place) => values[place]?.source === one.source && isWanted(types[place] ?? null),
    )
    return { ...one, places, fields: places.map((place) => values[place]?.field ?? '') }
  }
  // A field of texts alone has no numbers to look for.
  const sources = followed.map((one) => pick(one, (type) => type !== 'string'))
  const texts = followed.map((one) => ({ ...pick(one, hasTexts), isOwn: one.source === table.source }))
  const own = sources.find(({ source }) => source === table.source)
  if (own === undefined) return undefined
  const journeys = withJourneys(table, { own, sources, texts })
  if (journeys !== undefined) return journeys
  const { operator, constant, gapMs } = table
  const bound = { operator, constant }
  const clearBound = clearBoundOf(table.field, bound)
  const isOnPlaces = placeOfField(table.field) !== undefined
  const distance = values.findIndex((value) => value.source === table.source && value.field === DISTANCE_VALUE)
  return {
    own: { ...own, fields: [table.field, ...own.fields, ...(isOnPlaces ? POSITION_FIELDS : [])] },
    others: sources.filter((source) => source !== own && source.fields.length > 0),
    texts: texts.filter(({ fields }) => fields.length > 0),
    rule: {
      condition: { bound, clearBound, forMs: 0, gapMs, leavesParked: parkedByOfField(table.field) !== undefined },
      places: own.places,
      ...(isOnPlaces && distance >= 0
        ? { distance: { place: distance, column: own.fields.length + 1, usual: table.usualAccuracy } }
        : {}),
    },
  }
}

/** What a table of trips or stops reads; undefined for others. The ignition is the last of the values that are read. */
function withJourneys(
  { field, source, values, gapMs, operator, constant, usualAccuracy }: ClaimedEventTable,
  read: {
    readonly own: EventSource
    readonly sources: readonly EventSource[]
    readonly texts: readonly TextSource[]
  },
): EventSources | undefined {
  const journey = journeyOfField(field)
  if (journey === undefined) return undefined
  const { ignition } = journey.settings
  const found = read.sources.map((one): EventSource => {
    const places = one.places.filter((place) => one.source !== source || !isJourneyValue(values[place]?.field ?? ''))
    const ofIgnition = ignition?.source === one.source ? [ignition.field] : []
    return {
      ...one,
      places: [...places, ...ofIgnition.map(() => values.length)],
      fields: [...places.map((place) => values[place]?.field ?? ''), ...ofIgnition],
    }
  })
  const own = found.find((one) => one.source === source) ?? read.own
  const journeys = journeyColumnsOf({ ...journey, gapMs, values: values.length, own, usualAccuracy })
  const bound = { operator, constant }
  return {
    own: { ...own, fields: journeys.fields },
    others: found.filter((one) => one !== own && one.fields.length > 0),
    texts: read.texts.filter(({ fields }) => fields.length > 0),
    rule: { condition: { bound, clearBound: bound, forMs: 0, gapMs }, places: own.places },
    journeys,
  }
}

/** Whether values of a field can be texts or booleans. */
function hasTexts(type: StoredFieldType | null): boolean {
  return type === 'string' || type === 'bool' || type === 'mixed'
}

/** What arrived of a source, as its numbers. */
export function arrivedOf(
  { source, fields }: EventSource,
  arrived: readonly Arrived[],
  read: typeof blockOf = blockOf,
): NumberBlock {
  return read(arrived.find(({ followed }) => followed.source === source)?.records ?? [], fields)
}

/** The time of the latest record that arrived, or else `upTo`. */
export function latestOf(arrived: readonly Arrived[], upTo: number): number {
  return arrived.reduce((most, { times }) => times.reduce((later, at) => Math.max(later, at), most), upTo)
}

/** The records of the own source from a moment on, without what cannot matter. */
export async function* readOwn(
  reader: RecordReader,
  { own: { key, fields }, rule: { condition }, journeys }: EventSources,
  from: number,
): AsyncGenerator<NumberBlock> {
  if (key === undefined) return
  const isCandidate = (least: number, greatest: number): boolean =>
    journeys !== undefined || mayMatter(condition, least, greatest)
  yield* reader.readCandidates(key, { from, to: Infinity, fields, isCandidate })
}

export async function* readOther(
  reader: RecordReader,
  { key, fields }: EventSource,
  from: number,
): AsyncGenerator<NumberBlock> {
  if (key !== undefined) yield* reader.readNumbers(key, { from, to: Infinity, fields })
}
