import { toNumber } from '@fieldwatch/contract/telemetry/data'
import type { Condition, NumberBlock, RecordReader, StoredRecord } from '#records/store/record-reader.ts'
import type { FollowedSource } from './follower-store.ts'

/** A source of which some fields are read, as the variables of an equation are. */
export interface FollowedFields extends FollowedSource {
  readonly fields: readonly string[]
  /** For each field its place among the variables. */
  readonly places: readonly number[]
}

/** The latest number of every variable before a moment, and the time of the newest one. */
export async function readLatestBefore(
  reader: RecordReader,
  inputs: readonly FollowedFields[],
  before: number,
): Promise<{ values: (number | undefined)[]; upTo: number }> {
  const values: (number | undefined)[] = []
  let upTo = -Infinity
  for (const { key, fields, places } of inputs) {
    for (const [column, place] of places.entries()) {
      const field = fields[column] ?? ''
      const found = key === undefined ? undefined : await findNumber(reader, key, field, { before })
      values[place] = found?.value
      upTo = Math.max(upTo, found?.at ?? -Infinity)
    }
  }
  return { values, upTo }
}

/** When the last of the fields gets its next number, or any value, after a moment: until then a record of that moment has an effect. */
export async function findEndOfEffect(
  reader: RecordReader,
  { key, fields }: Pick<FollowedFields, 'fields'> & { readonly key: number | undefined },
  behind: number,
  { ofAnyValue = false }: { readonly ofAnyValue?: boolean } = {},
): Promise<number> {
  let end = behind
  for (const field of fields) {
    const found = key === undefined ? undefined : await findNumber(reader, key, field, { behind, ofAnyValue })
    end = Math.max(end, found?.at ?? Infinity)
  }
  return end
}

/** Records as one block in the order of time; of records with the same time the later one counts. */
export function blockOf(records: readonly StoredRecord[], fields: readonly string[]): NumberBlock {
  const sorted = inOrder(records)
  const at = new Float64Array(sorted.length)
  const columns = fields.map(() => new Float64Array(sorted.length))
  for (const [index, record] of sorted.entries()) {
    const values = JSON.parse(record.fields) as Record<string, unknown>
    at[index] = record.at
    for (const [place, column] of columns.entries()) column[index] = numberOf(values, fields[place] ?? '')
  }
  return { at, columns }
}

/** Nearly always they arrive by time. */
function inOrder(records: readonly StoredRecord[]): readonly StoredRecord[] {
  const isSorted = records.every(({ at }, index) => index === 0 || at > (records[index - 1]?.at ?? Infinity))
  if (isSorted) return records
  const byTime = new Map(records.map((record) => [record.at, record]))
  return [...byTime.values()].sort((one, other) => one.at - other.at)
}

function numberOf(values: Readonly<Record<string, unknown>>, field: string): number {
  return Object.hasOwn(values, field) ? toNumber(values[field]) : Number.NaN
}

type Side = { readonly before: number } | { readonly behind: number; readonly ofAnyValue: boolean }

/** The nearest record before or after a moment with a number in a field, or any value. */
async function findNumber(
  reader: RecordReader,
  key: number,
  field: string,
  side: Side,
): Promise<{ at: number; value: number } | undefined> {
  const isBefore = 'before' in side
  const conditions: Condition[] = [
    isBefore
      ? { kind: 'time', of: 'messageUTC', operator: '<', at: side.before }
      : { kind: 'time', of: 'messageUTC', operator: '>', at: side.behind },
    !isBefore && side.ofAnyValue
      ? { kind: 'field', name: field, operator: '!=', value: null }
      : { kind: 'number', name: field },
  ]
  const order = { field: 'messageUTC', direction: isBefore ? 'desc' : 'asc' } as const
  const [found] = await reader.readPage(key, { conditions, order, after: undefined, limit: 1 })
  if (found === undefined) return undefined
  return { at: found.at, value: numberOf(JSON.parse(found.fields) as Record<string, unknown>, field) }
}
