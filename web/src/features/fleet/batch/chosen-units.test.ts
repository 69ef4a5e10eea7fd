import { MOST_UNITS_CHANGED } from '@fieldwatch/contract/actions/batch-limits'
import { describe, expect, it } from 'vitest'
import { buildUnit } from '#testing/build-unit.ts'
import { NONE, summarizeSelection, toggled, withAll, withRange } from './chosen-units.ts'
import { namesText } from './names-text.ts'

const [north, south, old] = ['north', 'south', 'old'].map((dataID) => buildUnit({ dataID })) as [
  ReturnType<typeof buildUnit>,
  ReturnType<typeof buildUnit>,
  ReturnType<typeof buildUnit>,
]

describe('the choice of units', () => {
  it('takes a unit and leaves it out again', () => {
    const one = toggled(NONE, north)

    expect([...toggled(one, south).keys()]).toEqual(['north', 'south'])
    expect([...toggled(one, north)]).toEqual([])
  })

  it('ends at as many as can be changed at once', () => {
    const fleet = Array.from({ length: MOST_UNITS_CHANGED + 5 }, (_, n) => buildUnit({ dataID: `unit-${n}` }))
    const all = withAll(toggled(NONE, north), fleet)

    expect(all.size).toBe(MOST_UNITS_CHANGED)
    expect(toggled(all, south).has(south.dataID)).toBe(false)
    expect(toggled(all, north).size).toBe(MOST_UNITS_CHANGED - 1)
  })

  it('takes all from one unit to another, in either direction', () => {
    const fleet = [north, south, old]

    expect([...withRange(NONE, fleet, 0, 1).keys()]).toEqual(['north', 'south'])
    expect([...withRange(NONE, fleet, 2, 1).keys()]).toEqual(['south', 'old'])
  })

  it('names those that others own too, those that are deactivated and those that are gone, by name', () => {
    const east = buildUnit({ dataID: 'east', friendlyName: 'East pump', active: false })
    const chosen = withAll(NONE, [north, south, east, { ...old, friendlyName: 'Old well' }])

    expect(
      summarizeSelection(chosen, [north, { ...south, friendlyName: 'South pump', sharedWith: ['Harbour'] }, east]),
    ).toEqual({
      ready: ['north'],
      shared: ['South pump'],
      inactive: ['East pump'],
      gone: ['Old well'],
    })
  })

  it('names the first of many', () => {
    expect(namesText(['A', 'B'])).toBe('A, B')
    expect(namesText('ABCDEFGHIJ'.split(''))).toBe('A, B, C, D, E, F, G, H and 2 more')
  })
})
