import { describe, expect, it } from 'vitest'
import { filterOf, readFleetSearch, withParts } from './fleet-search.ts'

describe('the address of the dashboard', () => {
  it.each([
    [{ filter: 'not-deployed' }, { filter: 'not-deployed' }, 'not-deployed'],
    [{ filter: 'activated', search: 'pump' }, { filter: 'activated', search: 'pump' }, 'activated'],
    [{ search: 42, show: 'map' }, { search: '42', show: 'map' }, 'all'],
    [{ filter: 'nonsense', search: {}, show: 'list' }, {}, 'all'],
    [{ labels: ['a', 'b', 'a', 3, 'x y'] }, { labels: ['a', 'b'] }, 'all'],
    [{ labels: 'a' }, {}, 'all'],
    [{ mine: true }, { mine: true }, 'all'],
    [{ mine: 'yes' }, {}, 'all'],
    [{ batch: 12 }, { batch: 12 }, 'all'],
    [{ batch: 'x' }, {}, 'all'],
    [{ batch: -1.5 }, {}, 'all'],
    [{}, {}, 'all'],
  ])('%j is read as %j', (address, search, filter) => {
    expect(readFleetSearch(address)).toEqual(search)
    expect(filterOf(readFleetSearch(address))).toBe(filter)
  })

  it('is short when nothing is selected', () => {
    const chosen = { filter: 'activated', search: 'pump', show: 'map' } as const

    expect(withParts(chosen, { filter: 'all', search: '', labels: [], show: undefined })).toEqual({})
  })

  it('keeps the rest when one part changes', () => {
    const search = withParts({ search: 'pump' }, { filter: 'deactivated' })

    expect(search).toEqual({ search: 'pump', filter: 'deactivated' })
    expect(withParts(search, { show: 'map' })).toEqual({ search: 'pump', filter: 'deactivated', show: 'map' })
    expect(withParts(withParts(search, { batch: 12 }), { batch: undefined })).toEqual(search)
    expect(withParts(search, { search: 'tank' })).toEqual({ search: 'tank', filter: 'deactivated' })
  })
})
