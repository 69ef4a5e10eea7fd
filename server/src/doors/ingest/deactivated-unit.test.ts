import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { topics } from '@fieldwatch/contract/telemetry/ingest'
import { administerUnit } from '@fieldwatch/contract/units/units'
import mqtt from 'mqtt'
import { type BuiltUnit, buildUnit } from '#testing/build-unit.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, db, call, features, signInAs } = await createTestApp({ database })
const port = await features.mqtt.listen({ host: '127.0.0.1', port: 0 })
const admin = await signInAs({ role: 'admin' })

const setActive = async (unit: BuiltUnit, active: boolean): Promise<void> => {
  const { status } = await call(administerUnit, { as: admin, params: { dataID: unit.dataId }, body: { active } })
  assert.equal(status, 200)
}
const send = async (unit: BuiltUnit, bearer = unit.bearer) => {
  const response = await app.inject({
    method: 'POST',
    url: `/api/v1/ingest/${unit.dataId}/level`,
    headers: { authorization: bearer },
    payload: { level: 1 },
  })
  return { status: response.statusCode, code: response.json().code }
}
const connect = (unit: BuiltUnit, password = unit.token) =>
  mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, { username: unit.dataId, password, reconnectPeriod: 0 }, false)
const countStored = async (unit: BuiltUnit): Promise<number> => {
  const rows = await db
    .selectFrom('record')
    .innerJoin('source', 'source.sourceKey', 'record.sourceKey')
    .select('name')
    .where('dataId', '=', unit.dataId)
    .execute()
  return rows.length
}

describe('a deactivated unit', () => {
  it('is refused by HTTP at once, and nothing of it is stored until it is activated', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    assert.equal((await send(unit)).status, 200)

    await setActive(unit, false)
    assert.deepEqual(await send(unit), { status: 403, code: 'unit/deactivated' })
    assert.equal(await countStored(unit), 1)

    await setActive(unit, true)
    assert.equal((await send(unit)).status, 200)
  })

  it('looks like any other to who has not its token', async () => {
    const unit = await buildUnit(db, { entity: admin.entity, active: false })

    assert.deepEqual(await send(unit, 'Bearer wrong'), { status: 401, code: 'unit/invalid-token' })
    await assert.rejects(connect(unit, 'wrong'), { code: 4 })
  })

  it('loses its MQTT connections without an acknowledgement, and cannot connect', async () => {
    const unit = await buildUnit(db, { entity: admin.entity })
    const client = await connect(unit)
    client.on('error', () => undefined)
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))

    await setActive(unit, false)

    await closed
    client.end(true)
    await assert.rejects(connect(unit), { code: 5 })
    assert.equal(await countStored(unit), 0)
  })

  it('connects again once it is activated', async () => {
    const unit = await buildUnit(db, { entity: admin.entity, active: false })

    await setActive(unit, true)

    const client = await connect(unit)
    await client.publishAsync(topics.data(unit.dataId, 'level'), '{"level":1}', { qos: 1 })
    assert.equal(await countStored(unit), 1)
    await client.endAsync()
  })
})
