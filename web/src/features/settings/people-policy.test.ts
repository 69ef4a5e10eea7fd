import type { EntityId } from '@fieldwatch/contract/ids'
import type { Permission, Role } from '@fieldwatch/contract/users'
import { describe, expect, it } from 'vitest'
import { looksAfterEntities, mayAddUser, mayEditUser, mayInvite } from './people-policy.ts'

const own = 'own' as EntityId
const below = 'below' as EntityId
const person = (role: Role, ...permissions: Permission[]) => ({ role, permissions, entity: own })
const admin = person('admin')
const holder = person('viewer', 'viewSubentities')
const viewer = person('viewer')

describe('what is offered', () => {
  it.each([
    ['an admin', admin, [true, true, true, true, true]],
    ['a holder of viewSubentities', holder, [true, false, true, true, false]],
    ['a viewer', viewer, [false, false, false, false, false]],
  ])('to %s follows role and permission', (_who, me, offered) => {
    expect([
      looksAfterEntities(me),
      mayAddUser(me, own),
      mayAddUser(me, below),
      mayEditUser(me, { entity: below, role: 'viewer' }),
      mayEditUser(me, { entity: below, role: 'admin' }),
    ]).toEqual(offered)
  })

  it('is another mail for those who have not chosen a password yet', () => {
    expect(mayInvite(admin, { entity: own, invited: true })).toBe(true)
    expect(mayInvite(admin, { entity: own, invited: false })).toBe(false)
    expect(mayInvite(holder, { entity: own, invited: true })).toBe(false)
  })
})
