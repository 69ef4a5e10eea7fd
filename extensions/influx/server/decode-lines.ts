import { say } from '@fieldwatch/messages/server-sentences'
import { isUtf8 } from 'node:buffer'
import { MAX_INGEST_RECORDS, MAX_INGEST_SOURCES, MAX_RECORD_BYTES } from '@fieldwatch/contract/telemetry/ingest'
import type { PackedBody } from '@fieldwatch/server/doors/ingest/body-tasks'
import type { ExceedingBody } from '@fieldwatch/server/doors/ingest/decode-body'
import {
  type DecodedMessage,
  emptyMessage,
  excerpt,
  type Reason,
  refuse,
} from '@fieldwatch/server/doors/ingest/decode-message'
import { type DecodedRecord, decodeRecord } from '@fieldwatch/server/doors/ingest/decode-record'
import {
  BodyTooLarge,
  createRecordGatherers,
  type RecordGatherer,
  TOO_MANY_SOURCES,
} from '@fieldwatch/server/doors/ingest/gather-records'
import { memoryOfSourceRecords, packRecords } from '@fieldwatch/server/doors/ingest/source-records'
import { createMoments, writeMoment } from '@fieldwatch/server/doors/senders/place-apart'
import { foreignFieldName, seriesName } from '@fieldwatch/server/doors/senders/series-name'
import { memoryOfRecords } from '@fieldwatch/server/records/store/packed-chunk'
import { type Done, threadTask } from '@fieldwatch/server/records/threads/thread-task'
import { endOfLine, type Point, readPoint, TOO_LONG } from './read-point.ts'
import { type ReadTime, timesIn } from './precision.ts'

interface Given {
  /** The precision of times; nanoseconds when it is left out. */
  readonly precision: string | undefined
  /** The dataID of lines that name no unit; undefined where the sender is none. */
  readonly own: string | undefined
  /** Epoch milliseconds. */
  readonly now: number
}

/** What a body brings, by the dataID of its unit; undefined for lines of a program that name none. */
type ByUnit<Brought> = ReadonlyMap<string | undefined, Brought>

const UNIT_TAG = 'unit'
const NOT_TEXT: Reason = { code: 'record/malformed-line', message: 'answers.door.line.not-text' }
const LONG_LINE: Reason = { code: 'record/malformed-line', message: TOO_LONG }

/**
 * Decodes a short body of lines. Lines of one series with the same time are one record, as in InfluxDB. Other points that fall into one
 * millisecond of a source get the next free one.
 * @throws DomainError request/invalid for another precision
 */
export function decodeLines(body: Buffer, given: Given): ByUnit<DecodedMessage> {
  const brought = new Map<string | undefined, DecodedMessage>()
  for (const [name, { message, records }] of readLines(body, given)) {
    for (const { source, record } of decoded(records, message, given.now)) message.records.push({ source, ...record })
    brought.set(name, message)
  }
  return brought
}

interface LongBody extends Given {
  readonly body: Uint8Array<ArrayBuffer>
}

/** As `decodeLines`, for a body of any length, in a thread: into columns. */
export function decodeManyLines({ body, ...given }: LongBody): Done<ByUnit<PackedBody> | ExceedingBody> {
  try {
    const gathererOf = createRecordGatherers()
    const brought = new Map<string | undefined, PackedBody>()
    const spent: ArrayBuffer[] = [body.buffer]
    for (const [name, { message, records }] of readLines(
      Buffer.from(body.buffer, body.byteOffset, body.length),
      given,
    )) {
      const bySource = new Map<string, RecordGatherer>()
      for (const { source, record } of decoded(records, message, given.now)) {
        const known = bySource.get(source)
        if (known === undefined && bySource.size === MAX_INGEST_SOURCES) throw new BodyTooLarge(TOO_MANY_SOURCES)
        const gatherer = known ?? gathererOf(source)
        bySource.set(source, gatherer)
        gatherer.put(record.at, record.fields)
      }
      const columns = [...bySource.values()].flatMap((gatherer) => gatherer.finish())
      brought.set(name, {
        sources: columns.map(packRecords),
        refused: message.refused,
        refusedByCode: message.refusedByCode,
      })
      spent.push(...columns.flatMap(memoryOfRecords))
    }
    const memory = [...brought.values()].flatMap(({ sources }) => sources.flatMap(memoryOfSourceRecords))
    return { result: brought, memory, spent }
  } catch (error) {
    if (error instanceof BodyTooLarge) return { result: { exceeds: error.message }, memory: [], spent: [body.buffer] }
    throw error
  }
}

export const DECODE_LINES = threadTask(import.meta.url, decodeManyLines)

