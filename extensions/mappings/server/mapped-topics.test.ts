import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { createMapping, type Mapping } from '../contract/mappings.ts'
import { createProgramToken, revokeProgramToken } from '@fieldwatch/contract/people/program-tokens'
import { topics } from '@fieldwatch/contract/telemetry/ingest'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { closing } from '@fieldwatch/server/doors/ingest/testing/open-mqtt-listener'
import { buildUnit, type BuiltUnit } from '@fieldwatch/server/testing/build-unit'
import { listRecords } from '@fieldwatch/server/testing/list-records'
import { buildEntity } from '@fieldwatch/server/testing/build-users'
import { createTestApp } from '@fieldwatch/server/testing/test-app'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'

const database = await createTestDatabase()
const { bus, call, db, features, signInAs } = await createTestApp({ database })
const port = await features.mqtt.listen({ host: '127.0.0.1', port: 0 })
const entity = await buildEntity(db)
const admin = await signInAs({ role: 'admin', entity })

const TASMOTA = 'tele/tasmota_1A2B/SENSOR'
const TASMOTA_MESSAGE = '{"Time":"2026-03-01T08:00:00","ENERGY":{"Power":12,"Total":3.5}}'

async function connect(options: IClientOptions): Promise<MqttClient> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, { reconnectPeriod: 0, ...options }, false)
  database.defer(async () => void client.end(true))
  return client
}

const connectUnit = ({ dataId, token }: BuiltUnit) => connect({ username: dataId, password: token })

async function makeToken(scopes: ('send-for-units' | 'read')[] = ['send-for-units']) {
  const body = { name: 'Bridge', scopes, days: 30, entity, role: 'admin' as const }
  const { secret, token } = (await call(createProgramToken, { as: admin, body })).body.details
  return { secret, tokenID: token.tokenID }
}

async function captured() {
  return db.selectFrom('capturedMessage').select(['topic', 'payload', 'dataId', 'reason']).orderBy('id').execute()
}

const stored = async (unit: BuiltUnit): Promise<[string, unknown][]> =>
  (await listRecords(db, unit)).map(({ name, fields }) => [name, fields])

async function map(mapping: Partial<Mapping> = {}): Promise<void> {
  const mappingBase = {
    topic: 'tele/{device}/SENSOR',
    unit: { from: 'topic' as const, part: 'device' },
    time: { format: 'local' as const, path: 'Time', zone: 'Europe/Berlin' },
    values: [{ path: 'ENERGY.Power', source: 'plug', field: 'power' }],
  }
  await call(createMapping, { as: admin, body: { entity, name: 'Plugs', mapping: { ...mappingBase, ...mapping } } })
}

