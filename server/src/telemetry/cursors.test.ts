import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { decodeCursor, encodeCursor } from './page-cursor.ts'
import { formatPosition, parsePosition, type StreamPosition } from './stream-cursor.ts'

const moments = fc.integer({ min: 0, max: 4e12 })

describe('cursors', () => {
  it('of pages come back as they were, for the same order only', () => {
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

  it('of pages that nobody wrote are refused', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        assert.throws(() => decodeCursor(text, { field: 'messageUTC', direction: 'asc' }), {
          code: 'data/cursor-invalid',
        })
      }),
    )
  })

  it('of streams come back as they were', () => {
    const maybe = fc.option(moments, { nil: undefined })
    const positions: fc.Arbitrary<StreamPosition> = fc.oneof(
      fc.record({ kind: fc.constant('arrivals' as const), receivedAfter: moments, at: maybe }),
      fc.record({ kind: fc.constant('replay' as const), from: fc.integer(), sent: maybe, arrivedBy: moments }),
    )
    fc.assert(
      fc.property(positions, (position) => {
        const text = formatPosition(position)
        assert.match(text, /^[A-Za-z0-9_.:-]+$/)
        assert.deepEqual(parsePosition(text), { ...position })
      }),
    )
    fc.assert(
      fc.property(fc.string(), (text) => {
        const position = parsePosition(text)
        assert.ok(position === undefined || formatPosition(position).length <= text.length)
      }),
    )
  })
})
