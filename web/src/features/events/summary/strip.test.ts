import { describe, expect, it } from 'vitest'
import { periodSpan } from './period-span.ts'
import { periodText, shareText } from './period-text.ts'
import { stepOf } from './period-strip.tsx'

const moments = (at: Date, by: Parameters<typeof periodSpan>[1]) => {
  const { from, to } = periodSpan(at.getTime(), by)
  return [new Date(from), new Date(to + 1)]
}

describe('the span of a period', () => {
  it.each([
    ['day', new Date(2026, 5, 3), new Date(2026, 5, 4)],
    ['week', new Date(2026, 5, 1), new Date(2026, 5, 8)],
    ['month', new Date(2026, 5, 1), new Date(2026, 6, 1)],
    ['year', new Date(2026, 0, 1), new Date(2027, 0, 1)],
  ] as const)('of a %s is all of it', (by, begin, next) => {
    expect(moments(new Date(2026, 5, 3, 14), by)).toEqual([begin, next])
  })
})

describe('the text of a period', () => {
  const period = {
    startUTC: new Date(2026, 5, 1).toISOString(),
    endUTC: new Date(2026, 5, 8).toISOString(),
    count: 2,
    duration: 60_000,
    noData: 0,
  }

  it.each([
    ['week', 'Week of 1 Jun 2026: 2 events, 1 min, < 0.1 %'],
    ['month', 'June 2026: 2 events, 1 min, < 0.1 %'],
    ['year', '2026: 2 events, 1 min, < 0.1 %'],
  ] as const)('names a %s', (by, text) => {
    expect(periodText(period, by)).toBe(text)
  })

  it('says where there is no data, which is no part of the share', () => {
    const day = { ...period, endUTC: new Date(2026, 5, 2).toISOString(), duration: 3_600_000 }
    const hours = (count: number) => count * 3_600_000
    expect(periodText({ ...day, noData: hours(20) }, 'day')).toBe(
      'Mon, 1 Jun 2026: 2 events, 1 h, 25 %, no data for 20 h',
    )
    expect(periodText({ ...day, count: 0, duration: 0, noData: hours(3) }, 'day')).toBe(
      'Mon, 1 Jun 2026: none, no data for 3 h',
    )
    expect(periodText({ ...day, count: 0, duration: 0, noData: hours(24) }, 'day')).toBe('Mon, 1 Jun 2026: no data')
  })

  it('never rounds something to nothing', () => {
    expect([0, 0.0001, 0.5, 1].map(shareText)).toEqual(['0 %', '< 0.1 %', '50 %', '100 %'])
  })
})

describe('the keys of the strip', () => {
  it.each([
    ['ArrowRight', undefined, 11],
    ['ArrowLeft', undefined, 9],
    ['ArrowRight', 7, 17],
    ['ArrowLeft', 7, 3],
    ['ArrowDown', 7, 11],
    ['ArrowUp', 7, 9],
    ['Home', 7, 0],
    ['End', 7, 19],
    ['Enter', 7, undefined],
  ] as const)('%s with columns of %s leads from cell 10 to %s', (key, row, next) => {
    expect(stepOf(key, { place: 10, count: 20, row })).toBe(next)
  })

  it('end where the cells do', () => {
    expect(stepOf('ArrowRight', { place: 18, count: 20, row: 7 })).toBe(19)
    expect(stepOf('ArrowLeft', { place: 3, count: 20, row: 7 })).toBe(0)
  })
})
