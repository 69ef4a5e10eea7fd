import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { readNumber } from './numeric-text.ts'

describe('a text of a protocol that has texts alone', () => {
  for (const [text, number] of [
    ['7.19889788244', 7.198_897_882_44],
    ['12.3456789012', 12.345_678_901_2],
    ['1e1', 10],
    ['-1.5E-3', -0.0015],
    ['0', 0],
    ['352093081234567', 352_093_081_234_567],
  ] as const) {
    it(`is a number: ${text}`, () => {
      assert.equal(readNumber(text), number)
    })
  }

  const TEXTS = ' |1 |+1|.5|5.|01234|-01|60,5|abc|NaN|Infinity|-Infinity|1e400|0x10|1_000|89882280000012345678'
  for (const text of ['', ...TEXTS.split('|'), '1'.repeat(65)]) {
    it(`stays a text: ${JSON.stringify(text)}`, () => {
      assert.equal(readNumber(text), undefined)
    })
  }

  it('is the number that JSON writes', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const text = JSON.stringify(number)
        const read = readNumber(text)
        assert.ok(read === Number(text) || (read === undefined && Math.abs(number) > Number.MAX_SAFE_INTEGER))
      }),
    )
  })
})
