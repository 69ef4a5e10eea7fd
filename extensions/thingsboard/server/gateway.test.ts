import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { createCalculation } from '@fieldwatch/contract/calculations/calculations'
import { deleteUnit } from '@fieldwatch/contract/units/deletions'
import { createUnitOfChild } from '@fieldwatch/contract/units/gateway-children'
import type { MqttClient } from 'mqtt'
import { inEnglish } from '@fieldwatch/server/platform/errors/domain-error'
import { buildUnit, type BuiltUnit } from '@fieldwatch/server/testing/build-unit'
import { listRecords } from '@fieldwatch/server/testing/list-records'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import { openRequests } from '@fieldwatch/server/features/requests/testing/open-requests'
import { SENT, SESSION_LIMITS_REQUEST, STORED, SUBSCRIPTIONS } from './testing/gateway-session.ts'

const database = await createTestDatabase()
const { admin, ask, becomes, call, connect, db, unit: buildOwnUnit } = await openRequests(database)

const connectGateway = async (unit: BuiltUnit): Promise<MqttClient> => {
  const client = await connect(unit, { username: unit.token, password: '', clientId: 'gateway' })
  for (const topic of SUBSCRIPTIONS) await client.subscribeAsync(topic, { qos: 1 })
  return client
}

const send = (client: MqttClient, topic: string, payload: unknown) =>
  client.publishAsync(topic, JSON.stringify(payload), { qos: 1 })

const stored = (unit: Pick<BuiltUnit, 'dataId'>) => listRecords(db, unit)

const fieldsOf = async (unit: Pick<BuiltUnit, 'dataId'>) =>
  (await stored(unit)).map(({ name, fields }): [string, unknown] => [name, fields])

const rejected = (unit: BuiltUnit) =>
  db.selectFrom('rejectedMessage').select(['code', 'message']).where('dataId', '=', unit.dataId).orderBy('id').execute()

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

describe('a ThingsBoard gateway', () => {
  it('has a recorded session stored, with its devices as sources', async () => {
    const gateway = await buildUnit(db)
    const client = await connectGateway(gateway)
    const limits = next(client, 'v1/devices/me/rpc/response/1')

    await send(client, SESSION_LIMITS_REQUEST.topic, SESSION_LIMITS_REQUEST.payload)
    await limits
    for (const { topic, payload } of SENT) await send(client, topic, payload)

    const records = await stored(gateway)
    const timeless = new Set(STORED.filter(({ at }) => at === undefined).map(({ name }) => name))
    assert.deepEqual(
      records.map((record) => (timeless.has(record.name) ? { ...record, at: undefined } : record)),
      STORED,
    )
    assert.deepEqual(await rejected(gateway), [])
  })

  it('may send the values of a device without a list, with or without their time', async () => {
    const gateway = await buildUnit(db)
    const client = await connectGateway(gateway)

    await send(client, 'v1/gateway/telemetry', {
      A: { t: 1 },
      B: [{ t: 2 }],
      C: { ts: 1_700_000_000_000, values: { t: 3 } },
    })

    assert.deepEqual(await fieldsOf(gateway), [
      ['A', { t: 1 }],
      ['B', { t: 2 }],
      ['C', { t: 3 }],
    ])
  })

  it('may call its devices anything: each gets a source of its own, or the reason why not', async () => {
    const gateway = await buildUnit(db)
    const client = await connectGateway(gateway)
    await send(client, 'v1/devices/me/telemetry', { own: 1 })
    const names = ['telemetry', '__proto__', 'a/b', 'a b', 'משאבה', 'مضخة', 'p'.repeat(200)]
    const message = `{${names.map((name, index) => `${JSON.stringify(name)}:{"n":${index}}`).join()}}`

    await client.publishAsync('v1/gateway/telemetry', message, { qos: 1 })
    await send(client, 'v1/gateway/telemetry', { ['x'.repeat(10_000)]: { n: 1 }, '': { n: 2 }, 'a\0b': { n: 3 } })
    await send(client, 'v1/gateway/connect', { type: 'default' })

    const sources = await fieldsOf(gateway)
    assert.equal(sources.length, names.length + 1)
    assert.equal(new Set(sources.map(([name]) => name)).size, names.length + 1)
    assert.deepEqual(sources.find(([name]) => name === 'telemetry')?.[1], { own: 1 })
    assert.deepEqual(
      (await rejected(gateway)).map(({ message: reason }) => inEnglish(reason)),
      [
        'The name of a device has at most 255 characters.',
        'The name of the device is missing.',
        'The name of a device has no control characters.',
        'The name of the device is missing.',
      ],
    )
  })

  it('has what cannot be read kept with its reason, and the rest stored', async () => {
    const gateway = await buildUnit(db)
    const client = await connectGateway(gateway)

    await send(client, 'v1/gateway/telemetry', { A: 5, B: { t: 1 } })
    await send(client, 'v1/gateway/telemetry', [1])
    await client.publishAsync('v1/gateway/attributes', '{"A":', { qos: 1 })
    await send(client, 'v1/gateway/rpc', { device: 'A', id: 'x', data: {} })
    await send(client, 'v1/gateway/claim', { A: {} })

    assert.deepEqual(
      (await rejected(gateway)).map(({ code }) => code),
      [
        'record/not-an-object',
        'record/not-an-object',
        'record/malformed-json',
        'record/topic-not-allowed',
        'record/topic-not-allowed',
      ],
    )
    assert.deepEqual(await fieldsOf(gateway), [['B', { t: 1 }]])
  })

  it('asks for attributes of its devices, one or several', async () => {
    const gateway = await buildOwnUnit()
    const client = await connectGateway(gateway)
    await send(client, 'v1/gateway/attributes', { A: { model: 'X1', serial: 7 } })
    const askFor = async (question: unknown): Promise<unknown> => {
      const answer = next(client, 'v1/gateway/attributes/response')
      await send(client, 'v1/gateway/attributes/request', question)
      return answer
    }

    const one = await askFor({ id: 1, device: 'A', client: true, key: 'model' })
    const two = await askFor({ id: 2, device: 'A', client: true, keys: ['model', 'serial', 'none'] })
    const none = await askFor({ id: 3, device: 'A', client: false, keys: ['mode'] })

    assert.deepEqual(one, { id: 1, device: 'A', value: 'X1' })
    assert.deepEqual(two, { id: 2, device: 'A', values: { model: 'X1', serial: 7 } })
    assert.deepEqual(none, { id: 3, device: 'A', values: {} })
  })

  it('gets a request that names one of its devices, and its answer is the result', async () => {
    const gateway = await buildOwnUnit()
    const client = await connectGateway(gateway)
    await send(client, 'v1/gateway/connect', { device: 'Boiler 1', type: 'default' })
    const arrived = next(client, 'v1/gateway/rpc')
    const id = await ask(gateway, { setOutput: { device: 'Boiler 1', params: { on: true } } })

    const message = await arrived
    await send(client, 'v1/gateway/rpc', { device: 'Boiler 1', id, data: '{"success": false}' })
    const answered = await becomes(id, ({ state }) => state === 'answered')

    assert.deepEqual(message, { device: 'Boiler 1', data: { id, method: 'setOutput', params: { on: true } } })
    assert.deepEqual([answered.status, answered.result], ['ERROR', '{"success":false}'])
    const result = (await fieldsOf(gateway)).find(([name]) => name === 'action_result')
    assert.deepEqual(result?.[1], {
      action: 'setOutput',
      actionClass: 'Unit',
      action_id: id,
      payload: '{"success":false}',
      status: 'ERROR',
    })
  })
})

