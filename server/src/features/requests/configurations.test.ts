import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  cancelAction,
  getAction,
  getActionRequest,
  getConfiguration,
  listActionRequests,
  listConfigurations,
  postAction,
  putAction,
} from '@fieldwatch/contract/actions/actions'
import { updateEntity } from '@fieldwatch/contract/people/entities'
import { listUnits } from '@fieldwatch/contract/units/units'
import { sql } from 'kysely'
import { createTestDatabase } from '#testing/test-database.ts'
import type { BuiltUnit } from '#testing/build-unit.ts'
import { buildEntity, buildUser } from '#testing/build-users.ts'
import type { SignedInUser } from '#testing/test-app.ts'
import { openRequests } from './testing/open-requests.ts'

const database = await createTestDatabase()
const portal = await openRequests(database)
const { admin, answer, becomes, call, clock, connect, db, features, find, signInAs, signInWith, subscribe } = portal
const { unit: buildUnit } = portal
const { email } = await buildUser(db, {
  entityId: admin.entity,
  role: 'admin',
  firstName: 'Grace',
  lastName: 'Hopper',
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

describe('the sensor screens', () => {
  const asks = (as: SignedInUser, unit: BuiltUnit) =>
    call(getAction, { as, query: { dataID: unit.dataId, actionClass, payload: 'ListConfigInfo' } })

  // spec 2-1-08, 2-1-09
  it('are for viewers who have the unit in reach: they read and change the configuration, and the activity shows it', async () => {
    const unit = await buildUnit()
    const viewer = await signInAs({ entity: admin.entity })
    const asked = await asks(viewer, unit)
    const version = await answered(unit, asked.body.details.action_id, { payload: { serial_number_list: [] } })
    const followed = await call(getActionRequest, { as: viewer, params: { action_id: version } })
    const changed = await update(unit, { serial_number_list: [{ serial_number: 'A' }] }, { as: viewer, version })
    const stranger = await signInAs({})

    assert.deepEqual([asked.status, followed.body.details.status, changed.status], [200, 'OK', 200])
    const { rows } = await sql<{ action: string }>`
      select after ->> 'action' as action from audit_log where user_id = ${viewer.userId} and action = 'send request'
      order by id`.execute(db)
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['Read', 'Update'],
    )
    assert.equal((await asks(stranger, unit)).status, 404)
    const action_id = changed.body.details.action_id
    assert.equal((await call(getActionRequest, { as: stranger, params: { action_id } })).status, 404)
    const cancelled = await call(cancelAction, { as: viewer, params: { action_id } })
    assert.equal(cancelled.body.details.state, 'cancelled')
  })

  it('are for both roles on a unit that another entity has too, unless that leaves them to admins', async () => {
    const unit = await buildUnit()
    const other = await buildEntity(db)
    await db.insertInto('unitEntity').values({ dataId: unit.dataId, entityId: other }).execute()
    const viewer = await signInAs({ entity: admin.entity })

    assert.deepEqual([(await asks(viewer, unit)).status, (await asks(admin, unit)).status], [200, 200])
    const ping = { dataID: unit.dataId, actionClass: 'Unit', payload: 'Ping' } as const
    assert.equal((await call(postAction, { as: admin, body: ping })).failure.code, 'unit/shared')
    await db.updateTable('entity').set({ viewersMayConfigure: false }).where('id', '=', other).execute()
    assert.deepEqual([(await asks(viewer, unit)).status, (await asks(admin, unit)).status], [403, 200])
  })

  it('let a viewer send nothing else, nor read the history', async () => {
    const unit = await buildUnit()
    const viewer = await signInAs({ entity: admin.entity })
    const body = { dataID: unit.dataId, actionClass }
    const others: { status: number; failure: { code: string } }[] = [
      await call(getAction, { as: viewer, query: { ...body, payload: 'Reboot' } }),
      await call(getAction, { as: viewer, query: { ...body, actionClass: 'Unit', payload: 'ListConfigInfo' } }),
      await call(putAction, { as: viewer, body: { ...body, payload: { UpdateConfig: {}, Reboot: {} } } }),
      await call(putAction, { as: viewer, body: { ...body, payload: { UpdateConfig: 'no object' } } }),
      await call(postAction, { as: viewer, body: { ...body, payload: { UpdateConfig: {} } } }),
      await call(listActionRequests, { as: viewer, query: { dataID: unit.dataId } }),
    ]
    const ping = await call(postAction, { as: admin, body: { ...body, actionClass: 'Unit', payload: 'Ping' } })
    const params = { action_id: ping.body.details.action_id }
    others.push(await call(getActionRequest, { as: viewer, params }), await call(cancelAction, { as: viewer, params }))

    assert.deepEqual(
      others.map(({ status, failure }) => [status, failure.code]),
      others.map(() => [403, 'access/forbidden']),
    )
  })

  it('are for admins alone where an entity of the unit says so, also for what waits', async () => {
    const unit = await buildUnit()
    const viewer = await signInAs({ entity: admin.entity })
    const letConfigure = (allowed: boolean) =>
      call(updateEntity, { as: admin, body: { entityID: admin.entity, viewersMayConfigure: String(allowed) } })
    const waiting = (await asks(viewer, unit)).body.details.action_id
    assert.equal((await letConfigure(false)).body.details.viewersMayConfigure, false)

    const client = await connect(unit)
    const { next } = await subscribe(client, unit)
    const ofAdmin = (await asks(admin, unit)).body.details.action_id

    assert.equal((await next()).action_id, ofAdmin)
    await features.requests.tidy()
    assert.equal((await find(waiting)).notSentReason, 'not-permitted')
    assert.equal((await asks(viewer, unit)).failure.code, 'access/forbidden')
    assert.equal((await call(getActionRequest, { as: viewer, params: { action_id: ofAdmin } })).status, 403)
    const { details } = (await call(listUnits, { as: viewer, query: { dataID: unit.dataId } })).body
    assert.equal(!Array.isArray(details) && details.onlyAdminsConfigure, true)
    await letConfigure(true)
    assert.equal((await asks(viewer, unit)).status, 200)
  })
})

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
