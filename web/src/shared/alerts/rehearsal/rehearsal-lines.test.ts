import { describe, expect, it } from 'vitest'
import { rehearsalBands, rehearsalLines, withLimits } from './rehearsal-lines.ts'

const RANGE = { from: 0, to: 100 }

describe('the chart of a rehearsal', () => {
  it('has the limits as lines from one end to the other', () => {
    const series = { x: Float64Array.of(10, 50), columns: [Float64Array.of(7, 9)], columnMs: 0 }

    const { x, columns } = withLimits(series, RANGE, { constant: 8, clearLimit: 6 })

    expect([...x]).toEqual([0, 10, 50, 100])
    expect(columns.map((column) => [...column])).toEqual([
      [Number.NaN, 7, 9, Number.NaN],
      [8, 8, 8, 8],
      [6, 6, 6, 6],
    ])
    expect(
      rehearsalLines({ field: 'temp', unitOfMeasure: '°C', hasClearLimit: true }).map(({ label, unit }) => [
        label,
        unit,
      ]),
    ).toEqual([
      ['temp', '°C'],
      ['Limit', '°C'],
      ['OK again at', '°C'],
    ])
  })

  it('has each time once', () => {
    const series = { x: Float64Array.of(0), columns: [Float64Array.of(7)], columnMs: 0 }

    expect([...withLimits(series, RANGE, { constant: 8, clearLimit: null }).x]).toEqual([0, 100])
    expect([
      ...withLimits({ ...series, x: new Float64Array(), columns: [] }, RANGE, { constant: 8, clearLimit: null }).x,
    ]).toEqual([0, 100])
  })

  it('shades what still lasts up to now', () => {
    const event = { startUTC: '1970-01-01T00:00:00.010Z', endUTC: null, durationSeconds: 0, value: 9 }

    expect(rehearsalBands([event], 100)).toEqual([{ from: 10, to: 100, strong: true }])
  })
})
