import type { Permission, Role } from '@fieldwatch/contract/people/users'
import { describe, expect, it } from 'vitest'
import { readSettingsSearch } from './settings-search.ts'
import { shownTab, tabsOf } from './settings-tabs.ts'

const user = (role: Role, ...permissions: Permission[]) => ({ role, permissions, extensions: [] })

describe('the tabs of Settings', () => {
  // spec 1-2-91, 1-2-93, 1-2-94, 1-6-10
  it.each([
    [
      'an admin',
      user('admin'),
      [
        'Profile',
        'My Company',
        'Entities',
        'Retention',
        'Templates',
        'Alerts',
        'Tokens',
        'Work in Progress',
        'Delivery Log',
        'Activity',
      ],
    ],
    ['a viewer', user('viewer'), ['Profile', 'My Company', 'Templates', 'Alerts']],
    [
      'a holder of viewSubentities',
      user('viewer', 'viewSubentities'),
      ['Profile', 'My Company', 'Entities', 'Templates', 'Alerts'],
    ],
  ])('for %s are the ones of that person', (_who, me, labels) => {
    expect(tabsOf(me).map(({ label }) => label())).toEqual(labels)
  })

  it.each([
    [undefined, {}],
    ['profile', {}],
    ['entities', { tab: 'entities' }],
    ['my-company', { tab: 'my-company' }],
    ['alerts', { tab: 'alerts' }],
    ['delivery-log', { tab: 'delivery-log' }],
    ['no such tab', {}],
    [7, {}],
  ])('are read from the address: %s', (tab, search) => {
    expect(readSettingsSearch({ tab })).toEqual(search)
  })

  it('tell which alert is open, and whether all are shown', () => {
    expect(readSettingsSearch({ tab: 'alerts', alert: 'warm', all: true })).toEqual({
      tab: 'alerts',
      alert: 'warm',
      all: true,
    })
    expect(readSettingsSearch({ tab: 'alerts', alert: 7, all: 'yes' })).toEqual({ tab: 'alerts', alert: '7' })
    expect(readSettingsSearch({ tab: 'alerts', alert: '' })).toEqual({ tab: 'alerts' })
    expect(readSettingsSearch({ tab: 'entities', alert: 'warm' })).toEqual({ tab: 'entities' })
  })

  it('tell whose retention is looked at', () => {
    expect(readSettingsSearch({ tab: 'retention', entity: 'north' })).toEqual({ tab: 'retention', entity: 'north' })
    expect(readSettingsSearch({ tab: 'retention', entity: 7 })).toEqual({ tab: 'retention' })
    expect(readSettingsSearch({ tab: 'tokens', entity: 'north' })).toEqual({ tab: 'tokens' })
  })

  it('take the code of a link', () => {
    expect(readSettingsSearch({ tab: 'boards', code: 'AAAA-2222' })).toEqual({ tab: 'boards', code: 'AAAA-2222' })
    expect(readSettingsSearch({ tab: 'boards', code: '<b>' })).toEqual({ tab: 'boards' })
    expect(readSettingsSearch({ code: 'AAAA-2222' })).toEqual({})
  })

  // spec 1-2-92
  it('open with Profile, and with Profile in place of one that is not for everyone', () => {
    expect(shownTab({}, user('admin')).tab).toBe('profile')
    expect(shownTab({ tab: 'entities' }, user('admin')).tab).toBe('entities')
    expect(shownTab({ tab: 'entities' }, user('viewer')).tab).toBe('profile')
    expect(shownTab({ tab: 'tokens' }, user('viewer', 'viewSubentities')).tab).toBe('profile')
  })
})
