import { describe, expect, it } from 'vitest'
import { drawnParts } from './drawn-columns.ts'

const columnsOf = (...ids: readonly string[]) => ids.map((id) => ({ id }))
const values = (count: number) => Array.from({ length: count }, (_, index) => `value ${index + 1}`)
const idsOf = (parts: ReturnType<typeof drawnParts>) => parts.map((part) => part.map(({ id }) => id))

describe('the columns of a table on paper', () => {
  it('stay together where they fit on a page', () => {
    expect(idsOf(drawnParts(columnsOf('startUTC', ...values(7))))).toEqual([['startUTC', ...values(7)]])
    expect(idsOf(drawnParts([]))).toEqual([[]])
  })

  it('come in parts that each begin with the start of the events', () => {
    expect(idsOf(drawnParts(columnsOf('tag', 'startUTC', ...values(8))))).toEqual([
      ['startUTC', 'tag', ...values(6)],
      ['startUTC', 'value 7', 'value 8'],
    ])
  })

  it('come in parts that begin with the first column where the start is not shown', () => {
    const parts = drawnParts(columnsOf(...values(20)))

    expect(parts.map((part) => part[0]?.id)).toEqual(['value 1', 'value 1', 'value 1'])
    expect(new Set(idsOf(parts).flat())).toEqual(new Set(values(20)))
  })
})
