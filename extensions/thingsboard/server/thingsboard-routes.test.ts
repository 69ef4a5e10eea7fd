import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildUnit, type BuiltUnit } from '@fieldwatch/server/testing/build-unit'
import { listRecords } from '@fieldwatch/server/testing/list-records'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import { openRequests } from '@fieldwatch/server/features/requests/testing/open-requests'

const database = await createTestDatabase()
const { app, ask, becomes, db, unit: buildOwnUnit } = await openRequests(database)

async function speak(
  { token }: Pick<BuiltUnit, 'token'>,
  address: string,
  sent?: { body?: string | Buffer; type?: string },
): Promise<{ status: number; body: unknown }> {
  const { statusCode, payload } = await app.inject({
    method: sent === undefined ? 'GET' : 'POST',
    url: `/api/v1/${token}/${address}`,
    headers: sent === undefined ? {} : { 'content-type': sent.type ?? 'application/json' },
    ...(sent?.body === undefined ? {} : { payload: sent.body }),
  })
  return { status: statusCode, body: payload === '' ? undefined : JSON.parse(payload) }
}

const stored = async (unit: BuiltUnit) => (await listRecords(db, unit)).map(({ name, fields }) => ({ name, fields }))

const rejected = (unit: BuiltUnit) =>
  db.selectFrom('rejectedMessage').select(['channel', 'code']).where('dataId', '=', unit.dataId).orderBy('id').execute()

describe('a ThingsBoard device over HTTP', () => {
  it('has its telemetry and attributes stored, whatever it calls them, and hears nothing but success', async () => {
    const unit = await buildUnit(db)

    const answers = [
      await speak(unit, 'telemetry', { body: '{"temperature":21.5}' }),
      await speak(unit, 'attributes', { body: '{"model":"X1"}', type: 'text/plain' }),
    ]

    assert.deepEqual(answers, [
      { status: 200, body: undefined },
      { status: 200, body: undefined },
    ])
    assert.deepEqual(await stored(unit), [
      { name: 'attributes', fields: { model: 'X1' } },
      { name: 'telemetry', fields: { temperature: 21.5 } },
    ])
    const document = await db.selectFrom('unit').select('lastDoor').where('dataId', '=', unit.dataId).executeTakeFirst()
    assert.equal(document?.lastDoor, 'thingsboard')
  })

  it('is refused with a wrong token, and with that of a deactivated unit', async () => {
    const off = await buildUnit(db, { active: false })

    for (const address of ['telemetry', 'attributes', 'rpc', 'rpc/1']) {
      assert.equal((await speak({ token: `fw_${'x'.repeat(32)}` }, address, { body: '{}' })).status, 401)
      assert.equal((await speak(off, address, { body: '{}' })).status, 403)
    }
  })

  it('has what cannot be read kept with its reason', async () => {
    const unit = await buildUnit(db)

    const answers = [
      await speak(unit, 'telemetry', { body: '{"temperature":' }),
      await speak(unit, 'telemetry', { body: Buffer.alloc(10_000_000) }),
      await speak(unit, 'telemetry', {}),
      await speak(unit, 'rpc/first', { body: '{}' }),
    ]

    assert.deepEqual(
      answers.map(({ status }) => status),
      [400, 413, 400, 403],
    )
    assert.deepEqual(await rejected(unit), [
      { channel: 'thingsboard', code: 'record/malformed-json' },
      { channel: 'thingsboard', code: 'request/too-large' },
      { channel: 'thingsboard', code: 'record/malformed-json' },
      { channel: 'thingsboard', code: 'record/topic-not-allowed' },
    ])
  })

  it('leaves the addresses of the portal alone', async () => {
    const { status, body } = await speak({ token: 'users' }, 'telemetry', { body: '{}' })

    assert.deepEqual([status, (body as { code: string }).code], [401, 'unit/invalid-token'])
    assert.equal((await app.inject({ method: 'GET', url: '/api/v1/alerts' })).json().code, 'auth/missing-token')
  })

  it('asks for the time', async () => {
    const unit = await buildUnit(db)

    const { body } = await speak(unit, 'rpc', { body: '{"method":"getTime","params":{}}' })

    assert.equal(typeof body, 'number')
  })
})

describe('a request to a ThingsBoard device that asks by HTTP', () => {
  it('is handed out once, without changes of the configuration, and answered', async () => {
    const unit = await buildOwnUnit()
    const changeId = await ask(unit, { UpdateConfig: { mode: 'eco' } })
    const id = await ask(unit, 'Reboot')

    const first = await speak(unit, 'rpc?timeout=0')
    const second = await speak(unit, 'rpc?timeout=0')
    const change = await speak(unit, 'attributes/updates?timeout=0')
    await speak(unit, `rpc/${id}`, { body: '{"done":true}' })
    const answered = await becomes(id, ({ state }) => state === 'answered')
    const changed = await becomes(changeId, ({ state }) => state === 'answered')
    const { body: attributes } = await speak(unit, 'attributes?sharedKeys=mode')

    assert.deepEqual(first, { status: 200, body: { id, method: 'Reboot', params: {} } })
    assert.equal(second.status, 408)
    assert.deepEqual(change, { status: 200, body: { mode: 'eco' } })
    assert.deepEqual([answered.status, answered.result], ['OK', '{"done":true}'])
    assert.equal(changed.status, 'OK')
    assert.deepEqual(attributes, { shared: { mode: 'eco' } })
  })
})
