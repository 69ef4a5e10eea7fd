import { isName } from '@fieldwatch/contract/api/ids'
import { isUtf8 } from 'node:buffer'
import type { ErrorCode } from '@fieldwatch/contract/api/errors'
import { say, sentenceOfCode } from '@fieldwatch/messages/server-sentences'
import { type DecodedRecord, asKept, decodeRecord } from './decode-record.ts'
import type { FieldTypeMap } from './field-types.ts'
import { scanRecords } from './scan-records.ts'

export interface SourceRecord extends DecodedRecord {
  readonly source: string
  /** The types of its fields, and maybe of others that came with it; undefined when they were not looked at. */
  readonly types?: FieldTypeMap | undefined
}

export interface Refusal {
  /** As the unit named it, valid or not. */
  readonly source: string
  /** Place in the array of its source, from 0. */
  readonly index: number
  readonly code: ErrorCode
  /** A sentence. */
  readonly message: string
  /** The beginning of what was refused, safe to store as text. */
  readonly payload: string
}

/** What a message of a unit holds: the records that can be stored, and why the others cannot. */
export interface DecodedMessage {
  readonly records: SourceRecord[]
  /** The first `MAX_REFUSALS` of them. */
  readonly refused: Refusal[]
  /** How many were refused, by code. */
  readonly refusedByCode: Map<ErrorCode, number>
  /** Others report about the unit: it is no sign of life. */
  readonly isReport?: boolean
}

/** The most refusals of one message that are answered one by one. */
export const MAX_REFUSALS = 1000

/** How much of a refused message is kept. */
const KEPT_BYTES = 4096

/** Decodes a message of one source: a record, or an array of them. */
export function decodeSourceMessage(source: string, body: Buffer, now: number): DecodedMessage {
  const scanned = scanRecords(body, source, now)
  if (scanned !== undefined) return { ...emptyMessage(), records: scanned }
  const decoded = emptyMessage()
  const value = parseJson(body)
  if (!isName(source)) refuse(decoded, source, 0, { code: 'record/source-name-invalid' }, excerpt(body))
  else if (value === MALFORMED) refuse(decoded, source, 0, { code: 'record/malformed-json' }, excerpt(body))
  else addRecords(decoded, source, value, now)
  return decoded
}

/** Decodes a message of several sources: `{source: record or array of records}`. */
export function decodeUnitMessage(body: Buffer, now: number): DecodedMessage {
  const scanned = scanRecords(body, undefined, now)
  if (scanned !== undefined) return { ...emptyMessage(), records: scanned }
  const decoded = emptyMessage()
  const value = parseJson(body)
  if (value === MALFORMED) {
    refuse(decoded, '', 0, { code: 'record/malformed-json' }, excerpt(body))
  } else if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    refuse(decoded, '', 0, NO_SOURCES, excerpt(body))
  } else {
    for (const [source, records] of Object.entries(value)) {
      if (isName(source)) addRecords(decoded, source, records, now)
      else refuse(decoded, source, 0, { code: 'record/source-name-invalid' }, excerptOf(records))
    }
  }
  return decoded
}

/** Decodes the records of several sources that came by another protocol. */
export function decodeSources(
  sources: Iterable<readonly [source: string, records: unknown]>,
  now: number,
): DecodedMessage {
  const decoded = emptyMessage()
  for (const [source, records] of sources) addRecords(decoded, source, records, now)
  return decoded
}

/** Why something is refused: the sentence of the code, unless there is a more exact one. */
export interface Reason {
  readonly code: ErrorCode
  readonly message?: string
}

/** A message that is refused as a whole. */
export function refusedMessage(source: string, reason: Reason, body: Buffer): DecodedMessage {
  const decoded = emptyMessage()
  refuse(decoded, source, 0, reason, excerpt(body))
  return decoded
}

export const NO_SOURCES: Reason = {
  code: 'record/not-an-object',
  message: say('answers.ingest.sources'),
}

export const MALFORMED = Symbol('malformed')

const BYTE_ORDER_MARK = '\uFEFF'

/** The parsed value of a body; a unique symbol when it is not JSON in UTF-8. */
export function parseJson(body: Buffer): unknown {
  if (!isUtf8(body)) return MALFORMED
  const text = body.toString()
  try {
    return JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text)
  } catch {
    return MALFORMED
  }
}

/** A message to gather records and refusals in. */
export function emptyMessage(): DecodedMessage {
  return { records: [], refused: [], refusedByCode: new Map() }
}

function addRecords(decoded: DecodedMessage, source: string, value: unknown, now: number): void {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  for (const [index, item] of values.entries()) {
    const record = decodeRecord(asKept(source, item), now)
    if (typeof record === 'string') refuse(decoded, source, index, { code: record }, excerptOf(item))
    else decoded.records.push({ source, at: record.at, fields: record.fields, json: record.json })
  }
}

/** Notes why a part of a message is not stored. */
export function refuse(
  decoded: DecodedMessage,
  source: string,
  index: number,
  { code, message = sentenceOfCode(code) }: Reason,
  payload: () => string,
): void {
  decoded.refusedByCode.set(code, (decoded.refusedByCode.get(code) ?? 0) + 1)
  if (decoded.refused.length >= MAX_REFUSALS) return
  decoded.refused.push({
    source: storable(source).slice(0, 200),
    index,
    code,
    message,
    payload: payload(),
  })
}

/** The beginning of a value as JSON, safe to store. */
export function excerptOf(value: unknown): () => string {
  return () => {
    try {
      return storable(JSON.stringify(value).slice(0, KEPT_BYTES))
    } catch {
      // JSON.stringify overflows the stack on deep nesting.
      return ''
    }
  }
}

export function excerpt(body: Buffer): () => string {
  return () => storable(body.toString('utf8', 0, KEPT_BYTES))
}

/** Removes NUL, which text columns cannot hold. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\u{FFFD}')
}

/** Why nothing can be sent to sources that the portal computes. */
export const CALCULATED: Reason = { code: 'record/source-calculated' }

/** A message without the records of some sources: these are refused. */
export function refuseSources<Message extends DecodedMessage>(
  message: Message,
  sources: ReadonlySet<string>,
  reason: Reason,
): Message {
  if (sources.size === 0 || !message.records.some(({ source }) => sources.has(source))) return message
  const refused = [...message.refused]
  const places = new Map<string, number>()
  const records = message.records.filter(({ source, fields }) => {
    if (!sources.has(source)) return true
    const index = places.get(source) ?? 0
    places.set(source, index + 1)
    if (refused.length < MAX_REFUSALS) refused.push(refusalOf({ source, index, payload: excerptOf(fields)() }, reason))
    return false
  })
  const count = message.records.length - records.length
  return { ...message, records, refused, refusedByCode: new Map([...message.refusedByCode, [reason.code, count]]) }
}

/** What is kept and reported of a refused record. */
export function refusalOf(
  what: Pick<Refusal, 'source' | 'index' | 'payload'>,
  { code, message = sentenceOfCode(code) }: Reason,
): Refusal {
  return { ...what, code, message }
}
