import assert from 'node:assert/strict'
import { connect as connectTcp } from 'node:net'
import { describe, it } from 'node:test'
import { type MqttErrors, topics } from '@fieldwatch/contract/telemetry/ingest'
import { generate, type Packet, parser as createParser } from 'mqtt-packet'
import mqtt, { type MqttClient } from 'mqtt'
import { buildUnit, type BuiltUnit, sourceName } from '#testing/build-unit.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { openMqttListener } from './testing/open-mqtt-listener.ts'

const database = await createTestDatabase()
const { db, bus, metrics, port, overTcp, overWebSocket, connect, records } = await openMqttListener(database)

const rejected = (unit: BuiltUnit) =>
  db
    .selectFrom('rejectedMessage')
    .select(['source', 'channel', 'code'])
    .where('dataId', '=', unit.dataId)
    .orderBy('id')
    .execute()

async function followErrors(client: MqttClient, unit: BuiltUnit): Promise<() => Promise<MqttErrors>> {
  await client.subscribeAsync(topics.errors(unit.dataId), { qos: 1 })
  return async () => {
    return JSON.parse((await nextMessage(client)).toString()) as MqttErrors
  }
}

function nextMessage(client: MqttClient): Promise<Buffer> {
  return new Promise((resolve) => client.once('message', (_topic, payload) => resolve(payload)))
}

/** Speaks MQTT packet by packet. */
async function speak(unit: BuiltUnit) {
  const socket = connectTcp(port, '127.0.0.1')
  const parser = createParser()
  socket.on('data', (bytes) => parser.parse(bytes))
  const send = async (packet: Packet): Promise<Packet> => {
    const answer = new Promise<Packet>((resolve) => parser.once('packet', resolve))
    socket.write(generate(packet))
    return answer
  }
  const { dataId, token } = unit
  await send({
    cmd: 'connect',
    clientId: 'raw',
    clean: false,
    username: dataId,
    password: Buffer.from(token),
    keepalive: 0,
  })
  return { send, socket }
}

const refusedCount = async (reason: string): Promise<number> => {
  const { values } = await metrics.mqttRefused.get()
  return values.find(({ labels }) => labels.reason === reason)?.value ?? 0
}

for (const [name, url] of [
  ['TCP', overTcp],
  ['WebSocket', overWebSocket],
] as const) {
  describe(`records by MQTT over ${name}`, () => {
    it('are stored before they are acknowledged', async () => {
      const unit = await buildUnit(db)
      const client = await connect(unit, { url })

      await client.publishAsync(topics.data(unit.dataId, 'probe'), '{"messageUTC":1700000000,"a":1}', { qos: 1 })

      assert.deepEqual(await records(unit), [{ name: 'probe', fields: { a: 1 } }])
      await client.endAsync()
    })

    it('need the token of the unit', async () => {
      const unit = await buildUnit(db)
      const other = await buildUnit(db)

      for (const [username, password] of [
        [unit.dataId, other.token],
        [unit.dataId, ''],
        ['unknown', unit.token],
        ["' or 1=1 --", 'x'],
      ] as const) {
        await assert.rejects(connect(unit, { url, username, password }), { code: 4 })
      }
      await assert.rejects(mqtt.connectAsync(url, { reconnectPeriod: 0 }, false), { code: 4 })
    })
  })
}

