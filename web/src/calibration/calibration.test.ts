import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calibrate, concern, corrected, readNumber } from './calibration.ts'

const value = fc.double({ min: -1000, max: 1000, noNaN: true })

describe('a calibration by two points', () => {
  it('is the line through them', () => {
    expect(calibrate({ reading: 90, standard: 100 }, { reading: 190, standard: 200 })).toEqual({ slope: 1, offset: 10 })
  })

  it('gives each standard back for its reading', () => {
    fc.assert(
      fc.property(value, value, value, value, (reading, standard, otherReading, otherStandard) => {
        fc.pre(Math.abs(reading - otherReading) > 1)
        const found = calibrate({ reading, standard }, { reading: otherReading, standard: otherStandard })
        expect(found && corrected(found, reading)).toBeCloseTo(standard, 5)
        expect(found && corrected(found, otherReading)).toBeCloseTo(otherStandard, 5)
      }),
    )
  })

  it('is none when both readings are the same', () => {
    expect(calibrate({ reading: 5, standard: 4 }, { reading: 5, standard: 7 })).toBeUndefined()
  })

  it('is suspect when its slope is far from 1 or the wrong way', () => {
    expect(concern({ slope: 1.04, offset: 0 })).toBeUndefined()
    expect(concern({ slope: 0.5, offset: 0 })).toBe('far')
    expect(concern({ slope: -1, offset: 0 })).toBe('wrong-way')
  })
})

describe('a typed number', () => {
  it.each([
    ['7', 7],
    [' 4,01 ', 4.01],
    ['-2.5', -2.5],
    ['', undefined],
    ['7 mg', undefined],
    ['1e3', undefined],
  ])('reads %j as %s', (text, number) => {
    expect(readNumber(text)).toBe(number)
  })
})
