import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { deleteAction, getAction, getActionOptions, postAction, putAction } from '@fieldwatch/contract/actions/actions'
import { buildEntity } from '#testing/build-users.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { openRequests } from './testing/open-requests.ts'

const database = await createTestDatabase()
const { admin, app, call, connect, db, subscribe, unit: buildUnit } = await openRequests(database)

describe('the action service', () => {
  // spec 2-7-27
  it('lists the settings with name and actions, each with method and payload', async () => {
    const { body } = await call(getActionOptions, { as: admin, query: { version: '1' } })

    const { Xetasense, Tdwlb, Unit } = body.details
    assert.deepEqual([Xetasense?.name, Tdwlb?.name, Unit?.name], ['XetaSense', 'TDWLB', 'Unit'])
    assert.deepEqual(Xetasense?.actions, {
      Read: { method: 'GET', payload: 'ListConfigInfo' },
      Update: { method: 'PUT', payload: { UpdateConfig: {} } },
    })
    assert.deepEqual(Object.keys(Unit?.actions ?? {}), ['Ping', 'Reboot', 'SetReportInterval'])
  })

  // spec 2-7-28, 2-7-29, 2-7-30
  it('takes GET by query and POST, PUT and DELETE by body, and the unit gets method, class, action and payload', async () => {
    const unit = await buildUnit()
    const { next } = await subscribe(await connect(unit), unit)
    const dataID = unit.dataId
    const configuration = JSON.stringify({ buses: [] })
    const about = { dataID, actionClass: 'Xetasense' } as const

    const answers = [
      await call(getAction, { as: admin, query: { ...about, payload: 'ListConfigInfo' } }),
      await call(putAction, { as: admin, body: { ...about, payload: { UpdateConfig: configuration } } }),
      await call(postAction, { as: admin, body: { dataID, actionClass: 'Unit', payload: 'Reboot' } }),
      await call(deleteAction, { as: admin, body: { dataID, actionClass: 'Unit', payload: '{"Log": 1}' } }),
    ]
    const messages = [await next(), await next(), await next(), await next()]

    const [one, two, three, four] = answers.map(({ body }) => body.details.action_id)
    assert.deepEqual(
      answers.map(({ body }) => body.status),
      answers.map(() => 'success'),
    )
    assert.deepEqual(messages, [
      { actionClass: 'Xetasense', action_id: one, method: 'GET', action: 'Read', payload: 'ListConfigInfo' },
      {
        actionClass: 'Xetasense',
        action_id: two,
        method: 'PUT',
        action: 'Update',
        payload: { UpdateConfig: configuration },
      },
      { actionClass: 'Unit', action_id: three, method: 'POST', action: 'Reboot', payload: 'Reboot' },
      { actionClass: 'Unit', action_id: four, method: 'DELETE', action: 'Log', payload: { Log: 1 } },
    ])
  })

  it('sends nothing for a HEAD, keeps no answer in caches, and sends once for each idempotency key', async () => {
    const unit = await buildUnit()
    const query = { dataID: unit.dataId, actionClass: 'Unit', payload: 'Ping' } as const
    const headers = { 'idempotency-key': randomUUID() }
    const url = `/api/v1/actions?${new URLSearchParams(query).toString()}`

    const head = await app.inject({ method: 'HEAD', url, headers: { authorization: admin.bearer } })
    const first = await call(getAction, { as: admin, query, headers })
    const again = await call(getAction, { as: admin, query, headers })

    const kept = await db.selectFrom('actionRequest').select('id').where('dataId', '=', unit.dataId).execute()
    assert.deepEqual(
      kept.map(({ id }) => id),
      [first.body.details.action_id],
    )
    assert.equal(again.body.details.action_id, first.body.details.action_id)
    assert.deepEqual(
      [first, again].map(({ response }) => response.headers['cache-control']),
      ['no-store', 'no-store'],
    )
    assert.ok([404, 405].includes(head.statusCode), `HEAD answers ${head.statusCode}`)
  })

  it('writes no audit entry for a read that a screen makes by itself, and one for anything else', async () => {
    const unit = await buildUnit()
    const about = { dataID: unit.dataId, actionClass: 'Xetasense', automatic: 'true' } as const
    const listEntries = async () =>
      (
        await db
          .selectFrom('auditLog')
          .select('after')
          .where('action', '=', 'send request')
          .where('subjectId', '=', unit.dataId)
          .execute()
      ).length

    await call(getAction, { as: admin, query: { ...about, payload: 'ListConfigInfo' } })
    const afterOpening = await listEntries()
    await call(getAction, { as: admin, query: { ...about, payload: 'ListEverything' } })
    await call(getAction, { as: admin, query: { ...about, payload: 'ListConfigInfo', automatic: 'false' } })

    assert.deepEqual([afterOpening, await listEntries()], [0, 2])
  })

  it('keeps at most 100 open requests of a unit, and writes each to the audit log', async () => {
    const unit = await buildUnit()
    const ask = () =>
      call(postAction, { as: admin, body: { dataID: unit.dataId, actionClass: 'Unit', payload: 'Ping' } })
    for (let count = 0; count < 100; count += 1) await ask()

    const { status, failure } = await ask()

    assert.deepEqual([status, failure.code], [429, 'action/too-many'])
    const entries = await db
      .selectFrom('auditLog')
      .select('id')
      .where('action', '=', 'send request')
      .where('subjectId', '=', unit.dataId)
      .execute()
    assert.equal(entries.length, 100)
  })

  it('refuses a payload that a unit could not take, an unknown setting, and a time that is none', async () => {
    const unit = await buildUnit()
    const body = { dataID: unit.dataId, actionClass: 'Unit', payload: 'Ping' } as const
    const refused = [
      { ...body, payload: 'x'.repeat(61 * 1024) },
      { ...body, payload: '' },
      { ...body, actionClass: 'Lamp' as 'Unit' },
      { ...body, expiresInSeconds: 1 },
      { ...body, expiresInSeconds: 31 * 24 * 3600 },
    ]

    for (const wrong of refused) {
      const { status, failure } = await call(postAction, { as: admin, body: wrong })
      assert.deepEqual([status, failure.code], [400, 'request/invalid'])
    }
  })

  it('does not touch a unit of entities that the admin lacks', async () => {
    const [unit, other] = [await buildUnit(), await buildUnit()]
    const entity = await buildEntity(db)
    await db.insertInto('unitEntity').values({ dataId: unit.dataId, entityId: entity }).execute()
    const ask = (dataID: string) =>
      call(postAction, { as: admin, body: { dataID, actionClass: 'Unit', payload: 'Ping' } })

    const shared = await ask(unit.dataId)
    const own = await ask(other.dataId)

    assert.deepEqual([shared.status, shared.failure.code, own.status], [403, 'unit/shared', 200])
  })
})
