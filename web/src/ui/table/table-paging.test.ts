import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { existingPage, pageButtons, pageCountOf, PAGE_SIZES, withPageSize } from './table-paging.ts'
import { rangeText } from './table-footer.tsx'

describe('the page buttons', () => {
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [3, 3, [1, 2, 3]],
    [1, 5, [1, 2, 3, 4, 5]],
    [1, 20, [1, 2, 3, 4, 5]],
    [3, 20, [1, 2, 3, 4, 5]],
    [4, 20, [2, 3, 4, 5, 6]],
    [10, 20, [8, 9, 10, 11, 12]],
    [19, 20, [16, 17, 18, 19, 20]],
    [20, 20, [16, 17, 18, 19, 20]],
  ])('on page %i of %i are %j', (page, pageCount, buttons) => {
    expect(pageButtons(page, pageCount)).toEqual(buttons)
  })

  // spec 2-2-30, 2-9-23
  it('are at most five consecutive pages that exist, the current one among them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(), (pageCount, nth) => {
        const page = 1 + (nth % pageCount)
        const buttons = pageButtons(page, pageCount)
        expect(buttons).toHaveLength(Math.min(5, pageCount))
        expect(buttons).toContain(page)
        expect(buttons.every((button, index) => button === (buttons[0] ?? 0) + index)).toBe(true)
        expect(Math.min(...buttons)).toBeGreaterThanOrEqual(1)
        expect(Math.max(...buttons)).toBeLessThanOrEqual(pageCount)
      }),
    )
  })
})

describe('the number of pages', () => {
  it.each([
    [0, 10, 1],
    [1, 10, 1],
    [10, 10, 1],
    [11, 10, 2],
    [100, 25, 4],
  ])('of %i rows by %i is %i', (rowCount, pageSize, pages) => {
    expect(pageCountOf(rowCount, pageSize)).toBe(pages)
  })
})

describe('the page that is shown', () => {
  it('is the last one when rows have gone', () => {
    expect(existingPage({ page: 4, pageSize: 10 }, 25)).toBe(3)
    expect(existingPage({ page: 4, pageSize: 10 }, 0)).toBe(1)
  })

  it('keeps the row that stood first when the number of rows a page changes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.constantFrom(...PAGE_SIZES),
        fc.constantFrom(...PAGE_SIZES),
        (page, pageSize, nextSize) => {
          const firstRow = (page - 1) * pageSize
          const next = withPageSize({ page, pageSize }, nextSize)
          expect((next.page - 1) * nextSize).toBeLessThanOrEqual(firstRow)
          expect(next.page * nextSize).toBeGreaterThan(firstRow)
        },
      ),
    )
  })

  it.each([
    [1, 0, '0 of 0'],
    [1, 7, '1–7 of 7'],
    [2, 42, '11–20 of 42'],
    [5, 42, '41–42 of 42'],
  ])('says on page %i which of %i rows it holds: %s', (page, rowCount, text) => {
    expect(rangeText({ page, pageSize: 10 }, rowCount)).toBe(text)
  })
})
