import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { MOST_COLUMNS, MOST_ROWS, placeTiles } from './board-layout.ts'

const at = (column: number, row: number, width = 1, height = 1) => ({ column, row, width, height })
const size = (width: number, height = 1) => ({ width, height })

describe('the tiles of a page', () => {
  it('are placed row by row, and small ones fill what a large one leaves', () => {
    assert.deepEqual(placeTiles([size(1), size(2, 2), size(1)], { columns: 3, rows: 2 }), [
      at(1, 1),
      at(2, 1, 2, 2),
      at(1, 2),
    ])
  })

  it('are refused when they do not all fit', () => {
    assert.equal(placeTiles([size(2), size(2)], { columns: 3, rows: 1 }), undefined)
    assert.equal(placeTiles([size(1, 2)], { columns: 3, rows: 1 }), undefined)
    assert.deepEqual(placeTiles([], { columns: 1, rows: 1 }), [])
  })

  it('are refused at once when they or the page are larger than any page', () => {
    for (const huge of [1e9, Number.MAX_VALUE, Number.POSITIVE_INFINITY, Number.NaN, 0, -1]) {
      assert.equal(placeTiles([size(1)], { columns: huge, rows: 1 }), undefined)
      assert.equal(placeTiles([size(1, huge)], { columns: 1, rows: 1 }), undefined)
    }
  })

  it('never overlap or leave the page', () => {
    const tile = fc.record({ width: fc.integer({ min: 1, max: 4 }), height: fc.integer({ min: 1, max: 3 }) })
    const grid = fc.record({
      columns: fc.integer({ min: 1, max: MOST_COLUMNS }),
      rows: fc.integer({ min: 1, max: MOST_ROWS }),
    })
    fc.assert(
      fc.property(fc.array(tile, { maxLength: 12 }), grid, (tiles, { columns, rows }) => {
        const places = placeTiles(tiles, { columns, rows }) ?? []
        const cells = places.flatMap(({ column, row, width, height }) => {
          assert.ok(column >= 1 && column + width - 1 <= columns && row >= 1 && row + height - 1 <= rows)
          return Array.from({ length: width * height }, (_, cell) => [
            column + (cell % width),
            row + Math.floor(cell / width),
          ])
        })
        assert.equal(new Set(cells.map(String)).size, cells.length)
      }),
    )
  })
})
