import { createMeasures, sentMeasures } from '@fieldwatch/contract/measures/measure'
import { formatMoment } from '@fieldwatch/contract/time/moment-text'
import { describe, expect, it } from 'vitest'
import { buildOccurrence } from '#testing/build-events.ts'
import { decimalsOf, durationText, occurrenceColumns, valueText } from './occurrence-columns.tsx'

describe('the duration of an event', () => {
  it('is at least what its records say while it is ongoing', () => {
    expect(durationText(buildOccurrence(0))).toBe('1 min')
    expect(durationText(buildOccurrence(0, { endUTC: null }))).toBe('at least 1 min')
    expect(durationText(buildOccurrence(0, { endUTC: null, duration: 0 }))).toBe('one record so far')
  })
})

describe('a value at the start', () => {
  it.each([
    ['a number with the decimals of its column', 8.5, '8.50'],
    ['a text as it is', 'open', 'open'],
    ['a boolean in words', true, 'Yes'],
    ['a day as it is', '2026-02-01', '2026-02-01'],
    ['a moment in the time of the person', '2026-02-01T08:00:00', formatMoment(Date.UTC(2026, 1, 1, 8), '24Hour')],
    ['nothing as an empty cell', null, '--'],
  ])('is %s', (_what, value, text) => {
    expect(valueText(value, { decimals: 2, timeFormat: '24Hour', measure: sentMeasures('°C') })).toBe(text)
  })

  it('is in the unit of measure that its heading names', () => {
    const [column] = occurrenceColumns({
      shown: ['room.temp'],
      headingOf: () => ({ title: 'Air', unit: '°C' }),
      timeFormat: '24Hour',
      measures: createMeasures({ system: 'US' }),
      rows: [buildOccurrence(0, { 'room.temp': 8.5 })],
      notes: () => undefined,
      link: () => undefined,
    })

    expect([column?.unit, column?.cell?.(buildOccurrence(0, { 'room.temp': 8.5 }))]).toEqual(['°F', '47.3'])
  })
})

describe('the decimals of a column', () => {
  it.each([
    ['the most that one of its numbers has', [8.4, 8.57, 7], 2],
    ['none for whole numbers', [1, 20, null, undefined], 0],
    ['four at most', [1 / 3, 2], 4],
    ['none where there is no number', [null, 'x'], 0],
    ['none for odd numbers', [1e302, Number.NaN], 0],
  ])('are %s', (_what, cells, expected) => {
    expect(decimalsOf(cells)).toBe(expected)
  })
})
