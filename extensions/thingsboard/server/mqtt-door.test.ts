import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { MqttClient } from 'mqtt'
import { buildUnit, type BuiltUnit } from '@fieldwatch/server/testing/build-unit'
import { listRecords } from '@fieldwatch/server/testing/list-records'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import { openRequests } from '@fieldwatch/server/features/requests/testing/open-requests'

const database = await createTestDatabase()
const { ask, becomes, connect, db, unit: buildOwnUnit } = await openRequests(database)

/** As a ThingsBoard device signs in: its token is the user name. */
const connectDevice = (unit: BuiltUnit): Promise<MqttClient> =>
  connect(unit, { username: unit.token, password: '', clientId: 'device' })

const stored = async (unit: BuiltUnit) => (await listRecords(db, unit)).map(({ name, fields }) => ({ name, fields }))

const rejected = (unit: BuiltUnit) =>
  db.selectFrom('rejectedMessage').select(['topic', 'code']).where('dataId', '=', unit.dataId).orderBy('id').execute()

/** The next message on a topic, as JSON. */
function next(client: MqttClient, wanted: string): Promise<unknown> {
  return new Promise((resolve) => {
    const hear = (topic: string, payload: Buffer): void => {
      if (topic !== wanted) return
      client.off('message', hear)
      resolve(JSON.parse(payload.toString()))
    }
    client.on('message', hear)
  })
}

/** The first message from now on, with its topic. */
function first(client: MqttClient): Promise<[topic: string, message: unknown]> {
  return new Promise((resolve) =>
    client.once('message', (topic, payload) => resolve([topic, JSON.parse(payload.toString())])),
  )
}

describe('a ThingsBoard device over MQTT', () => {
  it('signs in with its token alone, and its telemetry and attributes are stored before they are acknowledged', async () => {
    const unit = await buildUnit(db)
    const device = await connectDevice(unit)

    await device.publishAsync('v1/devices/me/telemetry', '{"ts":1700000000000,"values":{"temp":"21.5"}}', { qos: 1 })
    await device.publishAsync('v2/t', '{"ts":1700000001000,"values":{"temp":22}}', { qos: 1 })
    await device.publishAsync('v1/devices/me/attributes', '{"model":"X1"}', { qos: 1 })

    assert.deepEqual(await stored(unit), [
      { name: 'attributes', fields: { model: 'X1' } },
      { name: 'telemetry', fields: { temp: 21.5 } },
      { name: 'telemetry', fields: { temp: 22 } },
    ])
  })

  it('may send values of one moment in several messages, which keep a record each, sent again or not', async () => {
    const unit = await buildUnit(db)
    const device = await connectDevice(unit)
    const messages = ['{"ts":1700000000000,"values":{"a":1}}', '{"ts":1700000000000,"values":{"b":2}}']

    for (const message of [...messages, ...messages])
      await device.publishAsync('v1/devices/me/telemetry', message, { qos: 1 })

    assert.deepEqual(await stored(unit), [
      { name: 'telemetry', fields: { a: 1 } },
      { name: 'telemetry', fields: { b: 2 } },
    ])
  })

  it('is refused with a token that no unit has', async () => {
    const unit = await buildUnit(db)

    await assert.rejects(connectDevice({ ...unit, token: `fw_${'x'.repeat(32)}` }), { code: 4 })
    await assert.rejects(connectDevice({ ...unit, token: unit.dataId }), { code: 4 })
  })

  it('has what cannot be read kept with its reason, and continues', async () => {
    const unit = await buildUnit(db)
    const device = await connectDevice(unit)

    await device.publishAsync('v1/devices/me/telemetry', '{"temp":', { qos: 1 })
    await device.publishAsync('v1/devices/me/telemetry', Buffer.alloc(10_000_000), { qos: 1 })
    await device.publishAsync('v1/devices/me/claim', '{}', { qos: 1 })
    await device.publishAsync('v1/devices/me/telemetry', '{"temp":1}', { qos: 1 })

    assert.deepEqual(await rejected(unit), [
      { topic: 'v1/devices/me/telemetry', code: 'record/malformed-json' },
      { topic: 'v1/devices/me/telemetry', code: 'record/too-large' },
      { topic: 'v1/devices/me/claim', code: 'record/topic-not-allowed' },
    ])
    assert.deepEqual(await stored(unit), [{ name: 'telemetry', fields: { temp: 1 } }])
  })

  it('never hears what another device on the same topics gets', async () => {
    const [unit, other] = [await buildOwnUnit(), await buildOwnUnit()]
    const [device, stranger] = [await connectDevice(unit), await connectDevice(other)]
    const heard: string[] = []
    stranger.on('message', (topic) => heard.push(topic))
    for (const client of [device, stranger]) await client.subscribeAsync('v1/devices/me/rpc/response/+', { qos: 1 })
    await stranger.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 })
    await device.publishAsync('v1/devices/me/rpc/response/7', '{}', { qos: 1 })
    const answered = next(device, 'v1/devices/me/rpc/response/1')
    await device.publishAsync('v1/devices/me/rpc/request/1', '{"method":"getTime"}', { qos: 1 })

    await answered

    const own = next(stranger, 'v1/devices/me/rpc/response/2')
    await stranger.publishAsync('v1/devices/me/rpc/request/2', '{"method":"getTime"}', { qos: 1 })
    await own
    assert.deepEqual(heard, ['v1/devices/me/rpc/response/2'])
  })
})

