import { createHash } from 'node:crypto'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { TimeRange } from '@fieldwatch/contract/time/times'
import { LRUCache } from 'lru-cache'
import { decodeRecord } from '#doors/ingest/decode-record.ts'
import type { Clock } from '#platform/time/clock.ts'

/** What a tracker reports of one moment, by source, without its time. */
export type Report = Readonly<Record<string, unknown>>

/** Gives a report its time: one that no other report of its sender has, and the same one when it is sent again. */
export type PlaceInTime = (at: number, report: Report) => number

/** A record that is stored, with its fields as JSON. */
export interface Stored {
  readonly source: string
  readonly at: number
  readonly fields: string
}

export interface Found {
  readonly records: readonly Stored[]
  /** Nothing else is stored of the sources within this range. Undefined: only at the times themselves, and shortly after. */
  readonly complete: TimeRange | undefined
}

/** Finds the stored records of some sources of a unit, at and shortly after some times. */
export type FindStored = (dataId: DataId, sources: readonly string[], times: readonly number[]) => Promise<Found>

interface Dependencies {
  readonly findStored: FindStored
  readonly clock: Clock
}

export type TimeSlots = ReturnType<typeof createTimeSlots>

interface Given<T> {
  readonly dataId: DataId
  /** Those that the reports have. */
  readonly sources: readonly string[]
  /** Decodes a message, as often as it is called. */
  readonly decode: (place: PlaceInTime) => T
}

/** By source a digest of its fields. */
type Slot = ReadonlyMap<string, string>

interface Memory {
  readonly slots: Map<number, Slot>
  /** Until then the store may have records that the memory does not have. */
  incompleteUntil: number
  /** Where it has all records of some sources nevertheless, as it read them a moment ago. */
  complete: CompleteRange | undefined
}

interface CompleteRange extends TimeRange {
  readonly sources: readonly string[]
  readonly readAt: number
}

/** More than one packet of a tracker can hold. */
const REMEMBERED_RECORDS = 512
const REMEMBERED_SENDERS = 1_000
const DIGEST_LENGTH = 12
/** Meanwhile another server, or an import, may have stored records of times that are long past. */
const FRESH_MS = 10_000

/**
 * Keeps two reports of one moment, such as a periodic one and an event, from replacing each other: the second one is placed a millisecond
 * later. A report that is sent again gets the time that it has in memory, or in the store.
 */
export function createTimeSlots({ findStored, clock }: Dependencies) {
  const memories = new LRUCache<DataId, Memory>({ max: REMEMBERED_SENDERS })
  return {
    /** A unit that connects again may have sent to another server in the meantime. */
    forget: (dataId: DataId): void => void memories.delete(dataId),

    /** Decodes a message, each report with a time of its own. */
    decodeApart: async <T>({ dataId, sources, decode }: Given<T>): Promise<T> => {
      const memory = memories.get(dataId) ?? createMemory()
      memories.set(dataId, memory)
      const asked = timesOf(decode).filter((at) => mayBeStored(memory, sources, at))
      if (asked.length > 0) {
        const readAt = clock()
        const { records, complete } = await findStored(dataId, sources, asked)
        for (const stored of records) addStored(memory.slots, stored)
        memory.complete = complete && { ...complete, sources, readAt }
      }
      const decoded = decode((at, report) => placeIn(memory.slots, at, slotOf(report)))
      trim(memory)
      return decoded
    },
  }

  function createMemory(): Memory {
    return { slots: new Map(), incompleteUntil: clock(), complete: undefined }
  }

  /** Whether the store may have records of a time that the memory does not have. */
  function mayBeStored({ slots, incompleteUntil, complete }: Memory, sources: readonly string[], at: number): boolean {
    if (at > incompleteUntil || slots.has(at)) return false
    if (complete === undefined || at < complete.from || at >= complete.to) return true
    const isFresh = Math.abs(clock() - complete.readAt) < FRESH_MS
    return !isFresh || sources.some((source) => !complete.sources.includes(source))
  }
}

function timesOf(decode: (place: PlaceInTime) => unknown): number[] {
  const times: number[] = []
  decode((at) => {
    times.push(at)
    return at
  })
  return times
}

function placeIn(slots: Map<number, Slot>, given: number, slot: Slot): number {
  let at = given
  for (let known = slots.get(at); known !== undefined && !isSame(known, slot); known = slots.get(at)) at += 1
  slots.delete(at)
  slots.set(at, slot)
  return at
}

/** A part of the report may not have been stored, such as of a paused source. */
function isSame(known: Slot, slot: Slot): boolean {
  return [...known].every(([source, digest]) => slot.get(source) === digest)
}

function addStored(slots: Map<number, Slot>, { source, at, fields }: Stored): void {
  slots.set(at, new Map([...(slots.get(at) ?? []), [source, digestOf(fields)]]))
}

function slotOf(report: Report): Slot {
  return new Map(Object.entries(report).map(([source, fields]) => [source, digestOf(JSON.stringify(fields))]))
}

/** The digest of fields as they are stored, whatever their order. */
function digestOf(json: string): string {
  const record = decodeRecord(JSON.parse(json), 0)
  const fields = typeof record === 'string' ? json : record.json
  return createHash('sha1').update(fields).digest('base64').slice(0, DIGEST_LENGTH)
}

function trim(memory: Memory): void {
  for (const at of memory.slots.keys()) {
    if (memory.slots.size <= REMEMBERED_RECORDS) return
    memory.slots.delete(at)
    memory.incompleteUntil = Math.max(memory.incompleteUntil, at)
    if (memory.complete !== undefined && at >= memory.complete.from)
      memory.complete = { ...memory.complete, from: at + 1 }
  }
}
