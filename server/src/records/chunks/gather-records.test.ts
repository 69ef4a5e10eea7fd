import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ChunkRecords } from './chunk.ts'
import { gatherRecords, recordsPerChunk, splitRecords } from './gather-records.ts'

describe('gathering records', () => {
  it('makes a column of each field, with nothing where a record does not have it', () => {
    const records = gatherRecords([
      { at: 1, receivedAt: 5, fields: { temp: 20.5, state: null } },
      { at: 2, receivedAt: 6, fields: { temp: 20.6, constructor: 'x' } },
    ])

    assert.deepEqual([...records.at, ...records.receivedAt], [1, 2, 5, 6])
    assert.deepEqual(
      [...records.columns],
      [
        ['temp', [20.5, 20.6]],
        ['state', [null, undefined]],
        ['constructor', [undefined, 'x']],
      ],
    )
  })
})

describe('splitting records', () => {
  it('cuts a long stretch into chunks of equal length', () => {
    const pieces = splitRecords(build(150_000))

    assert.deepEqual(
      pieces.map(({ at }) => at.length),
      [50_000, 50_000, 50_000],
    )
    assert.deepEqual(
      pieces.flatMap(({ at }) => [...at]),
      [...build(150_000).at],
    )
  })

  it('leaves a short stretch whole', () => {
    assert.deepEqual(splitRecords(build(300)), [build(300)])
    assert.deepEqual(splitRecords(build(0)), [])
  })

  it('makes shorter chunks of records with many fields', () => {
    assert.deepEqual([1, 16, 256].map(recordsPerChunk), [65_536, 65_536, 4096])
  })

  it('leaves out a column of which nothing is in a piece', () => {
    const records = build(100_000)
    const columns = new Map([
      ['fault', Array.from({ length: 100_000 }, (_, index) => (index === 99_999 ? 'LOW' : undefined))],
    ])

    assert.deepEqual(
      splitRecords({ ...records, columns }).map((piece) => [...piece.columns.keys()]),
      [[], ['fault']],
    )
  })
})

function build(count: number): ChunkRecords {
  const at = Float64Array.from({ length: count }, (_, index) => index)
  return { at, receivedAt: at, columns: new Map() }
}
