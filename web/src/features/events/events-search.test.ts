import { describe, expect, it } from 'vitest'
import { NO_FILTER } from './occurrence-filter.ts'
import { NEWEST_FIRST, readEventsSearch, viewOf, withView } from './events-search.ts'

describe('the address of the Events page', () => {
  it('says how each table is looked at, and nothing of one that is as it opens', () => {
    const opened = viewOf({}, 'Too_warm')
    const search = withView({}, 'Too_warm', { ...opened, page: 3, pageSize: 25 })
    expect(search).toEqual({ tables: { Too_warm: { page: 3, size: 25 } } })
    expect(viewOf(search, 'Too_warm')).toEqual({ ...opened, page: 3, pageSize: 25 })
    expect(withView(search, 'Too_warm', opened)).toEqual({})
  })

  it('reads back range, order and filter', () => {
    const view = {
      ...viewOf({}, 'Low'),
      range: { kind: 'shortcut', shortcut: 'last-7-days' },
      sort: { column: 'room.temp', direction: 'desc' },
      filter: { tag: '', text: '2.5', minDuration: 60_000, maxDuration: 120_000 },
    } as const
    const search = withView({}, 'Low', view)

    expect(search).toEqual({
      tables: { Low: { range: 'last-7-days', sort: '-room.temp', tag: '', text: '2.5', min: 60_000, max: 120_000 } },
    })
    expect(viewOf(readEventsSearch({ ...search }), 'Low')).toEqual(view)
  })

  it.each([
    ['nothing', undefined],
    ['a text', 'x'],
    ['a list', [1]],
    ['an impossible page', { Low: { page: -1 } }],
    ['a size that is none', { Low: { size: 7 } }],
    ['a range that is none', { Low: { range: 'x' } }],
    ['an order that is none', { Low: { sort: '-' } }],
    ['a filter that is none', { Low: { text: 7, min: -1 } }],
  ])('is that of tables as they open for %s', (_what, tables) => {
    expect(viewOf(readEventsSearch({ tables }), 'Low')).toEqual({
      range: undefined,
      page: 1,
      pageSize: 10,
      sort: NEWEST_FIRST,
      filter: NO_FILTER,
    })
  })

  it('takes a table of any name', () => {
    const view = { ...viewOf({}, '__proto__'), page: 2 }

    expect(viewOf(readEventsSearch({ ...withView({}, '__proto__', view) }), '__proto__').page).toBe(2)
    expect(viewOf({ tables: {} }, 'constructor').page).toBe(1)
  })
})
