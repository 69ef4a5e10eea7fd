import { say } from '@fieldwatch/messages/server-sentences'
import { isUtf8 } from 'node:buffer'
import { MAX_INGEST_RECORDS, MAX_RECORD_BYTES } from '@fieldwatch/contract/telemetry/ingest'
import { type DecodedMessage, emptyMessage, excerpt, refuse } from '#doors/ingest/decode-message.ts'
import { decodeRecord } from '#doors/ingest/decode-record.ts'
import { createMoments, writeMoment } from '#doors/senders/place-apart.ts'
import { foreignFieldName, seriesName } from '#doors/senders/series-name.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { endOfLine, type Point, readPoint } from './read-point.ts'
import type { ReadTime } from './precision.ts'

interface Given {
  readonly readTime: ReadTime
  /** The dataID of lines that name no unit; undefined where the sender is none. */
  readonly own: string | undefined
  /** Epoch milliseconds. */
  readonly now: number
  readonly pause: () => Promise<void>
}

/** What a body brings, by the dataID of its unit; undefined for lines of a program that name none. */
type LinesByUnit = ReadonlyMap<string | undefined, DecodedMessage>

const UNIT_TAG = 'unit'
const TOO_LONG = 'The line exceeds 64 KiB.'
const NOT_TEXT = 'The line is not valid UTF-8.'

/**
 * Decodes a body of lines. Lines of one series with the same time are one record, as in InfluxDB. Other points that fall into one
 * millisecond of a source get the next free one.
 * @throws DomainError request/too-large
 */
export async function decodeLines(body: Buffer, given: Given): Promise<LinesByUnit> {
  const text = body.toString()
  const isText = isUtf8(body)
  const gatherer = createGatherer(given)
  let count = 0
  for (let start = 0; start < text.length;) {
    await given.pause()
    const lineEnd = endOfLine(text, start)
    if (isBlank(text, start, lineEnd)) {
      start = lineEnd + 1
      continue
    }
    // As InfluxDB reads it; its shell sends a space first.
    while (text[start] === ' ' || text[start] === '\t') start += 1
    count += 1
    if (count > MAX_INGEST_RECORDS) throw new DomainError('request/too-large', { message: TOO_MANY })
    const isLong = lineEnd - start > MAX_RECORD_BYTES
    const read = isLong ? { end: lineEnd, problem: TOO_LONG } : readPoint(text, start)
    const line = text.slice(start, read.end)
    if ('problem' in read) gatherer.refuse(line, read.problem)
    else if (!isText && line.includes('\uFFFD')) gatherer.refuse(line, NOT_TEXT)
    else gatherer.add(read.point, line)
    start = read.end + 1
  }
  return gatherer.finish()
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
  readonly fields: Record<string, string | number | boolean>
  readonly line: string
}

interface Series {
  readonly nextFree: (at: number) => number
  readonly byTime: Map<string, Gathered>
}

interface OfUnit {
  readonly message: DecodedMessage
  readonly series: Map<string, Series>
  readonly records: Gathered[]
}

function createGatherer({ readTime, own, now, pause }: Given) {
  const units = new Map<string | undefined, OfUnit>()
  return {
    refuse: (line: string, problem: string): void => {
      const { message } = unitOf(own)
      refuse(message, '', message.refused.length, { code: 'record/malformed-line', message: problem }, quote(line))
    },

    add: ({ measurement, tags, fields, time }: Point, line: string): void => {
      const others = [...tags].filter(([key]) => key !== UNIT_TAG)
      const source = seriesName(measurement, others)
      const unit = unitOf(tags.get(UNIT_TAG) ?? own)
      const series = unit.series.get(source) ?? { nextFree: createMoments(), byTime: new Map<string, Gathered>() }
      unit.series.set(source, series)
      const values = Object.entries(fields).map(([name, value]) => [foreignFieldName(name), value] as const)
      const same = time === undefined ? undefined : series.byTime.get(time)
      if (same !== undefined) return void Object.assign(same.fields, Object.fromEntries(values))
      const at = placeOf(time, series)
      const gathered = { source, at, fields: Object.fromEntries(values), line }
      unit.records.push(gathered)
      if (time !== undefined) series.byTime.set(time, gathered)
    },

    finish: async (): Promise<LinesByUnit> => {
      for (const { message, records } of units.values()) {
        for (const [index, { source, at, fields, line }] of records.entries()) {
          await pause()
          const record = decodeRecord({ ...fields, messageUTC: at === undefined ? null : writeMoment(at) }, now)
          if (typeof record === 'string') refuse(message, source, index, { code: record }, quote(line))
          else message.records.push({ source, ...record })
        }
      }
      return new Map([...units].map(([name, { message }]) => [name, message]))
    },
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

/** Larger ones are no times, and cannot be counted on. */
const LAST_SAFE = 1e15

function quote(line: string): () => string {
  return excerpt(Buffer.from(line.slice(0, MAX_RECORD_BYTES)))
}
