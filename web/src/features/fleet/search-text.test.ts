import { describe, expect, it } from 'vitest'
import { startText, withAddress, withTyped } from './fleet-search.ts'

describe('the text of the search box', () => {
  it('begins as the address says', () => {
    expect(startText('pump').text).toBe('pump')
  })

  it('keeps what was typed while the address comes behind', () => {
    const typed = ['p', 'pu', 'pum'].reduce(withTyped, startText(''))

    const behind = withAddress(typed, 'p')
    const there = withAddress(behind, 'pum')

    expect([behind.text, there.text]).toEqual(['pum', 'pum'])
    expect(there.onTheWay).toEqual([])
  })

  it('follows a link that leads elsewhere', () => {
    const settled = withAddress(withTyped(startText(''), 'pump'), 'pump')

    expect(withAddress(settled, '').text).toBe('')
  })
})
