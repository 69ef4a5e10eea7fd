import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { formatCount, numberText, scientificText } from './number-text.ts'

describe('a number in words', () => {
  for (const [value, text] of [
    [1234.5, '1,234.50'],
    [-12, '-12.00'],
    [0, '0.00'],
    [-0, '0.00'],
    [-0.001, '0.00'],
    [999_999_999_999, '999,999,999,999.00'],
    [1e12, '1e12'],
    [3.4e38, '3.4e38'],
    [-1.23456e302, '-1.235e302'],
    [Number.POSITIVE_INFINITY, '∞'],
    [Number.NEGATIVE_INFINITY, '-∞'],
  ] as const) {
    it(`writes ${value} as ${text}`, () => {
      assert.equal(numberText(value, { least: 2, most: 2 }), text)
    })
  }

  it('has a place of 23 characters, whatever it is', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        assert.ok(numberText(value, { least: 0, most: 4 }).length <= 23)
      }),
    )
  })

  it('is written by as many digits as asked for', () => {
    assert.equal(scientificText(1_234_567, 3), '1.23e6')
    assert.equal(scientificText(-0.000_025, 2), '-2.5e-5')
  })

  it('is grouped by thousands where things are counted', () => {
    assert.equal(formatCount(20_001), '20,001')
  })

  it('has the separators of the locale; English ones are alike in all regions', () => {
    const decimals = { least: 2, most: 2 }
    assert.equal(numberText(12_345.5, decimals, 'de'), '12.345,50')
    assert.equal(numberText(12_345.5, decimals, 'fr'), '12\u202f345,50')
    assert.equal(numberText(12_345.5, decimals, 'es'), '12.345,50')
    assert.equal(numberText(1_234_567.5, decimals, 'en-IN'), '1,234,567.50')
    assert.equal(scientificText(1_234_567, 3, 'de'), '1,23e6')
    assert.equal(formatCount(20_001, 'de'), '20.001')
  })
})
