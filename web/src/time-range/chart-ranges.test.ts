import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CHART_RANGES, formatChartRanges, parseChartRanges, rangeLengthMs, withChartRange } from './chart-ranges.ts'

describe('the ranges of charts in the address', () => {
  it('are 24hr, 12hr, 30min and 10min', () => {
    expect(CHART_RANGES).toEqual(['24hr', '12hr', '30min', '10min'])
    expect(CHART_RANGES.map(rangeLengthMs)).toEqual([86_400_000, 43_200_000, 1_800_000, 600_000])
  })

  it('are read as they were written', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...CHART_RANGES), { maxLength: 6 }), (ranges) => {
        const read = parseChartRanges(formatChartRanges(ranges))
        expect(ranges.map((_range, index) => read[index] ?? '24hr')).toEqual(ranges)
      }),
    )
  })

  it('say nothing when every chart has the default', () => {
    expect(formatChartRanges(['24hr', '24hr'])).toBeUndefined()
  })

  it('count as the default where the address makes no sense', () => {
    expect(parseChartRanges('10min,nonsense')).toEqual(['10min', '24hr'])
  })

  it('change for one chart alone', () => {
    expect(withChartRange(['12hr'], 2, '10min')).toEqual(['12hr', '24hr', '10min'])
  })
})
