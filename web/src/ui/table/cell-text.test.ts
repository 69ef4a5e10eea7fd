import { describe, expect, it } from 'vitest'
import { cellText, compareCells, headingText } from './cell-text.ts'

describe('a heading', () => {
  // spec 2-2-32
  it.each([
    ['start_date', 'Start Date'],
    ['time sent', 'Time Sent'],
    ['startUTC', 'StartUTC'],
    ['ID #', 'ID #'],
    ['pH of tank', 'pH Of Tank'],
    ['current mA', 'Current mA'],
    ['_hidden_', 'Hidden'],
    ['évent_été', 'Évent Été'],
    ['', ''],
  ])('of %s reads %s', (name, heading) => {
    expect(headingText(name)).toBe(heading)
  })
})

describe('a cell', () => {
  // spec 2-2-33
  it.each([
    [undefined, '--'],
    [null, '--'],
    ['', '--'],
    [0, '0'],
    [false, 'false'],
    ['OK', 'OK'],
  ])('that holds %s shows %s', (value, text) => {
    expect(cellText(value)).toBe(text)
  })

  it('is sorted as people count, with nothing last', () => {
    expect(['Pump 10', '', 'pump 2', null, 'Kaev', undefined].toSorted(compareCells)).toEqual([
      'Kaev',
      'pump 2',
      'Pump 10',
      '',
      null,
      undefined,
    ])
    expect([10, 9, -1].toSorted(compareCells)).toEqual([-1, 9, 10])
  })
})
