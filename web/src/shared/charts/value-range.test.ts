import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drawnShare, lastRow, nearestRow, rowsAround, valueRange } from './value-range.ts'

describe('the range of values', () => {
  it('holds every value with room above and below, whatever is missing', () => {
    const value = fc.oneof(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.constant(Number.NaN))
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), (values) => {
        const [low, high] = valueRange({ columns: [Float64Array.from(values)], from: 0, to: values.length - 1 })
        expect(high).toBeGreaterThan(low)
        for (const one of values.filter((each) => !Number.isNaN(each))) {
          expect(one).toBeGreaterThanOrEqual(low)
          expect(one).toBeLessThanOrEqual(high)
        }
      }),
    )
  })

  it('looks only at the rows that are in sight', () => {
    const [low, high] = valueRange({ columns: [Float64Array.of(-500, 10, 20, 900)], from: 1, to: 2 })

    expect(low).toBeCloseTo(9.2)
    expect(high).toBeCloseTo(20.8)
  })

  it('is that of the values on either side where none is in sight', () => {
    const [low, high] = valueRange({ columns: [Float64Array.of(-500, 10, NaN, NaN, NaN, 20, 900)], from: 3, to: 3 })

    expect(low).toBeCloseTo(9.2)
    expect(high).toBeCloseTo(20.8)
    expect(valueRange({ columns: [Float64Array.of(10, 20)], from: 1, to: 0 })).toEqual([low, high])
  })

  it('has room for what the values are compared with', () => {
    const shown = { columns: [Float64Array.of(10, 20)], from: 0, to: 1 }
    const compared = { columns: [Float64Array.of(-500, 30, NaN, 900)], from: 1, to: 2 }

    expect(valueRange(shown, compared)).toEqual(valueRange({ ...shown, columns: [Float64Array.of(10, 30)] }))
    expect(valueRange({ columns: [Float64Array.of(NaN)], from: 0, to: 0 }, compared)).toEqual(
      valueRange({ columns: [Float64Array.of(30)], from: 0, to: 0 }),
    )
  })

  it('does not go below zero for what is never negative', () => {
    expect(valueRange({ columns: [Float64Array.of(0, 10)], from: 0, to: 1 })[0]).toBe(0)
  })

  it('holds the largest numbers, whose distance is drawn by a share of them', () => {
    const [low, high] = valueRange({ columns: [Float64Array.of(-Number.MAX_VALUE, Number.MAX_VALUE)], from: 0, to: 1 })

    expect([low, high]).toEqual([-Number.MAX_VALUE, Number.MAX_VALUE])
    const share = drawnShare(low, high)
    expect(Number.isFinite(high * share - low * share)).toBe(true)
    expect(drawnShare(-5, 5)).toBe(1)
  })

  it('is 0 to 1 where nothing is', () => {
    expect(valueRange({ columns: [Float64Array.of(NaN)], from: 0, to: 0 })).toEqual([0, 1])
  })
})

describe('the rows between which a line is drawn', () => {
  it('are the nearest ones with a value', () => {
    const column = Float64Array.of(1, NaN, 3, NaN, NaN, 6)

    expect(rowsAround(column, 2, 2)).toEqual([2, 2])
    expect(rowsAround(column, 1, 3)).toEqual([0, 5])
    expect(rowsAround(column, -1, 6)).toEqual([0, 5])
    expect(rowsAround(Float64Array.of(NaN, NaN, NaN), 1, 1)).toEqual([0, 2])
    expect(rowsAround(new Float64Array(), 0, 0)).toEqual([0, -1])
  })
})

describe('the value at a time', () => {
  const x = Float64Array.of(0, 10, 20, 30)

  it('is the nearest one there is', () => {
    const column = Float64Array.of(1, NaN, NaN, 4)

    expect(nearestRow(x, column, 1, 10, 100)).toBe(0)
    expect(nearestRow(x, column, 2, 22, 100)).toBe(3)
  })

  it('is none where the silence is too long', () => {
    expect(nearestRow(x, Float64Array.of(1, NaN, NaN, NaN), 3, 30, 20)).toBeUndefined()
  })

  it('is the last one with a value when no time is asked for', () => {
    expect(lastRow(Float64Array.of(1, 2, NaN))).toBe(1)
    expect(lastRow(Float64Array.of(NaN))).toBeUndefined()
  })
})
