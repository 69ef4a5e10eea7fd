import { ERRORS, type ErrorCode } from '@fieldwatch/contract/errors'
import { excerptOf, MAX_REFUSALS, parseJson, type Refusal, storable } from './decode-message.ts'
import { decodeRecord } from './decode-record.ts'
import { decodeTime } from './decode-time.ts'
import { decodePlainRecords } from './decode-plain-records.ts'
import { type ColumnGatherer, createColumnGatherer, putInto } from './gather-columns.ts'
import { inOrder } from './order-columns.ts'
import { MOST_PLAIN_FIELDS, MOST_PLAIN_TEXT, MOST_VALUES, type SourceColumns } from './source-columns.ts'
import { isValidName } from './valid-name.ts'

export interface DecodedBody {
  readonly sources: readonly SourceColumns[]
  readonly refused: readonly Refusal[]
  readonly refusedByCode: ReadonlyMap<ErrorCode, number>
}

/**
 * Decodes a body as `decodeSourceMessage`, or without a source as `decodeUnitMessage`, into columns. Undefined for a body that is
 * not worth it or has to be looked at as a whole: one that is not valid, or has records without a time.
 */
export function decodeBody(body: Buffer, source: string | undefined, now: number): DecodedBody | undefined {
  const plain = source === undefined ? undefined : decodePlainRecords(body, source, now)
  if (plain !== undefined) return { sources: [plain], refused: [], refusedByCode: new Map() }
  const value = parseJson(body)
  const bySource = source === undefined ? entriesOf(value) : [[source, value] as const]
  if (bySource === undefined) return undefined
  const refusals: Refusals = { refused: [], refusedByCode: new Map() }
  const sources: SourceColumns[] = []
  for (const [name, records] of bySource) {
    if (!isValidName(name) || !Array.isArray(records)) return undefined
    const columns = decodeRecords(name, records, { now, refusals })
    if (columns === undefined) return undefined
    if (columns.count > 0) sources.push(columns)
  }
  return { sources, ...refusals }
}

function entriesOf(value: unknown): [string, unknown][] | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : undefined
}

interface Refusals {
  readonly refused: Refusal[]
  readonly refusedByCode: Map<ErrorCode, number>
}

function decodeRecords(
  source: string,
  records: readonly unknown[],
  { now, refusals }: { now: number; refusals: Refusals },
): SourceColumns | undefined {
  const gatherer = createColumnGatherer(records.length)
  const at = new Float64Array(records.length)
  let count = 0
  for (const [index, record] of records.entries()) {
    const time = putPlain(record, count, { gatherer, now }) ?? putAny(record, count, { gatherer, now })
    if (time === undefined || gatherer.size * records.length > MOST_VALUES) return undefined
    if (typeof time === 'string') refuse(refusals, { source, index, code: time, record })
    else {
      at[count] = time
      count += 1
    }
  }
  const { columns, types } = gatherer.finish(count)
  return { source, count, types, ...inOrder(at.subarray(0, count), columns) }
}

interface Into {
  readonly gatherer: ColumnGatherer
  readonly now: number
}

/** Records as most are: flat, small and valid. Undefined for any other. Nothing is put before all is known to be good. */
function putPlain(record: unknown, index: number, { gatherer, now }: Into): number | undefined {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return undefined
  const values = record as Readonly<Record<string, unknown>>
  const names = Object.keys(values)
  if (names.length > MOST_PLAIN_FIELDS) return undefined
  let text = 0
  let at: number | string | undefined
  for (const name of names) {
    const value = values[name]
    if (name === 'messageUTC') at = decodeTime(value, now)
    else if (name === 'recieveUTC' || !isValidName(name)) return undefined
    else if (typeof value === 'string') {
      text += value.length
      if (text > MOST_PLAIN_TEXT || value.includes('\0') || !value.isWellFormed()) return undefined
    } else if (typeof value === 'number' ? !Number.isFinite(value) : typeof value !== 'boolean' && value !== null) {
      return undefined
    }
  }
  if (typeof at !== 'number') return undefined
  for (const name of names) {
    if (name !== 'messageUTC') putInto(gatherer.columnOf(name), index, values[name] as number | string | boolean | null)
  }
  return at
}

/** The time of a record, or why it is refused; undefined when it has no time. */
function putAny(record: unknown, index: number, { gatherer, now }: Into): number | ErrorCode | undefined {
  const decoded = decodeRecord(record, now)
  if (typeof decoded === 'string') return decoded
  const { at, fields } = decoded
  if (at !== undefined)
    for (const [name, value] of Object.entries(fields)) putInto(gatherer.columnOf(name), index, value)
  return at
}

function refuse(
  { refused, refusedByCode }: Refusals,
  { source, index, code, record }: { source: string; index: number; code: ErrorCode; record: unknown },
): void {
  refusedByCode.set(code, (refusedByCode.get(code) ?? 0) + 1)
  if (refused.length >= MAX_REFUSALS) return
  refused.push({ source: storable(source), index, code, message: ERRORS[code], payload: excerptOf(record)() })
}
