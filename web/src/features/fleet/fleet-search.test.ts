import { describe, expect, it } from 'vitest'
import { filterOf, readFleetSearch, withBatch, withFilter, withMap, withSearch } from './fleet-search.ts'

describe('the address of the dashboard', () => {
  it.each([
    [{ filter: 'not-deployed' }, { filter: 'not-deployed' }, 'Not Deployed'],
    [{ filter: 'activated', search: 'pump' }, { filter: 'activated', search: 'pump' }, 'Activated'],
    [{ search: 42, show: 'map' }, { search: '42', show: 'map' }, 'All'],
    [{ filter: 'nonsense', search: {}, show: 'list' }, {}, 'All'],
    [{ labels: ['a', 'b', 'a', 3, 'x y'] }, { labels: ['a', 'b'] }, 'All'],
    [{ labels: 'a' }, {}, 'All'],
    [{ mine: true }, { mine: true }, 'All'],
    [{ mine: 'yes' }, {}, 'All'],
    [{ batch: 12 }, { batch: 12 }, 'All'],
    [{ batch: 'x' }, {}, 'All'],
    [{ batch: -1.5 }, {}, 'All'],
    [{}, {}, 'All'],
  ])('%j is read as %j', (address, search, filter) => {
    expect(readFleetSearch(address)).toEqual(search)
    expect(filterOf(readFleetSearch(address))).toBe(filter)
  })

  it('is short when nothing is chosen', () => {
    const chosen = { filter: 'activated', search: 'pump', show: 'map' } as const

    expect(withMap(withSearch(withFilter(chosen, 'All'), ''), { map: false })).toEqual({})
  })

  it('keeps the rest when one part changes', () => {
    const search = withFilter({ search: 'pump' }, 'Deactivated')

    expect(search).toEqual({ search: 'pump', filter: 'deactivated' })
    expect(withMap(search, { map: true })).toEqual({ search: 'pump', filter: 'deactivated', show: 'map' })
    expect(withBatch(withBatch(search, 12), undefined)).toEqual(search)
    expect(withSearch(search, 'tank')).toEqual({ search: 'tank', filter: 'deactivated' })
  })
})