/** @throws BodyTooLarge */
function readLines(body: Buffer, { precision, own }: Given): ReadonlyMap<string | undefined, OfUnit> {
  const text = body.toString()
  const isText = isUtf8(body)
  const gatherer = createGatherer({ readTime: timesIn(precision), own })
  let count = 0
  for (let start = 0; start < text.length;) {
    const lineEnd = endOfLine(text, start)
    if (isBlank(text, start, lineEnd)) {
      start = lineEnd + 1
      continue
    }
    // As InfluxDB reads it; its shell sends a space first.
    while (text[start] === ' ' || text[start] === '\t') start += 1
    count += 1
    if (count > MAX_INGEST_RECORDS) throw new BodyTooLarge(TOO_MANY)
    const isLong = lineEnd - start > MAX_RECORD_BYTES
    const read = isLong ? { end: lineEnd, problem: LONG_LINE } : readPoint(text, start)
    const line = text.slice(start, read.end)
    if ('problem' in read) gatherer.refuse(line, read.problem)
    else if (!isText && line.includes('\uFFFD')) gatherer.refuse(line, NOT_TEXT)
    else gatherer.add(read.point, line)
    start = read.end + 1
  }
  return gatherer.units
}

/** The records that are valid; why the others are refused is noted in the message. */
function* decoded(
  records: readonly Gathered[],
  message: DecodedMessage,
  now: number,
): Generator<{ source: string; record: DecodedRecord }> {
  for (const [index, { source, at, fields, line }] of records.entries()) {
    const record = decodeRecord({ ...unpack(fields), messageUTC: at === undefined ? null : writeMoment(at) }, now)
    if (typeof record === 'string') refuse(message, source, index, { code: record }, quote(line))
    else yield { source, record }
  }
}

const TOO_MANY = say('answers.door.lines', { count: MAX_INGEST_RECORDS })

function isBlank(text: string, start: number, end: number): boolean {
  for (let place = start; place < end; place += 1) {
    const character = text[place]
    if (character === '#') return true
    if (character !== ' ' && character !== '\r' && character !== '\t') return false
  }
  return true
}

/** A record that is being put together: a point, and those of its series with the same time. */
interface Gathered {
  readonly source: string
  readonly at: number | undefined
  fields: PackedFields
  readonly line: string
}

type Fields = Readonly<Record<string, Value>>
type Value = string | number | boolean

/** The fields of a record in little memory: a body may have four million. */
interface PackedFields {
  /** Shared by records that have the same ones. */
  readonly names: readonly string[]
  readonly values: readonly Value[]
}

interface Series {
  /** The names of the fields of the record before. */
  names: readonly string[]
  readonly nextFree: (at: number) => number
  readonly byTime: Map<string, Gathered>
}

interface OfUnit {
  readonly message: DecodedMessage
  readonly series: Map<string, Series>
  readonly records: Gathered[]
}

function createGatherer({ readTime, own }: { readonly readTime: ReadTime; readonly own: string | undefined }) {
  const units = new Map<string | undefined, OfUnit>()
  const fieldNames = new Map<string, string>()
  return {
    units,

    refuse: (line: string, problem: Reason): void => {
      const { message } = unitOf(own)
      refuse(message, '', message.refused.length, problem, quote(line))
    },

    add: ({ measurement, tags, fields, time }: Point, line: string): void => {
      const others = [...tags].filter(([key]) => key !== UNIT_TAG)
      const source = seriesName(measurement, others)
      const unit = unitOf(tags.get(UNIT_TAG) ?? own)
      const series = unit.series.get(source) ?? newSeries()
      unit.series.set(source, series)
      const known = Object.fromEntries(Object.entries(fields).map(([name, value]) => [fieldNameOf(name), value]))
      const same = time === undefined ? undefined : series.byTime.get(time)
      if (same !== undefined) {
        same.fields = pack({ ...unpack(same.fields), ...known }, series)
        return
      }
      const at = placeOf(time, series)
      const gathered = { source, at, fields: pack(known, series), line }
      unit.records.push(gathered)
      if (time !== undefined) series.byTime.set(time, gathered)
    },
  }

  /** Lines have the same fields again and again. */
  function fieldNameOf(name: string): string {
    const known = fieldNames.get(name)
    if (known !== undefined) return known
    const made = foreignFieldName(name)
    if (fieldNames.size < MOST_NAMES) fieldNames.set(name, made)
    return made
  }

  function placeOf(time: string | undefined, { nextFree }: Series): number | undefined {
    if (time === undefined) return undefined
    const at = readTime(time)
    return at >= 0 && at < LAST_SAFE ? nextFree(at) : at
  }

  function unitOf(name: string | undefined): OfUnit {
    const known = units.get(name)
    if (known !== undefined) return known
    const made = { message: emptyMessage(), series: new Map<string, Series>(), records: [] }
    units.set(name, made)
    return made
  }
}

function newSeries(): Series {
  return { names: [], nextFree: createMoments(), byTime: new Map() }
}

function pack(fields: Fields, series: Series): PackedFields {
  const names = Object.keys(fields)
  const isSame = names.length === series.names.length && names.every((name, index) => name === series.names[index])
  if (!isSame) series.names = names
  // Numbers that are added one by one take eight bytes each.
  const values: Value[] = []
  for (const name of names) values.push(fields[name] ?? '')
  return { names: series.names, values }
}

function unpack({ names, values }: PackedFields): Fields {
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
}

/** Names of fields that are remembered. */
const MOST_NAMES = 10_000

/** Larger ones are no times, and cannot be counted on. */
const LAST_SAFE = 1e15

function quote(line: string): () => string {
  return excerpt(Buffer.from(line.slice(0, MAX_RECORD_BYTES)))
}