describe('questions of a ThingsBoard device', () => {
  it('are answered: the limits of a session and the time, and others with an error', async () => {
    const device = await connectDevice(await buildUnit(db))
    await device.subscribeAsync('v1/devices/me/rpc/response/+', { qos: 1 })
    const askAs = async (number: number, question: unknown): Promise<unknown> => {
      const answer = next(device, `v1/devices/me/rpc/response/${number}`)
      await device.publishAsync(`v1/devices/me/rpc/request/${number}`, JSON.stringify(question), { qos: 1 })
      return answer
    }

    const limits = (await askAs(1, { method: 'getSessionLimits', params: { timeout: 5000 } })) as object

    assert.deepEqual(Object.keys(limits).sort(), [
      'gatewayRateLimits',
      'maxInflightMessages',
      'maxPayloadSize',
      'payloadType',
      'rateLimits',
    ])
    assert.equal(typeof (await askAs(2, { method: 'getTime', params: {} })), 'number')
    assert.deepEqual(await askAs(3, { method: 'sing' }), { error: 'This method is not supported.' })
    assert.deepEqual(await askAs(4, 5), { error: 'A request has a method.' })
  })
})

describe('a request to a ThingsBoard device', () => {
  it('arrives as RPC, and the answer becomes its result', async () => {
    const unit = await buildOwnUnit()
    const device = await connectDevice(unit)
    await device.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 })
    const arrived = first(device)
    const id = await ask(unit, { SetReportInterval: 30 })

    const [topic, message] = await arrived
    await device.publishAsync(`v1/devices/me/rpc/response/${id}`, '{"interval":30}', { qos: 1 })
    const answered = await becomes(id, ({ state }) => state === 'answered')

    assert.deepEqual([topic, message], [`v1/devices/me/rpc/request/${id}`, { method: 'SetReportInterval', params: 30 }])
    assert.deepEqual([answered.status, answered.result, answered.channel], ['OK', '{"interval":30}', 'thingsboard'])
  })

  it('fails when the answer has an error', async () => {
    const unit = await buildOwnUnit()
    const device = await connectDevice(unit)
    await device.subscribeAsync('v2/r/req/+', { qos: 1 })
    const arrived = first(device)
    const id = await ask(unit, 'Reboot')
    const [topic, message] = await arrived

    await device.publishAsync(`v2/r/res/${id}`, '{"error":"busy"}', { qos: 1 })
    const answered = await becomes(id, ({ state }) => state === 'answered')

    assert.deepEqual([topic, message], [`v2/r/req/${id}`, { method: 'Reboot', params: {} }])
    assert.equal(answered.status, 'ERROR')
  })

  it('has its class and name in the result', async () => {
    const unit = await buildOwnUnit()
    const device = await connectDevice(unit)
    await device.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 })
    const arrived = first(device)
    const id = await ask(unit)
    await arrived

    await device.publishAsync(`v1/devices/me/rpc/response/${id}`, '{}', { qos: 1 })

    const result = (await stored(unit)).find(({ name }) => name === 'action_result')
    assert.deepEqual(result?.fields, {
      action: 'Ping',
      actionClass: 'Unit',
      action_id: id,
      payload: '{}',
      status: 'OK',
    })
  })

  it('that changes the configuration does not wait behind one that the device did not subscribe to', async () => {
    const unit = await buildOwnUnit()
    const device = await connectDevice(unit)
    const changed = next(device, 'v1/devices/me/attributes')
    const reboot = await ask(unit, 'Reboot')
    const change = await ask(unit, { UpdateConfig: { mode: 'eco' } })

    await device.subscribeAsync('v1/devices/me/attributes', { qos: 1 })
    const message = await changed
    const answered = await becomes(change, ({ state }) => state === 'answered')

    assert.deepEqual(message, { mode: 'eco' })
    assert.equal(answered.status, 'OK')
    assert.equal((await becomes(reboot, () => true)).state, 'waiting')
  })

  it('that changes the configuration arrives as shared attributes, is OK once received, and can be asked for', async () => {
    const unit = await buildOwnUnit()
    const device = await connectDevice(unit)
    await device.subscribeAsync(['v1/devices/me/attributes', 'v1/devices/me/attributes/response/+'], { qos: 1 })
    const changed = next(device, 'v1/devices/me/attributes')
    const id = await ask(unit, { UpdateConfig: { interval: 60, mode: 'eco' } })

    const message = await changed
    const answered = await becomes(id, ({ state }) => state === 'answered')
    await device.publishAsync('v1/devices/me/attributes', '{"model":"X1"}', { qos: 1 })
    await device.publishAsync('v1/devices/me/attributes', '{"firmware":"1.2.0"}', { qos: 1 })
    const reply = next(device, 'v1/devices/me/attributes/response/3')
    const question = '{"clientKeys":"model,firmware,none","sharedKeys":"mode"}'
    await device.publishAsync('v1/devices/me/attributes/request/3', question, { qos: 1 })

    assert.deepEqual(message, { interval: 60, mode: 'eco' })
    assert.equal(answered.status, 'OK')
    assert.deepEqual(await reply, { client: { firmware: '1.2.0', model: 'X1' }, shared: { mode: 'eco' } })
  })
})
