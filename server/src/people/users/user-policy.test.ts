import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { Permission, Role, type UserChanges } from '@fieldwatch/contract/people/users'
import fc from 'fast-check'
import { isDomainError } from '#platform/errors/domain-error.ts'
import {
  requireMayAddUser,
  requireMayChangeUser,
  requireMayDeleteUser,
  requireMayInviteUser,
  requireMayUploadProfile,
} from './user-policy.ts'

const [own, below, other] = ['own', 'below', 'other'] as [EntityId, EntityId, EntityId]

function personOf(role: Role, permissions: Permission[] = []) {
  const beyond = role === 'admin' || permissions.length > 0
  return { userId: 'me' as UserId, role, permissions, entity: own, reach: beyond ? [own, below] : [own] }
}

const people = {
  viewer: personOf('viewer'),
  holder: personOf('viewer', ['viewSubentities']),
  admin: personOf('admin'),
}

const colleague = (entity: EntityId, role: Role = 'viewer') => ({
  id: 'colleague' as UserId,
  entity,
  role,
  permissions: [] as Permission[],
})

function codeOf(judge: () => void): string {
  try {
    judge()
    return 'yes'
  } catch (error) {
    if (!isDomainError(error)) throw error
    return error.code
  }
}

describe('adding a user', () => {
  const table: [keyof typeof people, EntityId, Role, string][] = [
    ['viewer', own, 'viewer', 'access/forbidden'],
    ['viewer', below, 'viewer', 'entity/not-found'],
    ['holder', own, 'viewer', 'access/forbidden'],
    ['holder', below, 'viewer', 'yes'],
    ['holder', below, 'admin', 'access/forbidden'],
    ['holder', other, 'viewer', 'entity/not-found'],
    ['admin', own, 'admin', 'yes'],
    ['admin', below, 'admin', 'yes'],
    ['admin', other, 'viewer', 'entity/not-found'],
  ]
  for (const [who, entity, role, answer] of table) {
    it(`as ${role} of ${entity} by a ${who}: ${answer}`, () => {
      assert.equal(
        codeOf(() => requireMayAddUser(people[who], { entity, role, permissions: [] })),
        answer,
      )
    })
  }

  it('gives no permission that the person does not have', () => {
    const wanted = { entity: below, role: 'viewer', permissions: ['viewSubentities'] } as const
    const without = { ...people.holder, permissions: [] }

    assert.equal(
      codeOf(() => requireMayAddUser(people.holder, wanted)),
      'yes',
    )
    assert.equal(
      codeOf(() => requireMayAddUser(people.admin, wanted)),
      'yes',
    )
    assert.equal(
      codeOf(() => requireMayAddUser(without, wanted)),
      'access/forbidden',
    )
  })
})

describe('changing, deleting and inviting another person', () => {
  const table: [keyof typeof people, EntityId, Role, string, string, string][] = [
    ['viewer', own, 'viewer', 'access/forbidden', 'access/forbidden', 'access/forbidden'],
    ['viewer', below, 'viewer', 'user/not-found', 'user/not-found', 'user/not-found'],
    ['holder', own, 'viewer', 'access/forbidden', 'access/forbidden', 'access/forbidden'],
    ['holder', below, 'viewer', 'yes', 'access/forbidden', 'yes'],
    ['holder', below, 'admin', 'access/forbidden', 'access/forbidden', 'yes'],
    ['holder', other, 'viewer', 'user/not-found', 'user/not-found', 'user/not-found'],
    ['admin', own, 'admin', 'yes', 'yes', 'yes'],
    ['admin', below, 'viewer', 'yes', 'yes', 'yes'],
    ['admin', other, 'viewer', 'user/not-found', 'user/not-found', 'user/not-found'],
  ]
  for (const [who, entity, role, changed, deleted, invited] of table) {
    it(`a ${role} of ${entity} by a ${who}: ${changed}, ${deleted}, ${invited}`, () => {
      const subject = { ...colleague(entity, role), invited: false }
      assert.deepEqual(
        [
          codeOf(() => requireMayChangeUser(people[who], subject, { firstName: 'Ada' })),
          codeOf(() => requireMayDeleteUser(people[who], subject)),
          codeOf(() => requireMayInviteUser(people[who], subject)),
        ],
        [changed, deleted, invited],
      )
    })
  }
})

describe('withdrawing an invitation', () => {
  const table: [keyof typeof people, EntityId, Role, string][] = [
    ['viewer', own, 'viewer', 'access/forbidden'],
    ['holder', own, 'viewer', 'access/forbidden'],
    ['holder', below, 'viewer', 'yes'],
    ['holder', below, 'admin', 'access/forbidden'],
    ['holder', other, 'viewer', 'user/not-found'],
    ['admin', own, 'admin', 'yes'],
  ]
  for (const [who, entity, role, outcome] of table) {
    it(`of a ${role} of ${entity} by a ${who}: ${outcome}`, () => {
      const subject = { ...colleague(entity, role), invited: true }

      assert.equal(
        codeOf(() => requireMayDeleteUser(people[who], subject)),
        outcome,
      )
    })
  }
})

describe('any caller', () => {
  const changes: fc.Arbitrary<UserChanges> = fc.record(
    {
      firstName: fc.string(),
      email: fc.string(),
      role: fc.constantFrom(...Role.options),
      permissions: fc.subarray([...Permission.options]),
      entity: fc.constantFrom(own, below, other),
      status: fc.constantFrom('active' as const, 'disabled' as const),
      units: fc.array(fc.string()),
      notifications: fc.constant({ alerts: { emailEnable: true, smsEnable: false } }),
    },
    { requiredKeys: [] },
  )
  const anyone = fc.constantFrom(...Object.values(people))

  it('never rises by an own change', () => {
    fc.assert(
      fc.property(anyone, changes, (person, wanted) => {
        const subject = { ...person, id: person.userId }
        const allowed = codeOf(() => requireMayChangeUser(person, subject, wanted)) === 'yes'
        const rises =
          wanted.role === 'admin' || wanted.permissions?.some((permission) => !person.permissions.includes(permission))
        const administrative = wanted.entity ?? wanted.status ?? wanted.units
        if (rises === true || administrative !== undefined) assert.equal(allowed, false)
        else assert.equal(allowed, true)
      }),
    )
  })

  it('never takes anybody out of or into an entity that is not in reach', () => {
    fc.assert(
      fc.property(anyone, changes, fc.constantFrom(own, below, other), (person, wanted, entity) => {
        const allowed = codeOf(() => requireMayChangeUser(person, colleague(entity), wanted)) === 'yes'
        if (allowed) assert.ok(person.reach.includes(entity) && person.reach.includes(wanted.entity ?? own))
      }),
    )
  })
})

describe('a profile picture', () => {
  it('is uploaded for oneself by everyone', () => {
    for (const person of Object.values(people)) {
      assert.equal(
        codeOf(() => requireMayUploadProfile(person, { ...person, id: person.userId })),
        'yes',
      )
    }
  })

  it('is uploaded for a new user by those who may add one, and reveals no one out of reach', () => {
    for (const subject of [undefined, colleague(other)]) {
      assert.deepEqual(
        Object.values(people).map((person) => codeOf(() => requireMayUploadProfile(person, subject))),
        ['access/forbidden', 'yes', 'yes'],
      )
    }
  })
})
