import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numberText, scientificText } from './number-text.ts'

describe('a number in words', () => {
  it.each([
    [1234.5, '1,234.50'],
    [-12, '-12.00'],
    [0, '0.00'],
    [-0, '0.00'],
    [-0.001, '0.00'],
    [999_999_999_999, '999,999,999,999.00'],
    [1e12, '1e12'],
    [3.4e38, '3.4e38'],
    [-1.23456e302, '-1.235e302'],
  ])('writes %d as %s', (value, text) => {
    expect(numberText(value, { least: 2, most: 2 })).toBe(text)
  })

  it('has a place of 23 characters, whatever it is', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(numberText(value, { least: 0, most: 4 }).length).toBeLessThanOrEqual(23)
      }),
    )
  })

  it('is written by as many digits as asked for', () => {
    expect(scientificText(1_234_567, 3)).toBe('1.23e6')
    expect(scientificText(-0.000_025, 2)).toBe('-2.5e-5')
  })
})
