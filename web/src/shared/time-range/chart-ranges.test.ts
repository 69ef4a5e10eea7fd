import { describe, expect, it } from 'vitest'
import { CHART_RANGES, parseChartRange, rangeLengthMs, rangeSince } from './chart-ranges.ts'

describe('the ranges of charts', () => {
  // spec 1-2-77
  it('are 24hr, 12hr, 30min and 10min', () => {
    expect(CHART_RANGES).toEqual(['24hr', '12hr', '30min', '10min'])
    expect(CHART_RANGES.map(rangeLengthMs)).toEqual([86_400_000, 43_200_000, 1_800_000, 600_000])
  })

  it('are chosen so that what began at a moment fills the width', () => {
    const minute = 60_000
    expect([1, 10, 11, 31, 721, 2_000].map((age) => rangeSince(0, age * minute))).toEqual([
      '10min',
      '10min',
      '30min',
      '12hr',
      '24hr',
      '24hr',
    ])
  })

  it('count as none where the address makes no sense', () => {
    expect(CHART_RANGES.map(parseChartRange)).toEqual(CHART_RANGES)
    expect([undefined, 10, 'nonsense', '24hr,10min'].map(parseChartRange)).toEqual(Array(4).fill(undefined))
  })
})
