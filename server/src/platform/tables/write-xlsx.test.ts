import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import type { TableCell } from '@fieldwatch/contract/tables/table'
import { CELL_LENGTH } from '@fieldwatch/contract/tables/xlsx-cells'
import { createWalls } from '@fieldwatch/contract/tables/zone-walls'
import fc from 'fast-check'
import readWorkbook, { readSheet } from 'read-excel-file/node'
import { writeXlsx } from './write-xlsx.ts'

async function* inBlocks<T>(rows: readonly T[], length: number): AsyncGenerator<T[]> {
  for (let start = 0; start < rows.length; start += length) yield rows.slice(start, start + length)
}

interface Given {
  readonly rows: readonly (readonly TableCell[])[]
  readonly timeZone?: string
  readonly sheetRows?: number
  readonly blockLength?: number
}

const COLUMNS = [{ heading: 'Time', hasMoments: true }, { heading: 'a' }, { heading: 'b' }]

function write({ rows, timeZone = 'UTC', sheetRows, blockLength = 3 }: Given): Promise<Buffer> {
  return buffer(
    writeXlsx({
      sheets: [{ name: 'tank', columns: COLUMNS, blocks: inBlocks(rows, blockLength) }],
      wallOf: createWalls(timeZone),
      sheetRows,
    }),
  )
}

const AT = Date.parse('2026-03-01T12:00:00.250Z')

describe('a workbook', () => {
  it('has times, numbers, texts and booleans as such', async () => {
    const rows = [
      [new Date(AT), 1.5, 'plain'],
      [new Date(AT + 1), -0.1, true],
      [new Date(AT + 2), 1e300, null],
      [new Date(AT + 3), Number.NaN, '007'],
    ]

    const found = await readSheet(await write({ rows }))

    assert.deepEqual(found[0], ['Time', 'a', 'b'])
    for (const [index, [time]] of found.slice(1).entries()) assertTime(time, AT + index)
    assert.deepEqual(
      found.slice(1).map(([, ...cells]) => cells),
      [
        [1.5, 'plain'],
        [-0.1, true],
        [1e300, null],
        [null, '007'],
      ],
    )
  })

  it('shows what clocks of the time zone show, also around the hour when they are set', async () => {
    const moments = [
      '2026-03-29T00:59:59.999Z',
      '2026-03-29T01:00:00.000Z',
      '2026-10-25T00:30:00Z',
      '2026-10-25T01:30:00Z',
    ]

    const found = await readSheet(await write({ rows: moments.map((at) => [new Date(at)]), timeZone: 'Europe/Berlin' }))

    const shown = ['2026-03-29T01:59:59.999Z', '2026-03-29T03:00:00Z', '2026-10-25T02:30:00Z', '2026-10-25T02:30:00Z']
    for (const [index, [time]] of found.slice(1).entries()) assertTime(time, Date.parse(shown[index] ?? ''))
    assert.equal(found.length, 5)
  })

  it('keeps every text of a record, and computes nothing of it', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 30 }).map((drawn) => drawn.toWellFormed())
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 20 }), async (texts) => {
        const file = await write({ rows: texts.map((one) => [null, `[${one}]`, `=${one}`]) })
        const found = await readSheet(file, 1, { trim: false })

        assert.deepEqual(
          found.slice(1).map(([, a, b]) => [unescape(a), unescape(b)]),
          texts.map((one) => [`[${one}]`, `=${one}`]),
        )
      }),
      { numRuns: 15 },
    )
  })

  it('cuts a text that is longer than a cell', async () => {
    const found = await readSheet(await write({ rows: [[null, 'x'.repeat(40_000)]] }))

    assert.equal(String(found[1]?.[1]).length, CELL_LENGTH)
  })

  it('continues on the next sheet, with the headings again', async () => {
    for (const [count, sheets] of [
      [0, 1],
      [1, 1],
      [4, 1],
      [5, 2],
      [8, 2],
      [9, 3],
    ] as const) {
      const rows = Array.from({ length: count }, (_, index) => [null, index])
      const file = await write({ rows, sheetRows: 5, blockLength: 3 })

      const workbook = await readWorkbook(file)
      const names = workbook.map(({ sheet }) => sheet)
      assert.deepEqual(names, ['tank', 'tank 2', 'tank 3'].slice(0, sheets), String(count))
      const found = workbook.map(({ data }) => data)
      assert.deepEqual(
        found.flatMap((sheet) => sheet.slice(1).map(([, number]) => number)),
        Array.from({ length: count }, (_, index) => index),
      )
      for (const [headings] of found) assert.deepEqual(headings, ['Time', 'a', 'b'])
    }
  })

  it('shows numbers and moments in the format of their column, and keeps them exactly', async () => {
    const columns = [
      { heading: 'At', format: String.raw`dd\-mm\-yyyy\ hh:mm:ss` },
      { heading: 'Level', format: '0.00' },
    ]
    const sheets = [{ name: 'Ebbe & Flut', columns, blocks: inBlocks([[new Date(AT), 1.23456]], 1) }]

    const file = await buffer(writeXlsx({ sheets, wallOf: (at) => at }))

    const [[, found = []] = []] = (await readWorkbook(file)).map(({ data }) => data)
    assertTime(found[0], AT)
    assert.equal(found[1], 1.23456)
  })

  it('has a sheet for each table, with names that a spreadsheet takes', async () => {
    const names = ['a/b:c', 'A_B_C', '', 'x'.repeat(60), 'قراءة الخزان']
    const sheets = names.map((name) => ({ name, columns: COLUMNS, blocks: inBlocks([[null, name]], 1) }))

    const found = await readWorkbook(await buffer(writeXlsx({ sheets, wallOf: (at) => at })))

    const shown = ['a_b_c', 'A_B_C 2', '_', 'x'.repeat(24), 'قراءة الخزان']
    assert.deepEqual(
      found.map(({ sheet }) => sheet),
      shown,
    )
    assert.equal(found[4]?.data[1]?.[1], 'قراءة الخزان')
  })

  it('ends with the failure of its rows', async () => {
    async function* failing(): AsyncGenerator<TableCell[][]> {
      yield [[null, 1]]
      throw new Error('the rows broke')
    }
    const file = writeXlsx({ sheets: [{ name: 'x', columns: COLUMNS, blocks: failing() }], wallOf: (at) => at })

    await assert.rejects(buffer(file), /the rows broke/)
  })
})

/** As spreadsheets read characters that XML cannot have. */
function unescape(text: unknown): string {
  return String(text).replaceAll(/_x([\dA-F]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** The time of a cell; readers round what is a fraction of a day. */
function assertTime(cell: unknown, at: number): void {
  assert.ok(
    cell instanceof Date && Math.abs(cell.getTime() - at) <= 1,
    `${String(cell)}, not ${new Date(at).toISOString()}`,
  )
}
