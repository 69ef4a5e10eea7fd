import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { decodeCursor, encodeCursor } from './data-query.ts'

const moments = fc.integer({ min: 0, max: 4e12 })

describe('the cursor of a page', () => {
  it('comes back as it was, for the same order only', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 0 }), moments, (value, at) => {
        const order = { field: 'level', direction: 'asc' } as const
        const position = { value: JSON.stringify(value), at }
        fc.pre(!position.value.includes('\\u0000') && position.value.isWellFormed())

        const cursor = encodeCursor(position, order)

        assert.deepEqual(decodeCursor(cursor, order), position)
        assert.throws(() => decodeCursor(cursor, { ...order, field: 'other' }))
      }),
    )
  })

  it('that the portal did not write is refused', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        assert.throws(() => decodeCursor(text, { field: 'messageUTC', direction: 'asc' }), {
          code: 'data/cursor-invalid',
        })
      }),
    )
  })
})
