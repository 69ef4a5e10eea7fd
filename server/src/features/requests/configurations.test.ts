import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getAction, getConfiguration, listConfigurations, putAction } from '@fieldwatch/contract/actions/actions'
import { createTestDatabase } from '#testing/test-database.ts'
import type { BuiltUnit } from '#testing/build-unit.ts'
import { buildUser } from '#testing/build-users.ts'
import type { SignedInUser } from '#testing/test-app.ts'
import { openRequests } from './testing/open-requests.ts'

const database = await createTestDatabase()
const portal = await openRequests(database)
const { admin, answer, becomes, call, clock, db, signInWith, unit: buildUnit } = portal
const { email } = await buildUser(db, {
  entity_id: admin.entity,
  role: 'admin',
  first_name: 'Grace',
  last_name: 'Hopper',
})
const grace = await signInWith(email)
const actionClass = 'Tdwlb' as const

async function read(unit: BuiltUnit, configuration: object): Promise<number> {
  const query = { dataID: unit.dataId, actionClass, payload: 'ListConfigInfo' }
  const id = (await call(getAction, { as: admin, query })).body.details.action_id
  return answered(unit, id, { payload: configuration })
}

async function answered(unit: BuiltUnit, id: number, given: object): Promise<number> {
  clock.advance(1_000)
  await answer(unit, id, { actionClass, ...given })
  await becomes(id, ({ state }) => state === 'answered')
  return id
}

const update = (
  unit: BuiltUnit,
  configuration: object,
  { as = admin, version }: { as?: SignedInUser; version?: number } = {},
) =>
  call(putAction, {
    as,
    body: {
      dataID: unit.dataId,
      actionClass,
      payload: { UpdateConfig: configuration },
      ...(version === undefined ? {} : { version }),
    },
  })

const history = async (unit: BuiltUnit) =>
  (await call(listConfigurations, { as: admin, query: { dataID: unit.dataId, actionClass } })).body.details

describe('the configurations of a unit', () => {
  it('are kept as versions: what was changed, and what was read when it is another one', async () => {
    const unit = await buildUnit()
    const first = await read(unit, { serial_number_list: [{ serial_number: 'A', offset: 1 }] })
    await read(unit, { serial_number_list: [{ serial_number: 'A', offset: 1 }] })
    const sent = await update(unit, { serial_number_list: [{ serial_number: 'A', offset: 2 }] })
    const second = await answered(unit, sent.body.details.action_id, {})
    const third = await read(unit, { serial_number_list: [{ serial_number: 'A', offset: 9 }] })

    const { versions, reported, wanted, differs } = await history(unit)
    const restored = await call(getConfiguration, { as: admin, params: { version: first } })

    assert.deepEqual(
      versions.map(({ version, action }) => [version, action]),
      [
        [third, 'Read'],
        [second, 'Update'],
        [first, 'Read'],
      ],
    )
    assert.deepEqual(reported?.configuration, { serial_number_list: [{ serial_number: 'A', offset: 9 }] })
    assert.deepEqual(wanted?.configuration, { serial_number_list: [{ serial_number: 'A', offset: 2 }] })
    assert.equal(differs, true)
    assert.deepEqual(restored.body.details.configuration, { serial_number_list: [{ serial_number: 'A', offset: 1 }] })
  })

  it('do not differ from what was asked for while that is under way, nor when the unit reports more', async () => {
    const unit = await buildUnit()
    await read(unit, { offset: 1 })
    const { action_id } = (await update(unit, { offset: 2 })).body.details
    const inBetween = await history(unit)
    await answered(unit, action_id, { payload: { offset: 2, firmware: '4.2' } })

    const after = await history(unit)

    assert.deepEqual([inBetween.differs, inBetween.wanted?.state], [false, 'waiting'])
    assert.deepEqual([after.differs, after.reported?.configuration], [false, { offset: 2, firmware: '4.2' }])
  })

  it('are not touched by an answer that is not OK', async () => {
    const unit = await buildUnit()
    await read(unit, { offset: 1 })
    const { action_id } = (await update(unit, { offset: 2 })).body.details
    await answered(unit, action_id, { status: 'BUSY' })

    const { reported, differs } = await history(unit)

    assert.deepEqual([reported?.configuration, differs], [{ offset: 1 }, true])
  })
})

describe('an Update that was made from another configuration', () => {
  it('is refused while the change of another person is under way, and after it, with who and when', async () => {
    const unit = await buildUnit()
    const version = await read(unit, { offset: 1 })
    const changed = clock()
    const { action_id } = (await update(unit, { offset: 2 }, { as: grace, version })).body.details

    const inBetween = await update(unit, { offset: 3 }, { version })
    await answered(unit, action_id, {})
    const after = await update(unit, { offset: 3 }, { version })
    const again = await update(unit, { offset: 3 }, { version: action_id })

    for (const { status, failure } of [inBetween, after]) {
      assert.deepEqual([status, failure.code], [409, 'action/configuration-changed'])
      assert.equal(failure.details?.changedBy, 'Grace Hopper')
      assert.equal(failure.details.changedUTC, new Date(changed).toISOString())
    }
    assert.equal(again.status, 200)
  })

  it('is refused when the unit reports another one by itself', async () => {
    const unit = await buildUnit()
    const version = await read(unit, { offset: 1 })
    await read(unit, { offset: 7 })

    const { status, failure } = await update(unit, { offset: 2 }, { version })

    assert.equal(status, 409)
    assert.match(failure.message, /^This configuration was changed in the meantime\. .* Changed by the unit at /)
  })

  it('is sent when the other change failed, and when the unit reports the same once more', async () => {
    const unit = await buildUnit()
    const version = await read(unit, { offset: 1 })
    await read(unit, { offset: 1 })
    const other = (await update(unit, { offset: 2 }, { as: grace, version })).body.details.action_id
    await answered(unit, other, { status: 'REFUSED' })

    assert.equal((await update(unit, { offset: 3 }, { version })).status, 200)
  })

  it('of two at once is refused for one', async () => {
    const unit = await buildUnit()
    const version = await read(unit, { offset: 1 })

    const both = await Promise.all([
      update(unit, { offset: 2 }, { as: grace, version }),
      update(unit, { offset: 3 }, { version }),
    ])

    assert.deepEqual(both.map(({ status }) => String(status)).toSorted(), ['200', '409'])
  })
})
