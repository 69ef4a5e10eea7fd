import { describe, expect, it } from 'vitest'
import { labelsThatFit, tickLabels, tickSpace } from './time-ticks.ts'

const DAY_MS = 86_400_000

function months(count: number): number[] {
  return Array.from({ length: count }, (_unused, index) => new Date(2025, 10 + index, 1).getTime())
}

describe('the labels of a time axis', () => {
  it('tell the year where it changes, and the one that they begin in', () => {
    expect(tickLabels(months(4), 30 * DAY_MS, '24Hour')).toEqual(['1 Nov\n2025', '1 Dec', '1 Jan\n2026', '1 Feb'])
  })

  it('have milliseconds where ticks are closer than a second', () => {
    const noon = new Date(2026, 0, 5, 12).getTime()
    const ticks = [noon + 250, noon + 500]

    expect(tickLabels(ticks, 250, '24Hour')).toEqual(['12:00:00.250\n5 Jan', '12:00:00.500'])
    expect(tickLabels(ticks, 250, '12Hour')).toEqual(['12:00:00.250 PM\n5 Jan', '12:00:00.500 PM'])
  })

  it('have as much room as they take', () => {
    const space = (ms: number): number => tickSpace({ from: 0, to: ms, width: 700 }, '12Hour')

    expect(space(60_000)).toBeGreaterThan(space(36_000_000))
    expect(space(5000)).toBeGreaterThan(space(60_000))
  })

  it('tell no year within one year', () => {
    expect(tickLabels(months(2), 30 * DAY_MS, '24Hour')).toEqual(['1 Nov', '1 Dec'])
  })

  it('tell each year where ticks are a year apart', () => {
    const years = [2024, 2025, 2026].map((year) => new Date(year, 0, 1).getTime())

    expect(tickLabels(years, 365 * DAY_MS, '24Hour')).toEqual(['1 Jan\n2024', '1 Jan\n2025', '1 Jan\n2026'])
  })
})

describe('the labels near the right edge', () => {
  it('are left out where the widest of their lines does not fit', () => {
    const measure = (line: string): number => line.length * 6
    const labels = ['10:00\n28 Nov', '11:00', '12:00']

    expect(labelsThatFit(labels, { places: [60, 200, 290], width: 304, measure })).toEqual([labels[0], '11:00', ''])
    expect(labelsThatFit(labels, { places: [60, 200, 289], width: 304, measure })).toEqual(labels)
  })
})
