import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decideMark, readDecimal, writingOf } from './decimal-marks.ts'

describe('digits', () => {
  for (const [digits, writing] of [
    ['1500', 'plain'],
    ['1.5', 'point'],
    ['1,234.56', 'point'],
    ['1,234,567', 'point'],
    ['1234.567', 'point'],
    ['0.125', 'point'],
    ['1,5', 'comma'],
    ['1.234,56', 'comma'],
    ['1.234.567', 'comma'],
    ['0,125', 'comma'],
    ['2.000', 'either'],
    ['1,500', 'either'],
    ['1.2.3', undefined],
    ['1,23,4', undefined],
    ['.', undefined],
    ['', undefined],
  ] as const) {
    it(`${digits} are written with ${writing ?? 'nothing that makes a number'}`, () => {
      assert.equal(writingOf(digits), writing)
    })
  }

  it('are one number with a point and another with a comma', () => {
    assert.deepEqual([readDecimal('2.000', 'point'), readDecimal('2.000', 'comma')], [2, 2000])
    assert.deepEqual([readDecimal('1.234,56', 'point'), readDecimal('1.234,56', 'comma')], [undefined, 1234.56])
  })
})

describe('the decimal mark of a file', () => {
  const counts = { point: 0, comma: 0, either: 0, plain: 0 }

  it('is the one that its numbers show', () => {
    assert.equal(decideMark({ ...counts, comma: 1, either: 9 }), 'comma')
    assert.equal(decideMark({ ...counts, point: 1, either: 9 }), 'point')
    assert.equal(decideMark({ ...counts, point: 2, comma: 3 }), 'comma')
  })

  it('is not known when every number may have either', () => {
    assert.equal(decideMark({ ...counts, either: 1, plain: 5 }), undefined)
  })

  it('does not matter when no number has any', () => {
    assert.equal(decideMark({ ...counts, plain: 5 }), 'point')
  })
})