const makeUnit = (gateway: BuiltUnit, source: string, dataID: string) =>
  call(createUnitOfChild, {
    as: admin,
    params: { dataID: gateway.dataId },
    body: { source, dataID, friendlyName: 'Thermostat' },
  })

describe('a device of a gateway that became a unit', () => {
  it('keeps its history, and gets what the gateway sends from then on', async () => {
    const gateway = await buildOwnUnit()
    const unit = { dataId: `${gateway.dataId}-a` as DataId }
    const client = await connectGateway(gateway)
    await send(client, 'v1/gateway/telemetry', { A: [{ ts: 1_700_000_000_000, values: { t: 1 } }], B: { t: 7 } })
    await send(client, 'v1/gateway/attributes', { A: { model: 'X1' } })

    const { status, body } = await makeUnit(gateway, 'A', unit.dataId)
    await send(client, 'v1/gateway/telemetry', { A: [{ ts: 1_700_000_000_000, values: { u: 2 } }], B: { t: 8 } })
    await send(client, 'v1/gateway/attributes', { A: { model: 'X2' } })

    assert.deepEqual([status, body.details], [200, { dataID: unit.dataId }])
    assert.deepEqual(await fieldsOf(gateway), [
      ['B', { t: 7 }],
      ['B', { t: 8 }],
    ])
    assert.deepEqual(await fieldsOf(unit), [
      ['attributes', { model: 'X1' }],
      ['attributes', { model: 'X2' }],
      ['telemetry', { t: 1 }],
      ['telemetry', { u: 2 }],
    ])
    assert.equal((await rejected(gateway)).length, 0)
  })

  it('is made once, also when another request asks again', async () => {
    const gateway = await buildOwnUnit()
    const client = await connectGateway(gateway)
    await send(client, 'v1/gateway/telemetry', { A: { t: 1 } })

    const answers = await Promise.all([
      makeUnit(gateway, 'A', `${gateway.dataId}-1`),
      makeUnit(gateway, 'A', `${gateway.dataId}-2`),
      makeUnit(gateway, 'A', `${gateway.dataId}-1`),
    ])
    const again = await makeUnit(gateway, 'A', `${gateway.dataId}-3`)

    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.deepEqual([again.status, again.failure?.code], [404, 'data/not-found'])
    const children = await db.selectFrom('gatewayChild').select('unit').where('gateway', '=', gateway.dataId).execute()
    assert.deepEqual(children, [{ unit: answers.find(({ status }) => status === 200)?.body.details.dataID }])
  })

  it('loses and doubles no record of those that arrive while it becomes one', async () => {
    const gateway = await buildOwnUnit()
    const unit = { dataId: `${gateway.dataId}-a` as DataId }
    const client = await connectGateway(gateway)
    const sendOne = (n: number) =>
      send(client, 'v1/gateway/telemetry', { A: [{ ts: 1_700_000_000_000 + n * 1000, values: { n } }] })
    const count = 60
    const sent = Array.from({ length: count }, (_, n) => sendOne(n))
    await sent[10]

    const { status } = await makeUnit(gateway, 'A', unit.dataId)
    await Promise.all(sent)
    await sendOne(count)

    assert.equal(status, 200)
    const numbers = (await stored(unit)).map(({ fields }) => (fields as { n: number }).n)
    assert.deepEqual(
      numbers,
      Array.from({ length: count + 1 }, (_, n) => n),
    )
    assert.deepEqual(await stored(gateway), [])
  })

  it('is not made when a calculated source reads it, and nothing moves when a part of it fails', async () => {
    const gateway = await buildOwnUnit()
    const client = await connectGateway(gateway)
    await send(client, 'v1/gateway/telemetry', { A: { t: 1 } })
    const other = await buildOwnUnit()

    const taken = await makeUnit(gateway, 'A', other.dataId)
    const values = [{ source: 'A', field: 't' }]
    const double = { dataID: gateway.dataId, name: 'double', equation: 'A.t * 2', unit: 'm', values }
    const made = await call(createCalculation, { as: admin, body: { ...double, startDate: new Date(0).toISOString() } })
    const used = await makeUnit(gateway, 'A', `${gateway.dataId}-a`)

    assert.deepEqual([taken.status, taken.failure?.code], [409, 'unit/exists'])
    assert.deepEqual([made.status, used.status, used.failure?.code], [200, 409, 'calculation/in-use'])
    // The calculated source may have its result by then.
    const kept = (await fieldsOf(gateway)).filter(([source]) => source !== 'double')
    assert.deepEqual(kept, [['A', { t: 1 }]])
  })

  it('gets its requests and its configuration by way of the gateway, and is a source again once it is deleted', async () => {
    const gateway = await buildOwnUnit()
    const dataId = `${gateway.dataId}-a` as DataId
    const client = await connectGateway(gateway)
    await send(client, 'v1/gateway/connect', { device: 'A', type: 'default' })
    await send(client, 'v1/gateway/telemetry', { A: { t: 1 } })
    await makeUnit(gateway, 'A', dataId)
    const unit = { ...gateway, dataId }
    const [requested, changed] = [next(client, 'v1/gateway/rpc'), next(client, 'v1/gateway/attributes')]
    const id = await ask(unit, 'Reboot')

    await send(client, 'v1/gateway/telemetry', { A: { t: 2 } })
    const request = await requested
    await send(client, 'v1/gateway/rpc', { device: 'A', id, data: { success: true } })
    const answered = await becomes(id, ({ state }) => state === 'answered')
    const changeId = await ask(unit, { UpdateConfig: { mode: 'eco' } })
    const change = await changed
    const taken = await becomes(changeId, ({ state }) => state === 'answered')
    const answer = next(client, 'v1/gateway/attributes/response')
    await send(client, 'v1/gateway/attributes/request', { id: 1, device: 'A', client: false, keys: ['mode'] })

    assert.deepEqual(request, { device: 'A', data: { id, method: 'Reboot', params: {} } })
    assert.deepEqual([answered.status, taken.status], ['OK', 'OK'])
    assert.deepEqual(change, { device: 'A', data: { mode: 'eco' } })
    assert.deepEqual(await answer, { id: 1, device: 'A', values: { mode: 'eco' } })
    const connected = db.selectFrom('unitConnection').select('server').where('dataId', '=', dataId)
    assert.equal((await connected.execute()).length, 1)
    await call(deleteUnit, { as: admin, params: { dataID: dataId }, body: { confirm: 'Thermostat' } })
    await send(client, 'v1/gateway/telemetry', { A: { t: 3 } })
    assert.deepEqual(await fieldsOf(gateway), [['A', { t: 3 }]])
  })

  it('has devices beyond its limit refused, however many a message names', async () => {
    const gateway = await buildUnit(db)
    const client = await connectGateway(gateway)
    await send(client, 'v1/gateway/telemetry', devices(399))

    await send(client, 'v1/gateway/telemetry', devices(3_500))
    await send(client, 'v1/gateway/connect', { device: 'd3499' })

    const children = await db.selectFrom('gatewayChild').select('name').where('gateway', '=', gateway.dataId).execute()
    assert.equal(children.length, 400)
    assert.equal((await stored(gateway)).length, 399 + 400)
    const codes = new Set((await rejected(gateway)).map(({ code }) => code))
    assert.deepEqual([...codes], ['record/too-many-sources'])
  })
})

const devices = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`d${index}`, { n: index }]))
