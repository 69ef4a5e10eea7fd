import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { decodeChunk, encodeChunk } from './chunk.ts'
import { decodeNumbers, drawnNumbers } from './column.ts'
import { decodeSummary, decodeSummaryEnds } from './summary-block.ts'
import { coarsen, summarise, type Summary } from './summary.ts'
import { formatOneRecords } from './testing/format-one.ts'

/** Blocks as base64 that the first version of the format wrote. */
interface StoredChunk {
  readonly times: string
  readonly arrivals: string
  readonly columns: Record<string, { readonly values: string; readonly summaries: Record<string, string> }>
}

const stored = JSON.parse(await readFile(new URL('testing/format-one.json', import.meta.url), 'utf8')) as StoredChunk

function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'base64')
}

describe('chunk of the first version of the format', () => {
  it('is read bit for bit', () => {
    const { at, receivedAt, columns } = formatOneRecords()
    const blocks = Object.entries(stored.columns)
    const chunk = {
      startAt: at[0] ?? 0,
      endAt: at.at(-1) ?? 0,
      count: at.length,
      times: bytesOf(stored.times),
      arrivals: bytesOf(stored.arrivals),
      columns: new Map(blocks.map(([field, { values }]) => [field, { values: bytesOf(values), summaries: [] }])),
    }

    const found = decodeChunk(chunk, 'stored')

    assert.deepEqual([found.at, found.receivedAt], [at, receivedAt])
    assert.deepEqual([...found.columns.keys()], [...columns.keys()])
    for (const [field, values] of columns) {
      assert.deepEqual(found.columns.get(field), Array.from(values))
      assert.deepEqual(decodeNumbers(bytesOf(stored.columns[field]?.values ?? ''), field), drawnNumbers(values))
    }
  })

  it('is drawn from its summaries', () => {
    const { at, columns } = formatOneRecords()
    let levels = 0
    for (const [field, { summaries }] of Object.entries(stored.columns)) {
      let finer: Summary | undefined
      for (const [width, block] of Object.entries(summaries)) {
        const bucketMs = Number(width)
        const numbers = drawnNumbers(columns.get(field) ?? [])
        const expected = finer === undefined ? summarise(at, numbers, bucketMs) : coarsen(finer, bucketMs)
        finer = expected
        const { counts, sums, ...ends } = expected
        assert.deepEqual(decodeSummary(bytesOf(block), field), { ...ends, counts, sums })
        assert.deepEqual(decodeSummaryEnds(bytesOf(block), field), ends)
        levels += 1
      }
    }
    assert.equal(levels, 11)
  })

  it('gets the version of today when it is written again', () => {
    assert.equal(bytesOf(stored.times)[0], 1)
    assert.equal(encodeChunk(formatOneRecords()).times[0], 2)
  })
})
