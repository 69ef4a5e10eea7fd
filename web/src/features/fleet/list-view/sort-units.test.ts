import { describe, expect, it } from 'vitest'
import { buildUnit } from '#testing/build-unit.ts'
import { createUnitSorter, type SortKey } from './sort-units.ts'

const units = ['a', 'b', 'c', 'd'].map((name) => buildUnit({ dataID: name, friendlyName: `Unit ${name}` }))

const sortUnits = createUnitSorter()

/** The units by their letters, sorted by a key each. */
function sorted(keys: readonly SortKey[], { descending = false } = {}): string {
  const byUnit = new Map(units.map(({ dataID }, place) => [dataID, keys[place]]))
  return sortUnits(units, { by: 'size', descending }, ({ dataID }) => byUnit.get(dataID))
    .map(({ dataID }) => dataID)
    .join('')
}

describe('units that are sorted by a column', () => {
  it('are by name where they are alike, in either direction', () => {
    expect([sorted([2, 1, 2, 1]), sorted([2, 1, 2, 1], { descending: true })]).toEqual(['bdac', 'acbd'])
    expect(sorted(['Tank', 'tank', 'Pump', 'tank'])).toBe('cabd')
  })

  it('are counted as people count', () => {
    expect(sorted(['Pump 10', 'Pump 9', 'pump 2', 'Pump 1'])).toBe('dcba')
    expect(sorted([10, 9, -2, 0.5])).toBe('cdba')
  })

  it('are at the end without a value, in either direction', () => {
    expect([sorted([undefined, 3, undefined, 1]), sorted([undefined, 3, undefined, 1], { descending: true })]).toEqual([
      'dbac',
      'bdac',
    ])
    expect(sorted(['x', undefined, 'y', undefined], { descending: true })).toBe('cabd')
  })

  it('are sorted again when a text comes that was not there', () => {
    expect(sorted(['m', 'n', 'o', 'p'])).toBe('abcd')
    expect(sorted(['m', 'n', 'a', 'p'])).toBe('cabd')
    expect(sorted(['m', 'n', 'o', 'p'])).toBe('abcd')
  })

  it('are by name, or from its end, when that is what they are sorted by', () => {
    const names = (descending: boolean) =>
      sortUnits(units, { by: 'name', descending }, () => undefined).map(({ dataID }) => dataID)
    expect([names(false).join(''), names(true).join('')]).toEqual(['abcd', 'dcba'])
  })
})
