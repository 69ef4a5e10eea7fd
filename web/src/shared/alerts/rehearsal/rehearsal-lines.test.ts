import { createMeasures, sentMeasures } from '@fieldwatch/contract/measures/measure'
import { describe, expect, it } from 'vitest'
import { rehearsalBands, rehearsalLines, withLimits } from './rehearsal-lines.ts'

const RANGE = { from: 0, to: 100 }
const measure = sentMeasures('°C')

describe('the chart of a rehearsal', () => {
  it('has the limits as lines from one end to the other', () => {
    const series = { x: Float64Array.of(10, 50), columns: [Float64Array.of(7, 9)], columnMs: 0 }

    const { x, columns } = withLimits(series, RANGE, { constant: 8, clearLimit: 6, measure })

    expect([...x]).toEqual([0, 10, 50, 100])
    expect(columns.map((column) => [...column])).toEqual([
      [Number.NaN, 7, 9, Number.NaN],
      [8, 8, 8, 8],
      [6, 6, 6, 6],
    ])
    expect(
      rehearsalLines({ field: 'temp', measure, hasClearLimit: true }).map(({ label, unit }) => [label, unit]),
    ).toEqual([
      ['temp', '°C'],
      ['Limit', '°C'],
      ['OK again at', '°C'],
    ])
  })

  it('is in the unit of measure that the person reads', () => {
    const fahrenheit = createMeasures({ system: 'US' })('°C')
    const series = { x: Float64Array.of(10), columns: [Float64Array.of(10)], columnMs: 0 }

    const { columns } = withLimits(series, RANGE, { constant: 38, clearLimit: null, measure: fahrenheit })

    expect(columns.map(([, value]) => value)).toEqual([50, 100.4])
    expect(rehearsalLines({ field: 'temp', measure: fahrenheit, hasClearLimit: false })[0]?.unit).toBe('°F')
  })

  it('has each time once', () => {
    const series = { x: Float64Array.of(0), columns: [Float64Array.of(7)], columnMs: 0 }

    expect([...withLimits(series, RANGE, { constant: 8, clearLimit: null, measure }).x]).toEqual([0, 100])
    expect([
      ...withLimits({ ...series, x: new Float64Array(), columns: [] }, RANGE, {
        constant: 8,
        clearLimit: null,
        measure,
      }).x,
    ]).toEqual([0, 100])
  })

  it('shades what still lasts up to now', () => {
    const event = { startUTC: '1970-01-01T00:00:00.010Z', endUTC: null, durationSeconds: 0, value: 9 }

    expect(rehearsalBands([event], 100)).toEqual([{ from: 10, to: 100, strong: true }])
  })
})
