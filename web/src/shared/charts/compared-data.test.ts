import { describe, expect, it } from 'vitest'
import { comparedValue, rowsInSight } from './compared-data.ts'
import { differenceText } from './value-text.ts'

const DATA = {
  x: Float64Array.of(0, 10, 20, 30),
  columns: [Float64Array.of(1, 2, NaN, 4), Float64Array.of(5, 6, 7, 8)],
}

describe('the lines of the period that is compared with', () => {
  it('have the value that is nearest to a moment, within reach', () => {
    const valueAt = (at: number, reachMs = 20) => comparedValue(DATA, { index: 0, at, reachMs })

    expect([valueAt(0), valueAt(11), valueAt(19), valueAt(24)]).toEqual([1, 2, 2, 4])
    expect([valueAt(45, 10), valueAt(45), valueAt(-30)]).toEqual([undefined, 4, undefined])
    expect(
      comparedValue({ x: new Float64Array(), columns: [new Float64Array()] }, { index: 0, at: 0, reachMs: 9 }),
    ).toBe(undefined)
    expect(comparedValue(DATA, { index: 2, at: 0, reachMs: 9 })).toBe(undefined)
  })

  it('are in sight from the first to the last row of the shown time', () => {
    const rowsOf = (min: number, max: number) => rowsInSight({ scales: { x: { min, max } } }, DATA)

    expect([rowsOf(0, 30), rowsOf(5, 20), rowsOf(21, 29), rowsOf(40, 50)]).toEqual([
      [0, 3],
      [1, 2],
      [3, 2],
      [4, 3],
    ])
  })
})

describe('a difference', () => {
  it('has its sign and its unit of measure, and is left out where a value is missing', () => {
    expect(differenceText(12, 10.5, 'm')).toBe('+1.5 m')
    expect(differenceText(10, 12, 'm')).toBe('-2 m')
    expect(differenceText(10, 10, undefined)).toBe('0')
    expect(differenceText(undefined, 10, 'm')).toBe('')
    expect(differenceText(10, undefined, 'm')).toBe('')
  })
})