describe('a publish', () => {
  it('of QoS 2 is stored before it is acknowledged', async () => {
    const unit = await buildUnit(db)
    const client = await connect(unit)

    await client.publishAsync(topics.data(unit.dataId, 'probe'), '[{"a":1},{"a":2}]', { qos: 2 })

    assert.deepEqual(
      (await records(unit)).map(({ fields }) => fields),
      [{ a: 1 }, { a: 2 }],
    )
    await client.endAsync()
  })

  it('of QoS 2 is stored once, though it is repeated', async () => {
    const unit = await buildUnit(db)
    const { send, socket } = await speak(unit)
    const topic = topics.data(unit.dataId, 'probe')
    const publish = { cmd: 'publish', topic, payload: '{"a":1}', qos: 2, messageId: 7, retain: false } as const

    const answers = [
      await send({ ...publish, dup: false }),
      await send({ ...publish, dup: true }),
      await send({ cmd: 'pubrel', messageId: 7 }),
      await send({ ...publish, dup: false, payload: '{"a":2}' }),
    ]
    socket.destroy()

    assert.deepEqual(
      answers.map(({ cmd }) => cmd),
      ['pubrec', 'pubrec', 'pubcomp', 'pubrec'],
    )
    assert.deepEqual(
      (await records(unit)).map(({ fields }) => fields),
      [{ a: 1 }, { a: 2 }],
    )
  })

  it('of QoS 0 is stored too', async () => {
    const unit = await buildUnit(db)
    const client = await connect(unit)
    const stored = new Promise<void>((resolve) => {
      const stop = bus.subscribe('records', ({ dataId }) => {
        if (dataId !== unit.dataId) return
        stop()
        resolve()
      })
    })

    client.publish(topics.data(unit.dataId, 'probe'), '{"a":1}', { qos: 0 })
    await stored

    assert.equal((await records(unit)).length, 1)
    await client.endAsync()
  })

  it('that cannot be taken is acknowledged, kept, and answered on the errors topic', async () => {
    const unit = await buildUnit(db)
    const client = await connect(unit)
    const nextErrors = await followErrors(client, unit)

    const errors = nextErrors()
    await client.publishAsync(topics.data(unit.dataId, 'probe'), '[{"a":1},{"a":[1]}]', { qos: 1 })

    const { topic, refused } = await errors
    assert.equal(topic, topics.data(unit.dataId, 'probe'))
    assert.deepEqual(
      refused.map(({ source, index, code }) => [source, index, code]),
      [['probe', 1, 'record/value-invalid']],
    )
    assert.deepEqual(await rejected(unit), [{ source: 'probe', channel: 'mqtt', code: 'record/value-invalid' }])
    assert.equal((await records(unit)).length, 1)
    await client.endAsync()
  })

  for (const [what, topicFor] of [
    ["another unit's data", (other: BuiltUnit) => topics.data(other.dataId, 'probe')],
    ["another unit's actions", (other: BuiltUnit) => topics.actions(other.dataId)],
    ["another unit's errors", (other: BuiltUnit) => topics.errors(other.dataId)],
    ['a topic of its own that is not for data', (_: BuiltUnit, unit: BuiltUnit) => topics.actions(unit.dataId)],
    ['a topic without a meaning', () => 'units/else'],
    ['a topic of the broker', () => '$SYS/anything'],
  ] as const) {
    it(`to ${what} is refused, kept, counted, and reaches no one`, async () => {
      const unit = await buildUnit(db)
      const other = await buildUnit(db)
      const [client, otherClient] = [await connect(unit), await connect(other)]
      const nextErrors = await followErrors(client, unit)
      await otherClient.subscribeAsync([topics.actions(other.dataId), topics.errors(other.dataId)], { qos: 1 })
      const heard: string[] = []
      otherClient.on('message', (topic) => heard.push(topic))
      const before = await refusedCount('topic')

      const errors = nextErrors()
      await client.publishAsync(topicFor(other, unit), '{"a":1}', { qos: 1, retain: true })

      assert.equal((await errors).refused[0]?.code, 'record/topic-not-allowed')
      assert.deepEqual(
        (await rejected(unit)).map(({ code }) => code),
        ['record/topic-not-allowed'],
      )
      assert.equal(await refusedCount('topic'), before + 1)
      assert.deepEqual([await records(unit), await records(other), await rejected(other)], [[], [], []])
      // What this unit gets next comes after anything that was forwarded to it.
      const received = nextMessage(otherClient)
      await otherClient.publishAsync(topics.data(other.dataId, 'probe'), 'nonsense', { qos: 1 })
      await received
      assert.deepEqual(heard, [topics.errors(other.dataId)])
      await Promise.all([client.endAsync(), otherClient.endAsync()])
    })
  }

  it('of a paused source is acknowledged and not stored', async () => {
    const unit = await buildUnit(db, { pausedData: [sourceName('probe')] })
    const client = await connect(unit)

    await client.publishAsync(topics.data(unit.dataId, 'probe'), '{"a":1}', { qos: 1 })

    assert.deepEqual([await records(unit), await rejected(unit)], [[], []])
    await client.endAsync()
  })
})

describe('a will', () => {
  it('is stored when the connection breaks, by the rules of a publish', async () => {
    const unit = await buildUnit(db)
    const stored = new Promise<void>((resolve) => {
      const stop = bus.subscribe('records', ({ dataId }) => {
        if (dataId !== unit.dataId) return
        stop()
        resolve()
      })
    })
    const will = {
      topic: topics.data(unit.dataId, 'status'),
      payload: Buffer.from('{"up":false}'),
      qos: 1,
      retain: true,
    }
    const client = await connect(unit, { will: will as never })

    client.stream.destroy()
    await stored

    assert.deepEqual(await records(unit), [{ name: 'status', fields: { up: false } }])
  })

  it("to another unit's topic is refused and kept", async () => {
    const unit = await buildUnit(db)
    const other = await buildUnit(db)
    const will = { topic: topics.actions(other.dataId), payload: Buffer.from('{}'), qos: 1, retain: false }
    const client = await connect(unit, { will: will as never })

    client.stream.destroy()
    const kept = await new Promise<{ code: string }[]>((resolve, reject) => {
      const look = (): void => {
        rejected(unit).then((rows) => (rows.length > 0 ? resolve(rows) : setImmediate(look)), reject)
      }
      look()
    })

    assert.equal(kept[0]?.code, 'record/topic-not-allowed')
  })
})
