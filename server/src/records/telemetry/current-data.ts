import { AHEAD_MS } from '@fieldwatch/contract/data'
import type { Condition, LatestValue, RecordReader, StoredRecord } from '#records/store/record-reader.ts'
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
  readonly nextInMs: number | null
}

/** Reads the current record of a source; one from the future is not current before its time. */
export async function readCurrent(
  reader: RecordReader,
  { key, types }: Pick<Source, 'key' | 'types'>,
  { now, limit, fields }: CurrentRequest,
  signal: AbortSignal,
): Promise<Current> {
  const until = now + AHEAD_MS
  const page = (direction: 'asc' | 'desc', operator: '<=' | '>', count: number) => {
    const conditions: Condition[] = [{ kind: 'time', of: 'messageUTC', operator, at: until }]
    const order = { field: 'messageUTC', direction }
    return reader.readPage(key, { conditions, order, after: undefined, limit: count }, signal)
  }
  const records = await page('desc', '<=', limit)
  const parsed = records.map((record) => JSON.parse(record.fields) as Readonly<Record<string, unknown>>)
  const missing = [...new Set(fields)].filter(
    (field) => Object.hasOwn(types, field) && !parsed.some((values) => isThere(values, field)),
  )
  const older = missing.length === 0 ? [] : await reader.readLatestValues(key, { fields: missing, until }, signal)
  const [next] = await page('asc', '>', 1)
  return { records, older: older.map(recordOf), nextInMs: next === undefined ? null : next.at - until }
}

function isThere(values: Readonly<Record<string, unknown>>, field: string): boolean {
  return Object.hasOwn(values, field) && values[field] !== null
}

function recordOf({ at, receivedAt, field, value }: LatestValue): StoredRecord {
  return { at, receivedAt, fields: `{${JSON.stringify(field)}:${JSON.stringify(value)}}` }
}
