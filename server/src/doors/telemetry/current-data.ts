import { newestFirst } from '@fieldwatch/contract/time/future-times'
import type { AsOf, Condition, LatestValue, RecordReader, StoredRecord } from '#records/store/record-reader.ts'
import type { Source } from '#records/store/source-store.ts'

interface CurrentRequest {
  readonly now: number
  readonly limit: number
  readonly fields: readonly string[]
}

/** The current record of a source, with older values. */
export interface Current {
  readonly records: readonly StoredRecord[]
  readonly older: readonly StoredRecord[]
}

/** Among so many of the last records by their own times the newest are looked for when some were ahead of their arrival. */
const MOST_AHEAD = 1_000

/** Reads the current record of a source; one with a time ahead counts from its arrival on. */
export async function readCurrent(
  reader: RecordReader,
  { key, types }: Pick<Source, 'key' | 'types'>,
  { now, limit, fields }: CurrentRequest,
  signal: AbortSignal,
): Promise<Current> {
  const records = await readNewest(reader, key, { now, limit }, signal)
  const missing = missingFields(records, fields, types)
  const until = records.reduce((last, { at }) => Math.max(last, at), now)
  const older = missing.length === 0 ? [] : await reader.readLatestValues(key, { fields: missing, until }, signal)
  return { records, older: older.map(recordOf) }
}

interface AsOfRequest extends AsOf, Omit<CurrentRequest, 'now'> {}

/** Reads what was the current record of a source at a moment. Records count by their own times, also those that were ahead of their arrival. */
export async function readCurrentAsOf(
  reader: RecordReader,
  { key, types }: Pick<Source, 'key' | 'types'>,
  { at, arrivedBy, limit, fields }: AsOfRequest,
  signal: AbortSignal,
): Promise<Current> {
  const conditions: Condition[] = [{ kind: 'time', of: 'messageUTC', operator: '<=', at }]
  if (arrivedBy !== undefined) conditions.push({ kind: 'time', of: 'recieveUTC', operator: '<=', at: arrivedBy })
  const order = { field: 'messageUTC', direction: 'desc' as const }
  const records = await reader.readPage(key, { conditions, order, after: undefined, limit }, signal)
  const missing = missingFields(records, fields, types)
  if (missing.length === 0) return { records, older: [] }
  if (arrivedBy === undefined) {
    const older = await reader.readLatestValues(key, { fields: missing, until: at }, signal)
    return { records, older: older.map(recordOf) }
  }
  const older: StoredRecord[] = []
  for (const name of missing) {
    const hasValue: Condition = { kind: 'field', name, operator: '!=', value: null }
    const asked = { conditions: [...conditions, hasValue], order, after: undefined, limit: 1 }
    const [record] = await reader.readPage(key, asked, signal)
    if (record !== undefined) older.push(onlyField(record, name))
  }
  return { records, older }
}

function onlyField({ at, receivedAt, fields }: StoredRecord, field: string): StoredRecord {
  const values = JSON.parse(fields) as Readonly<Record<string, unknown>>
  return { at, receivedAt, fields: JSON.stringify({ [field]: values[field] }) }
}

function missingFields(
  records: readonly StoredRecord[],
  fields: readonly string[],
  types: Source['types'],
): readonly string[] {
  const found = new Set(records.flatMap((record) => fieldsWithValue(record, fields)))
  return [...new Set(fields)].filter((field) => Object.hasOwn(types, field) && !found.has(field))
}

async function readNewest(
  reader: RecordReader,
  key: number,
  { now, limit }: Pick<CurrentRequest, 'now' | 'limit'>,
  signal: AbortSignal,
): Promise<readonly StoredRecord[]> {
  const page = (operator: '<=' | '>', count: number) => {
    const conditions: Condition[] = [{ kind: 'time', of: 'messageUTC', operator, at: now }]
    const order = { field: 'messageUTC', direction: 'desc' as const }
    return reader.readPage(key, { conditions, order, after: undefined, limit: count }, signal)
  }
  const [past, future] = [await page('<=', limit), await page('>', 1)]
  if (future.length === 0 && past.every(({ at, receivedAt }) => at <= receivedAt)) return past
  const all = [...(await page('<=', MOST_AHEAD)), ...(await page('>', MOST_AHEAD))]
  return all.sort(newestFirst).slice(0, limit)
}

function fieldsWithValue({ fields }: StoredRecord, wanted: readonly string[]): string[] {
  const values = JSON.parse(fields) as Readonly<Record<string, unknown>>
  return wanted.filter((field) => isThere(values, field))
}

function isThere(values: Readonly<Record<string, unknown>>, field: string): boolean {
  return Object.hasOwn(values, field) && values[field] !== null
}

function recordOf({ at, receivedAt, field, value }: LatestValue): StoredRecord {
  return { at, receivedAt, fields: `{${JSON.stringify(field)}:${JSON.stringify(value)}}` }
}
