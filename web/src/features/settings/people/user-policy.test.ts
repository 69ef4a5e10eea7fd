import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { Permission, Role } from '@fieldwatch/contract/people/users'
import { describe, expect, it } from 'vitest'
import { administersEntities, mayAddUser, mayEditUser, mayInvite } from './user-policy.ts'

const own = 'own' as EntityId
const below = 'below' as EntityId
const user = (role: Role, ...permissions: Permission[]) => ({ role, permissions, entity: own })
const admin = user('admin')
const holder = user('viewer', 'viewSubentities')
const viewer = user('viewer')

describe('what is offered', () => {
  it.each([
    ['an admin', admin, [true, true, true, true, true]],
    ['a holder of viewSubentities', holder, [true, false, true, true, false]],
    ['a viewer', viewer, [false, false, false, false, false]],
  ])('to %s follows role and permission', (_who, me, offered) => {
    expect([
      administersEntities(me),
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
