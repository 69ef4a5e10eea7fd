import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import type { Sheet, TableRow } from '@fieldwatch/contract/tables/table'
import readWorkbook from 'read-excel-file/node'
import { packFile } from './pack-file.ts'

const { signal } = new AbortController()
const limits = { format: 'csv', timeZone: 'UTC', mostBytes: 1_000, signal } as const

function sheetOf(heading: string, blocks: AsyncIterable<readonly TableRow[]>): Sheet {
  return { name: heading, columns: [{ heading }], blocks }
}

async function* inBlocks(...blocks: readonly TableRow[][]) {
  yield* blocks
}

describe('packing a file', () => {
  it('keeps what was written, with the mark of a file for people, and counts its rows', async () => {
    const file = await packFile([sheetOf('Tag', inBlocks([['ü']], [['€'], ['two\nlines']]))], limits)

    assert.ok(file)
    const unpacked = zstdDecompressSync(file.packed)
    assert.equal(unpacked.toString(), '\uFEFFTag\r\nü\r\n€\r\n"two\nlines"\r\n')
    assert.deepEqual([file.rows, file.bytes], [3, unpacked.length])
  })

  it('has another table at its end, whose lines are no rows', async () => {
    const sheets = () => [sheetOf('Start', inBlocks([[1]])), sheetOf('Note', inBlocks([['ü']]))] as const

    const file = await packFile(sheets(), limits)

    assert.equal(file?.rows, 1)
    assert.equal(zstdDecompressSync(file?.packed ?? '').toString(), '\uFEFFStart\r\n1\r\n\r\nNote\r\nü\r\n')
    assert.equal(await packFile(sheets(), { ...limits, mostBytes: 20 }), undefined)
  })

  it('is a workbook with a sheet for each table where that is wanted', async () => {
    const sheets = [sheetOf('Start', inBlocks([[1], [2.5]])), sheetOf('Note', inBlocks([['ü']]))] as const

    const file = await packFile(sheets, { ...limits, format: 'xlsx', mostBytes: 100_000 })

    const unpacked = zstdDecompressSync(file?.packed ?? '')
    assert.deepEqual([file?.rows, file?.bytes], [2, unpacked.length])
    assert.deepEqual(await readWorkbook(unpacked), [
      { sheet: 'Start', data: [['Start'], [1], [2.5]] },
      { sheet: 'Note', data: [['Note'], ['ü']] },
    ])
  })

  for (const format of ['csv', 'xlsx'] as const) {
    it(`does not write a file to its end that is too long, as ${format}`, async () => {
      let written = 0
      async function* endless() {
        for (;;) {
          written += 1
          yield [
            [Array.from({ length: 100 }, (_, index) => String.fromCodePoint(33 + ((written * index) % 90))).join('')],
          ]
        }
      }

      assert.equal(await packFile([sheetOf('Text', endless())], { ...limits, format }), undefined)
      assert.ok(written < 20_000, String(written))
    })
  }

  it('ends when it is aborted', async () => {
    const gone = new AbortController()
    async function* endless() {
      for (;;) {
        yield [['x']]
        gone.abort(new Error('closing'))
      }
    }

    const packed = packFile([sheetOf('Text', endless())], { ...limits, mostBytes: Infinity, signal: gone.signal })
    await assert.rejects(packed)
  })
})