describe('what a known account publishes to a topic of its own', () => {
  beforeEach(async () => {
    await db.deleteFrom('messageMapping').execute()
    await db.deleteFrom('capturedMessage').execute()
    bus.publish('things-changed', { kind: 'message mapping', entity })
  })

  it('is kept by the time it is acknowledged, retained configuration too, and mapped once a mapping is there', async () => {
    const unit = await buildUnit(db, { entity })
    const client = await connectUnit(unit)

    await client.publishAsync(TASMOTA, TASMOTA_MESSAGE, { qos: 1 })
    await client.publishAsync('homeassistant/sensor/a/config', '{"unit_of_meas":"W"}', { qos: 1, retain: true })
    assert.deepEqual(
      (await captured()).map(({ topic, dataId: sender }) => [topic, sender]),
      [
        [TASMOTA, unit.dataId],
        ['homeassistant/sensor/a/config', unit.dataId],
      ],
    )
    await map({ unit: { from: 'sender' } })
    await client.publishAsync(TASMOTA, TASMOTA_MESSAGE.replace('08:00', '09:00'), { qos: 1 })

    assert.deepEqual((await stored(unit)).at(-1), ['plug', { power: 12 }])
  })

  it('comes from a program for many units, with its token as the password or as the user name', async () => {
    const [one, other] = [await buildUnit(db, { entity }), await buildUnit(db, { entity })]
    const { secret } = await makeToken()
    await map()

    const byPassword = await connect({ username: 'bridge', password: secret })
    await byPassword.publishAsync(`tele/${one.dataId}/SENSOR`, TASMOTA_MESSAGE, { qos: 1 })
    const byName = await connect({ username: secret })
    await byName.publishAsync(`tele/${other.dataId}/SENSOR`, TASMOTA_MESSAGE, { qos: 1 })
    await byName.publishAsync('tele/stranger/SENSOR', TASMOTA_MESSAGE, { qos: 1 })

    assert.deepEqual(await stored(one), [['plug', { power: 12 }]])
    assert.deepEqual(await stored(other), [['plug', { power: 12 }]])
    assert.deepEqual(
      (await captured()).map(({ topic, reason, dataId: sender }) => [topic, reason, sender]),
      [['tele/stranger/SENSOR', 'unit-unknown', null]],
    )
  })

  it('is not taken from strangers, nor from programs that may not send for units', async () => {
    const { secret } = await makeToken(['read'])
    const refusals = []
    for (const password of [`${secret.slice(0, -4)}xxxx`, secret, 'anything'])
      refusals.push(await connect({ username: 'bridge', password }).then(String, ({ code }: { code: number }) => code))

    assert.deepEqual(refusals, [5, 5, 4])
    assert.deepEqual(await captured(), [])
  })

  it('is not taken any more, and not acknowledged, once the token of the program was revoked', async () => {
    const { secret, tokenID } = await makeToken()
    const client = await connect({ username: 'bridge', password: secret })
    await client.publishAsync('a/b', '{}', { qos: 1 })
    const over = closing(client)

    await call(revokeProgramToken, { as: admin, body: { tokenID } })
    const publishing = client.publishAsync('a/c', '{}', { qos: 1 }).then(
      () => 'acknowledged',
      () => 'not acknowledged',
    )
    await over
    client.end(true)

    assert.equal(await publishing, 'not acknowledged')
    assert.deepEqual(
      (await captured()).map(({ topic }) => topic),
      ['a/b'],
    )
  })

  it('is kept with its reason where it is no JSON, much too deep, or too long for a program', async () => {
    const { secret } = await makeToken()
    const client = await connect({ username: secret })
    const unit = await buildUnit(db, { entity })
    await map({ topic: '#', unit: { from: 'fixed', dataID: unit.dataId }, time: { format: 'arrival' } })

    await client.publishAsync('a/text', 'on', { qos: 1 })
    await client.publishAsync('a/deep', '['.repeat(10_000) + ']'.repeat(10_000), { qos: 1 })
    await client.publishAsync('a/long', `{"a":"${'x'.repeat(1_100_000)}"}`, { qos: 1 })

    const kept = await captured()
    assert.deepEqual(
      kept.map(({ topic }) => topic),
      ['a/text', 'a/deep', 'a/long'],
    )
    assert.ok(kept.every(({ reason, payload }) => reason !== null && payload.length <= 65_536))
  })

  it('is refused with its reason, as before, where it is a wrong spelling of our own topics', async () => {
    const unit = await buildUnit(db, { entity })
    const client = await connectUnit(unit)

    await client.publishAsync(`units/${unit.dataId}/dat/tank`, '{"level":1}', { qos: 1 })
    await client.publishAsync(topics.data(unit.dataId, 'tank'), '{"level":1}', { qos: 1 })

    assert.deepEqual(await captured(), [])
    assert.deepEqual(await stored(unit), [['tank', { level: 1 }]])
    const refused = await db.selectFrom('rejectedMessage').select('code').where('dataId', '=', unit.dataId).execute()
    assert.deepEqual(refused, [{ code: 'record/topic-not-allowed' }])
  })
})
