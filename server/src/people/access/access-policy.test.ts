import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { Permission, Role } from '@fieldwatch/contract/people/users'
import { isDomainError } from '#platform/errors/domain-error.ts'
import { mayReach, reachesSubEntities, requireAdmin, viewingWithin } from './access-policy.ts'

const [own, below, other] = ['own', 'below', 'other'] as EntityId[] as [EntityId, EntityId, EntityId]

describe('roles', () => {
  const table: { role: Role; permissions: Permission[]; admin: boolean; beyond: boolean }[] = [
    { role: 'viewer', permissions: [], admin: false, beyond: false },
    { role: 'viewer', permissions: ['viewSubentities'], admin: false, beyond: true },
    { role: 'admin', permissions: [], admin: true, beyond: true },
    { role: 'admin', permissions: ['viewSubentities'], admin: true, beyond: true },
  ]
  for (const { admin, beyond, ...person } of table) {
    // spec 1-1-06, 1-6-01, 2-1-01, 2-6-01, 2-9-09
    it(`let ${person.role} with [${person.permissions.join()}] ${admin ? 'administer' : 'not administer'}, ${beyond ? 'with' : 'without'} sub-entities`, () => {
      if (admin) assert.doesNotThrow(() => requireAdmin(person))
      else
        assert.throws(
          () => requireAdmin(person),
          (error) => isDomainError(error) && error.code === 'access/forbidden',
        )
      assert.equal(reachesSubEntities(person), beyond)
    })
  }
})

describe('reach', () => {
  it('holds the entities in it and no other', () => {
    const caller = { reach: [own, below] }

    assert.deepEqual(
      [own, below, other].map((entity) => mayReach(caller, entity)),
      [true, true, false],
    )
  })
})

describe('viewing entities', () => {
  const table: { chosen: EntityId[]; reach: EntityId[]; viewing: EntityId[]; title: string }[] = [
    { title: 'are all in reach when none is chosen', chosen: [], reach: [own, below], viewing: [own, below] },
    { title: 'are the chosen ones', chosen: [below], reach: [own, below], viewing: [below] },
    { title: 'leave out what is not in reach any more', chosen: [other, below], reach: [own, below], viewing: [below] },
    { title: 'are all in reach when nothing chosen is left', chosen: [other], reach: [own], viewing: [own] },
  ]
  for (const { title, chosen, reach, viewing } of table) {
    it(title, () => assert.deepEqual(viewingWithin(chosen, reach), viewing))
  }
})
