import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  decodeColumn,
  decodeColumnPart,
  decodeNumbers,
  drawnNumbers,
  encodeColumn,
  type ColumnValue,
} from './column.ts'
import { anyColumn, anyNumber } from './testing/arbitrary-values.ts'

describe('column of a chunk', () => {
  it('gives back any mix of values bit for bit', () => {
    fc.assert(
      fc.property(anyColumn, (values) => {
        assertSame(decodeColumn(encodeColumn(values), 'any'), values)
      }),
    )
  })

  it('gives back any part of them', () => {
    fc.assert(
      fc.property(anyColumn, fc.nat(), fc.nat(), (values, one, other) => {
        const count = values.length
        const [from = 0, to = 0] = [one % (count + 1), other % (count + 1)].toSorted((a, b) => a - b)
        assertSame([...decodeColumnPart(encodeColumn(values), { from, to, count }, 'any')], values.slice(from, to))
      }),
    )
  })

  it('gives back what can be drawn: numbers, booleans as 1 and 0, and NaN for everything else', () => {
    fc.assert(
      fc.property(anyColumn, (values) => {
        const drawn = values.map((value) =>
          typeof value === 'number' || typeof value === 'boolean' ? Number(value) : Number.NaN,
        )
        assertSame([...decodeNumbers(encodeColumn(values), 'any')], drawn)
        assertSame([...drawnNumbers(values)], drawn)
      }),
    )
  })

  it('takes a typed array of numbers', () => {
    fc.assert(
      fc.property(fc.array(anyNumber), (values) => {
        assertSame([...decodeNumbers(encodeColumn(Float64Array.from(values)), 'any')], values)
      }),
    )
  })

  it('keeps every finite double whatever its bits', () => {
    const finiteBits = fc
      .bigInt({ min: 0n, max: 2n ** 64n - 1n })
      .map(fromBits)
      .filter(Number.isFinite)
    fc.assert(
      fc.property(fc.array(finiteBits), (values) => {
        assertSame(decodeColumn(encodeColumn(values), 'any'), values)
      }),
    )
  })

  it('keeps decimals of a few digits in little more than their noise', () => {
    const values = Array.from({ length: 10_000 }, (_, index) => (2150 + ((index * 7919) % 31)) / 100)
    const withMisfits = values.map((value, index) =>
      index % 500 === 3 ? 1e300 : index % 500 === 7 ? 0.1 + 0.2 : value,
    )

    assert.ok(encodeColumn(values).length < 8000)
    assert.ok(encodeColumn(withMisfits).length < 9500)
    assertSame(decodeColumn(encodeColumn(withMisfits), 'misfits'), withMisfits)
  })

  it('follows a sensor that changes its number of decimals on the way', () => {
    const values = Array.from({ length: 9000 }, (_, index) =>
      index < 8000 ? (index % 50) / 10 : (index % 5000) / 1000,
    )

    assertSame(decodeColumn(encodeColumn(values), 'changing'), values)
    assert.ok(encodeColumn(values).length < 7500)
  })

  it('gives back parts with different numbers of decimals, and parts of doubles', () => {
    const anyPart = fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 5000 }))
    fc.assert(
      fc.property(fc.array(anyPart, { minLength: 1, maxLength: 5 }), (parts) => {
        const values = parts.flatMap(([digits, length]) =>
          Array.from({ length }, (_, index) =>
            digits === 5 ? Math.sqrt(index) : ((index * 37) % 1000) / 10 ** digits,
          ),
        )
        assertSame([...decodeNumbers(encodeColumn(Float64Array.from(values)), 'parts')], values)
      }),
      { numRuns: 40 },
    )
  })

  it('keeps -0 as 0, as rows do', () => {
    for (const values of [[-0], [1.5, -0, 2], ['a', -0, undefined], Array.from({ length: 5_000 }, () => -0)]) {
      const expected = values.map((value) => (value === 0 ? 0 : value))
      assertSame(decodeColumn(encodeColumn(values), 'zero'), expected)
    }
    const numbers = Float64Array.of(-0, 1, -0)
    assertSame([...decodeNumbers(encodeColumn(numbers), 'zero')], [0, 1, 0])
    assertSame([...numbers], [-0, 1, -0])
    assert.equal(JSON.stringify(-0), '0')
  })

  it('refuses numbers that are not finite', () => {
    for (const value of [Number.NaN, Infinity, -Infinity]) assert.throws(() => encodeColumn([1, value]), RangeError)
  })
})

function fromBits(bits: bigint): number {
  return new Float64Array(BigUint64Array.of(bits).buffer)[0] ?? 0
}

function assertSame(found: readonly ColumnValue[], expected: readonly ColumnValue[]): void {
  assert.equal(found.length, expected.length)
  for (let index = 0; index < expected.length; index += 1) {
    if (!Object.is(found[index], expected[index]))
      assert.fail(`${index}: ${String(found[index])} is not ${String(expected[index])}`)
  }
}
