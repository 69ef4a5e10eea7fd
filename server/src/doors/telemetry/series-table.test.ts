import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { tableFromIPC } from '@uwdata/flechette'
import fc from 'fast-check'
import { bodyOf, copyOf } from './series-body.ts'
import { encodeSeries } from './series-table.ts'

const numbers = fc.oneof(fc.double({ noNaN: true }), fc.constant(Number.NaN))
const blocks = fc.array(
  fc.nat(20).chain((length) =>
    fc.record({
      at: fc.array(fc.nat(), { minLength: length, maxLength: length }).map((at) => Float64Array.from(at)),
      columns: fc.array(
        fc.array(numbers, { minLength: length, maxLength: length }).map((values) => Float64Array.from(values)),
        { minLength: 2, maxLength: 2 },
      ),
    }),
  ),
  { maxLength: 4 },
)

describe('a series', () => {
  it('comes out of Arrow as it went in, in however many blocks, NaN as null', () => {
    fc.assert(
      fc.property(blocks, (series) => {
        const table = tableFromIPC(Buffer.concat(encodeSeries(['one', 'other'], series)))

        assert.deepEqual(table.names, ['t', 'one', 'other'])
        assert.deepEqual(
          [...table.getChild('t')],
          series.flatMap(({ at }) => [...at]),
        )
        for (const [index, name] of ['one', 'other'].entries()) {
          assert.deepEqual(
            [...table.getChild(name)],
            series.flatMap(({ columns }) =>
              Array.from(columns[index] ?? [], (value) => (Number.isNaN(value) ? null : value)),
            ),
          )
        }
      }),
    )
  })

  it('is sent from the memory that it is in', () => {
    const at = Float64Array.from({ length: 20_000 }, (_, index) => index)
    const values = at.map((value) => value * 2)
    const { parts, length, heldBytes } = bodyOf(encodeSeries(['value'], [{ at, columns: [values] }]))

    assert.ok(parts.some(({ buffer }) => buffer === at.buffer))
    assert.ok(parts.some(({ buffer }) => buffer === values.buffer))
    assert.equal(length, Buffer.concat(parts).length)
    assert.ok(heldBytes >= length)
  })

  it('is one part where it is small', () => {
    const block = { at: Float64Array.of(1, 2), columns: [Float64Array.of(3, 4)] }

    assert.equal(bodyOf(encodeSeries(['value'], [block, block])).parts.length, 1)
  })

  it('is copied where it would hold far more memory than it has bytes', () => {
    const memory = new Float64Array(200_000)
    const block = { at: memory.subarray(0, 80_000), columns: [memory.subarray(80_000, 160_000)] }
    const piece = { at: memory.subarray(0, 20_000), columns: [memory.subarray(80_000, 100_000)] }

    const large = bodyOf(encodeSeries(['value'], [block]))
    const small = bodyOf(encodeSeries(['value'], [piece]))

    assert.ok(large.parts.some(({ buffer }) => buffer === memory.buffer))
    assert.ok(small.parts.every(({ buffer }) => buffer !== memory.buffer))
    assert.equal(small.heldBytes, small.length)
    assert.deepEqual(small, copyOf(encodeSeries(['value'], [piece])))
  })
})
