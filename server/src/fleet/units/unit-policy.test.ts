import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EntityId } from '@fieldwatch/contract/api/ids'
import { refuseDataId, requireMayGiveUnit } from './unit-policy.ts'

const own = 'own' as EntityId
const sub = 'sub' as EntityId
const foreign = 'foreign' as EntityId
const admin = { role: 'admin', reach: [own, sub] } as const
const viewer = { role: 'viewer', reach: [own, sub] } as const

for (const entities of [[own], [sub], [own, sub]]) {
  test(`An admin may give a unit to ${entities.join(' and ')}`, () => {
    assert.doesNotThrow(() => requireMayGiveUnit(admin, entities))
  })
}

for (const { person, entities, code } of [
  { person: admin, entities: [foreign], code: 'entity/not-found' },
  { person: admin, entities: [own, foreign], code: 'entity/not-found' },
  { person: viewer, entities: [own], code: 'access/forbidden' },
  { person: viewer, entities: [foreign], code: 'access/forbidden' },
]) {
  test(`A unit given to ${entities.join(' and ')} by a person with the role ${person.role} is refused: ${code}`, () => {
    assert.throws(() => requireMayGiveUnit(person, entities), { code })
  })
}

for (const { dataId, taken, expected } of [
  { dataId: 'pump-1', taken: 'no', expected: undefined },
  { dataId: 'pump-1', taken: 'in-reach', expected: 'unit/exists' },
  { dataId: 'pump-1', taken: 'elsewhere', expected: 'unit/id-unavailable' },
  { dataId: 'all', taken: 'no', expected: 'unit/id-unavailable' },
  { dataId: 'Viewing', taken: 'no', expected: 'unit/id-unavailable' },
] as const) {
  test(`The dataID ${dataId}, taken: ${taken}, is ${expected ?? 'free'}`, () => {
    assert.equal(refuseDataId(dataId, taken), expected)
  })
}
