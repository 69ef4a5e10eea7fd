import { say } from '@fieldwatch/messages/server-sentences'
import type { FieldValue } from '@fieldwatch/contract/telemetry/data'
import { MAX_INGEST_RECORDS, MAX_INGEST_SOURCES, MAX_INGEST_VALUES } from '@fieldwatch/contract/telemetry/ingest'
import { type ColumnGatherer, createColumnGatherer, type GatheredColumn, putInto } from './gather-columns.ts'
import { inOrder, type SourceColumns } from './source-columns.ts'

/** The initial capacity for records of a source; it doubles. */
const FIRST_ROOM = 16

/** A body exceeds a limit; the message is for the sender. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

/** Collects records of one source by column, those with a time apart from those that get the time of arrival. */
export interface RecordGatherer {
  /** A time in epoch milliseconds; undefined for the time of arrival. */
  put(at: number | undefined, fields: Readonly<Record<string, FieldValue>>): void
  finish(): SourceColumns[]
}

/** Counts the values of all sources of a body. */
export function createRecordGatherers() {
  let values = 0
  return (source: string): RecordGatherer => {
    const timed = createPart()
    const untimed = createPart()
    return {
      put: (at, fields) => (at === undefined ? untimed.put(untimed.count, fields) : timed.put(at, fields)),
      finish: () => [
        ...(timed.count > 0 ? [{ ...timed.finish(), source }] : []),
        ...(untimed.count > 0 ? [{ ...untimed.finish(), source, isTimedByArrival: true as const }] : []),
      ],
    }
  }

  function take(places: number): void {
    values += places
    if (values > MAX_INGEST_VALUES) throw new BodyTooLarge(TOO_MANY_VALUES)
  }

  function createPart() {
    let at = new Float64Array(0)
    let count = 0
    const gatherer: ColumnGatherer = createColumnGatherer(0)
    return {
      get count() {
        return count
      },

      put: (time: number, fields: Readonly<Record<string, FieldValue>>): void => {
        if (count === at.length) at = makeRoom(Math.max(FIRST_ROOM, 2 * at.length))
        for (const name of Object.keys(fields)) putInto(columnOf(name), count, fields[name] ?? null)
        at[count] = time
        count += 1
        take(gatherer.size)
      },

      finish: (): Omit<SourceColumns, 'source'> => {
        const { columns, types } = gatherer.finish(count)
        return { count, types, ...inOrder(at.subarray(0, count), columns) }
      },
    }

    /** Earlier records have no value in a new column, but keep their places. */
    function columnOf(name: string): GatheredColumn {
      const before = gatherer.size
      const column = gatherer.columnOf(name)
      if (gatherer.size > before) take(count)
      return column
    }

    function makeRoom(capacity: number): Float64Array<ArrayBuffer> {
      const larger = new Float64Array(capacity)
      larger.set(at)
      gatherer.makeRoom(capacity)
      return larger
    }
  }
}

/** The limits of a body, and the sentences for one that exceeds them. */
export const TOO_MANY_RECORDS = say('answers.ingest.records', { count: MAX_INGEST_RECORDS })
export const TOO_MANY_SOURCES = say('answers.ingest.many-sources', { count: MAX_INGEST_SOURCES })
const TOO_MANY_VALUES = say('answers.ingest.values', { count: MAX_INGEST_VALUES })
