import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { formatPosition, parsePosition, type StreamPosition } from './stream-cursor.ts'

const moments = fc.integer({ min: 0, max: 4e12 })

describe('the cursor of a stream', () => {
  it('comes back as it was', () => {
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
