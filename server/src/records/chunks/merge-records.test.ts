import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { ChunkRecords } from './chunk.ts'
import type { ColumnValue } from './column.ts'
import { mergeRecords } from './merge-records.ts'

interface PlainRecord {
  at: number
  receivedAt: number
  fields: Record<string, number>
}

const someRecords: fc.Arbitrary<PlainRecord[]> = fc
  .uniqueArray(
    fc.record(
      {
        at: fc.nat(30),
        receivedAt: fc.nat(5),
        fields: fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.nat(9), { noNullPrototype: true }),
      },
      { noNullPrototype: true },
    ),
    { selector: (record) => record.at },
  )
  .map((records) => records.sort((left, right) => left.at - right.at))

describe('merging late records into a chunk', () => {
  it('keeps one record for each time, the one that arrived last', () => {
    fc.assert(
      fc.property(someRecords, someRecords, (earlier, later) => {
        const expected = new Map(earlier.map((record) => [record.at, record]))
        for (const record of later) {
          if (record.receivedAt >= (expected.get(record.at)?.receivedAt ?? -1)) expected.set(record.at, record)
        }
        const merged = mergeRecords(toColumns(earlier), toColumns(later))
        assert.deepEqual(
          toRecords(merged),
          [...expected.values()].sort((left, right) => left.at - right.at),
        )
      }),
    )
  })

  it('has no column that nothing is left of', () => {
    const earlier = toColumns([{ at: 1, receivedAt: 1, fields: { a: 1 } }])
    const later = toColumns([{ at: 1, receivedAt: 2, fields: { b: 1 } }])

    assert.deepEqual([...mergeRecords(earlier, later).columns.keys()], ['b'])
  })
})

function toColumns(records: readonly PlainRecord[]): ChunkRecords {
  const fields = [...new Set(records.flatMap((record) => Object.keys(record.fields)))]
  const columns = fields.map((field): [string, ColumnValue[]] => [field, records.map((record) => record.fields[field])])
  return {
    at: Float64Array.from(records, (record) => record.at),
    receivedAt: Float64Array.from(records, (record) => record.receivedAt),
    columns: new Map(columns),
  }
}

function toRecords({ at, receivedAt, columns }: ChunkRecords): PlainRecord[] {
  return Array.from(at, (time, index) => {
    const entries = [...columns].map(([field, values]) => [field, values[index]] as const)
    const fields = Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Record<string, number>
    return { at: time, receivedAt: receivedAt[index] ?? 0, fields }
  })
}
