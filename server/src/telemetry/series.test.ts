import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { tableFromIPC } from '@uwdata/flechette'
import fc from 'fast-check'
import { csvLine } from './csv.ts'
import { decodeCursor, encodeCursor } from './page-cursor.ts'
import { encodeSeries } from './series-table.ts'
import { alignFields, columnsOf } from './series.ts'
import { formatPosition, parsePosition, type StreamPosition } from './stream-cursor.ts'

const numbers = fc.oneof(fc.double({ noNaN: true }), fc.constant(Number.NaN))
const points = fc.uniqueArray(fc.integer({ min: 0, max: 60 })).chain((times) =>
  fc.array(numbers, { minLength: times.length, maxLength: times.length }).map((values) => ({
    at: Float64Array.from(times.toSorted((one, other) => one - other)),
    values: Float64Array.from(values),
  })),
)
const moments = fc.integer({ min: 0, max: 4e12 })

describe('a series table', () => {
  it('has each point of each field at its time, and nothing else', () => {
    fc.assert(
      fc.property(fc.array(points, { minLength: 1, maxLength: 4 }), (fields) => {
        const { t, columns } = alignFields(fields)

        assert.deepEqual(
          [...t],
          [...new Set(fields.flatMap(({ at }) => [...at]))].sort((one, other) => one - other),
        )
        for (const [index, { at, values }] of fields.entries()) {
          const expected = [...t].map((time) => (at.includes(time) ? values[at.indexOf(time)] : Number.NaN))
          assert.deepEqual([...(columns[index] ?? [])], expected)
        }
      }),
    )
  })

  it('comes out of Arrow as it went in, NaN as null', () => {
    fc.assert(
      fc.property(points, ({ at, values }) => {
        const table = tableFromIPC(encodeSeries(['value'], { t: at, columns: [values] }))

        assert.deepEqual([...table.getChild('t')], [...at])
        assert.deepEqual(
          [...table.getChild('value')],
          [...values].map((value) => (Number.isNaN(value) ? null : value)),
        )
      }),
    )
  })

  it('joins blocks in memory of its own, even a single one: whoever has it may give it back', () => {
    const block = { at: Float64Array.of(1, 2), columns: [Float64Array.of(3, 4)] }

    const [field] = columnsOf([block], 1)
    field?.at.fill(0)
    field?.values.fill(0)

    assert.deepEqual(block, { at: Float64Array.of(1, 2), columns: [Float64Array.of(3, 4)] })
  })

  it('joins blocks', () => {
    const block = (from: number) => ({
      at: Float64Array.of(from, from + 1),
      columns: [Float64Array.of(from, Number.NaN)],
    })

    assert.deepEqual(columnsOf([block(0), block(2)], 1), [
      { at: Float64Array.of(0, 1, 2, 3), values: Float64Array.of(0, Number.NaN, 2, Number.NaN) },
    ])
  })
})

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

describe('a line of CSV', () => {
  it('quotes what needs it and disarms formulas', () => {
    assert.equal(
      csvLine(['a', 'b,c', 'say "x"', 'two\nlines', null, undefined, -1, true]),
      'a,"b,c","say ""x""","two\nlines",,,-1,true\r\n',
    )
    assert.equal(csvLine(['=1', '+1', '-1', '@x', '\t=1', '1=1']), "'=1,'+1,'-1,'@x,'\t=1,1=1\r\n")
  })
})
