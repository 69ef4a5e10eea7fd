import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { draftOf, formOf, problemsOf, valueChoices, variableOf, type CalculationForm } from './calculation-form.ts'

const NOW = Date.parse('2026-06-15T12:00:00.000Z')

const form = (given: Partial<CalculationForm> = {}): CalculationForm => ({
  name: 'share',
  equation: 'tank.level * 2',
  unit: 'm',
  startDate: '2026-06-01T08:00',
  values: ['tank.level'],
  ...given,
})

describe('the form of a calculated source', () => {
  // spec 1-5-03
  it('begins a week ago, and is not complete', () => {
    const empty = formOf(undefined, NOW)

    expect(Date.parse(empty.startDate)).toBe(NOW - 7 * 86_400_000)
    expect(Object.keys(problemsOf(empty)).toSorted()).toEqual(['equation', 'name', 'unit', 'values'])
  })

  it('is sent as it was read', () => {
    const draft = draftOf(form())

    expect(draft).toEqual({
      name: 'share',
      equation: 'tank.level * 2',
      unit: 'm',
      startDate: new Date('2026-06-01T08:00').toISOString(),
      values: [{ source: 'tank', field: 'level' }],
    })
    expect(problemsOf(form())).toEqual({})
  })

  it.each([
    [{ equation: 'tank.level + x.y' }, { equation: 'Invalid variable in equation: "x.y"' }],
    [
      { values: ['tank.level', 'tank.flow'] },
      { equation: 'Variable "tank.flow" is defined but not used in the equation.' },
    ],
    [
      { name: '', equation: 'x.y' },
      {
        name: 'A name is required.',
        equation: 'Invalid variable in equation: "x.y" Variable "tank.level" is defined but not used in the equation.',
      },
    ],
    [{ equation: ' ' }, { equation: 'An equation is required.' }],
    [{ startDate: '' }, { startDate: 'A start date is required.' }],
    [{ startDate: '2026-06-01T' }, { startDate: 'A start date is required.' }],
  ])('says of %o what is wrong with it', (given, problems) => {
    expect(problemsOf(form(given))).toEqual(problems)
  })
})

describe('the values to choose from', () => {
  // spec 1-5-09, 2-3-22
  it('are numbers by source, yes or no only when asked for, and neither of a hidden source nor of the own one', () => {
    const sources = {
      tank: { level: 'float', state: 'string', count: 'int' },
      door: { open: 'bool' },
      location: { lat: 'float' },
      share: { value: 'float', unit: 'string' },
      'pump-1': { flow: 'int' },
    } as const

    const numbers = [
      { group: 'pump-1', items: ['pump-1.flow'] },
      { group: 'tank', items: ['tank.count', 'tank.level'] },
    ]
    expect(valueChoices(sources, { own: 'share', yesNo: false })).toEqual(numbers)
    expect(valueChoices(sources, { own: 'share', yesNo: true })).toEqual([
      { group: 'door', items: ['door.open'] },
      ...numbers,
    ])
  })

  it('are written with braces where a dash would be a minus', () => {
    expect(['tank.level', 'pump-1.flow'].map(variableOf)).toEqual(['tank.level', '{pump-1.flow}'])
  })
})

describe('a start in the hour that the clocks skip', () => {
  beforeEach(() => vi.stubEnv('TZ', 'Europe/Berlin'))
  afterEach(() => vi.unstubAllEnvs())

  it.each([
    ['24Hour', 'On 29 Mar 2026 the clocks go from 02:00 to 03:00, so there is no 02:30.'],
    ['12Hour', 'On 29 Mar 2026 the clocks go from 2:00 AM to 3:00 AM, so there is no 2:30 AM.'],
  ] as const)('is refused for that, written in the format %s', (timeFormat, text) => {
    const form = { ...formOf(undefined, NOW), startDate: '2026-03-29T02:30' }

    expect(problemsOf(form, timeFormat).startDate).toBe(text)
  })
})
