import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { DecimalMark } from '@fieldwatch/contract/units/sims'
import { readDecimal } from './decimal-marks.ts'
import { readStatus, readTime, splitSize } from './sim-cells.ts'

const bytesOf = (text: string, unit?: string, mark: DecimalMark = 'point'): number | undefined => {
  const size = splitSize(text, unit)
  const number = size && readDecimal(size.digits, mark)
  return number === undefined || size?.factor === undefined ? undefined : Math.round(number * size.factor)
}

describe('a size', () => {
  for (const [text, unit, mark, bytes] of [
    ['1500000', 'bytes', 'point', 1_500_000],
    ['500 MB', undefined, 'point', 500_000_000],
    ['1.5GB', undefined, 'point', 1_500_000_000],
    ['1,5 GB', undefined, 'comma', 1_500_000_000],
    ['1,234.5 kb', undefined, 'point', 1_234_500],
    ['1.234,5 kB', undefined, 'comma', 1_234_500],
    ['1,234,567', 'B', 'point', 1_234_567],
    ['1 500 MB', undefined, 'point', 1_500_000_000],
    ['2 MiB', undefined, 'point', 2_097_152],
    ['12.25', 'MB', 'point', 12_250_000],
    ['1 GB', 'MB', 'point', 1_000_000_000],
    ['0', 'MB', 'point', 0],
  ] as const) {
    it(`“${text}”${unit === undefined ? '' : ` below a heading in ${unit}`} with a decimal ${mark} is ${bytes} bytes`, () => {
      assert.equal(bytesOf(text, unit, mark), bytes)
    })
  }

  it('without a unit, in its cell or its heading, has none', () => {
    assert.deepEqual(splitSize('50'), { digits: '50', factor: undefined })
  })

  for (const text of ['lots', '-1 MB', '5 parsecs', '1.2.3', '', `1${' '.repeat(100_000)}!`]) {
    it(`“${text.slice(0, 20)}” is none`, () => {
      assert.equal(bytesOf(text), undefined)
    })
  }

  it('of any whole number of bytes is that number', () => {
    fc.assert(fc.property(fc.maxSafeNat(), (bytes) => assert.equal(bytesOf(`${bytes} bytes`), bytes)))
  })
})

describe('a time', () => {
  for (const [text, utc] of [
    ['2026-11-21T08:00:00Z', '2026-11-21T08:00:00.000Z'],
    ['2026-11-21 08:00', '2026-11-21T08:00:00.000Z'],
    ['2026-11-21 08:00:01 UTC', '2026-11-21T08:00:01.000Z'],
    ['2026-11-21T08:00:00.25+0130', '2026-11-21T06:30:00.250Z'],
    ['2026-11-21', '2026-11-21T00:00:00.000Z'],
  ] as const) {
    it(`“${text}” is ${utc}`, () => {
      assert.equal(readTime(text), utc)
    })
  }

  for (const text of ['21/11/2026', '2026-13-01', 'yesterday']) {
    it(`“${text}” stays as it is, to be refused`, () => {
      assert.equal(readTime(text), text)
    })
  }

  it('in ISO 8601 is read as it is', () => {
    const times = fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true })
    fc.assert(fc.property(times, (at) => assert.equal(readTime(at.toISOString()), at.toISOString())))
  })
})

it('The words of operators for a state are ours', () => {
  assert.deepEqual(['Activated', 'ON_HOLD', 'Terminated', 'suspended', 'mystery'].map(readStatus), [
    'active',
    'suspended',
    'inactive',
    'suspended',
    'mystery',
  ])
})
