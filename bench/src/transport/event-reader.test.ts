import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createEventReader } from './event-reader.ts'

const STREAM = ': hello\n\nevent: added\nid: 4\ndata: {"a":1}\n\ndata: x\ndata: y\n\n'

describe('the event reader', () => {
  it('reads the same events wherever the text is cut', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: STREAM.length }),
        fc.integer({ min: 0, max: STREAM.length }),
        (one, other) => {
          const [from, to] = [Math.min(one, other), Math.max(one, other)]
          const read = createEventReader()
          const events = [STREAM.slice(0, from), STREAM.slice(from, to), STREAM.slice(to)].flatMap(read)
          assert.deepEqual(events, [
            { event: 'added', data: '{"a":1}' },
            { event: 'message', data: 'x\ny' },
          ])
        },
      ),
    )
  })
})
