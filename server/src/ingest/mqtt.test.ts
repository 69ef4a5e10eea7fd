import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import { describe, it } from 'node:test'
import { type MqttErrors, topics } from '@fieldwatch/contract/ingest'
import { generate, type Packet, parser as createParser } from 'mqtt-packet'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { buildUnit, type BuiltUnit, sourceName } from '#testing/build-unit.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, db, bus, features, metrics } = await createTestApp({ database })
const port = await features.mqtt.listen({ host: '127.0.0.1', port: 0 })
await app.listen({ host: '127.0.0.1', port: 0 })
const { port: httpPort } = app.server.address() as { port: number }

const overTcp = `mqtt://127.0.0.1:${port}`
const overWebSocket = `ws://127.0.0.1:${httpPort}/mqtt`

const openClients: MqttClient[] = []
database.defer(async () => {
  for (const client of openClients) client.end(true)
})

async function connect(unit: BuiltUnit, options: IClientOptions & { url?: string } = {}): Promise<MqttClient> {
  const { url = overTcp, ...rest } = options
  const client = await mqtt.connectAsync(
    url,
    { username: unit.dataId, password: unit.token, reconnectPeriod: 0, ...rest },
    false,
  )
  openClients.push(client)
  return client
}

const records = async (unit: BuiltUnit) => {
  const rows = await db
    .selectFrom('record')
    .innerJoin('source', 'source.source_key', 'record.source_key')
    .select(['name', 'fields'])
    .where('data_id', '=', unit.dataId)
    .orderBy('at')
    .execute()
  return rows.map(({ name, fields }) => ({ name, fields }))
}

const rejected = (unit: BuiltUnit) =>
  db
    .selectFrom('rejected_message')
    .select(['source', 'channel', 'code'])
    .where('data_id', '=', unit.dataId)
    .orderBy('id')
    .execute()

const connected = async (unit: BuiltUnit) =>
  (await db.selectFrom('unit').select('connected').where('data_id', '=', unit.dataId).executeTakeFirstOrThrow())
    .connected

/** Resolves when the document of the unit changes so that it has (or has not) a session. */
function connectedBecomes(unit: BuiltUnit, expected: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = (): void => {
      connected(unit).then((state) => {
        if (state !== expected) return
        stop()
        resolve()
      }, reject)
    }
    const stop = bus.subscribe('unit-changed', ({ dataId }) => {
      if (dataId === unit.dataId) check()
    })
    check()
  })
}

async function followErrors(client: MqttClient, unit: BuiltUnit): Promise<() => Promise<MqttErrors>> {
  await client.subscribeAsync(topics.errors(unit.dataId), { qos: 1 })
  return async () => {
    return JSON.parse((await nextMessage(client)).toString()) as MqttErrors
  }
}

function nextMessage(client: MqttClient): Promise<Buffer> {
  return new Promise((resolve) => client.once('message', (_topic, payload) => resolve(payload)))
}

function closing(client: MqttClient): Promise<void> {
  // How it ends, with an error or without, is up to the operating system.
  client.on('error', () => undefined)
  return new Promise((resolve) => client.once('close', () => resolve()))
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
        ['nobody', unit.token],
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
    ['a topic of nobody', () => 'somewhere/else'],
    ['a topic of the broker', () => '$SYS/anything'],
  ] as const) {
    it(`to ${what} is refused, kept, counted, and reaches nobody`, async () => {
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
      // What this unit is told next comes after anything that was forwarded to it.
      const told = nextMessage(otherClient)
      await otherClient.publishAsync(topics.data(other.dataId, 'probe'), 'nonsense', { qos: 1 })
      await told
      assert.deepEqual(heard, [topics.errors(other.dataId)])
      await Promise.all([client.endAsync(), otherClient.endAsync()])
    })
  }

  it('over 64 KiB is refused with an answer', async () => {
    const unit = await buildUnit(db)
    const client = await connect(unit)
    const nextErrors = await followErrors(client, unit)

    const errors = nextErrors()
    await client.publishAsync(topics.data(unit.dataId, 'probe'), JSON.stringify({ a: 'x'.repeat(65_536) }), { qos: 1 })

    assert.equal((await errors).refused[0]?.code, 'record/too-large')
    assert.deepEqual(await records(unit), [])
    await client.endAsync()
  })

  it('that is far too large ends the connection, and is kept as a rejected message', async () => {
    const unit = await buildUnit(db)
    const client = await connect(unit)

    client.publish(topics.data(unit.dataId, 'probe'), Buffer.alloc(300 * 1024, 'x'), { qos: 1 })
    await closing(client)
    await connectedBecomes(unit, false)

    const kept = await new Promise((resolve, reject) => {
      const look = (): void => {
        rejected(unit).then((rows) => (rows.length > 0 ? resolve(rows) : setImmediate(look)), reject)
      }
      look()
    })
    assert.deepEqual(kept, [{ source: null, channel: 'mqtt', code: 'record/too-large' }])
    client.end(true)
  })

  it('of a paused source is acknowledged and not stored', async () => {
    const unit = await buildUnit(db, { paused_data: [sourceName('probe')] })
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

describe('a subscription', () => {
  it('is granted for the own actions and errors only', async () => {
    const unit = await buildUnit(db)
    const other = await buildUnit(db)
    const client = await connect(unit)
    const granted = async (topic: string): Promise<number | undefined> => {
      const grants = await client.subscribeAsync(topic, { qos: 1 }).catch((error: Error) => {
        assert.match(error.message, /Unspecified error/)
        return [{ qos: 128 }]
      })
      return grants[0]?.qos
    }

    assert.equal(await granted(topics.actions(unit.dataId)), 1)
    assert.equal(await granted(topics.errors(unit.dataId)), 1)
    for (const topic of [
      '#',
      '+/+/actions',
      'units/#',
      `units/${unit.dataId}/+`,
      topics.data(unit.dataId, 'probe'),
      topics.actions(other.dataId),
      topics.errors(other.dataId),
      'stored',
      '$SYS/#',
    ]) {
      assert.equal(await granted(topic), 128, topic)
    }
    await client.endAsync()
  })
})

describe('a session', () => {
  it('is up as long as one connection of the unit is', async () => {
    const unit = await buildUnit(db)
    const one = await connect(unit, { clientId: 'one' })
    await connectedBecomes(unit, true)
    const two = await connect(unit, { clientId: 'two' })

    await one.endAsync()
    await two.publishAsync(topics.data(unit.dataId, 'probe'), '{"a":1}', { qos: 1 })
    assert.equal(await connected(unit), true)

    await two.endAsync()
    await connectedBecomes(unit, false)
  })

  it('stays up when the same client takes over', async () => {
    const unit = await buildUnit(db)
    const first = await connect(unit, { clientId: 'same' })
    await connectedBecomes(unit, true)
    const closed = closing(first)

    const second = await connect(unit, { clientId: 'same' })
    await closed
    await second.publishAsync(topics.data(unit.dataId, 'probe'), '{"a":1}', { qos: 1 })

    assert.equal(await connected(unit), true)
    await second.endAsync()
    await connectedBecomes(unit, false)
  })

  it('cannot be taken over by another unit with the same client id', async () => {
    const unit = await buildUnit(db)
    const other = await buildUnit(db)
    const client = await connect(unit, { clientId: 'gateway' })

    const thief = await connect(other, { clientId: 'gateway' })
    await client.publishAsync(topics.data(unit.dataId, 'probe'), '{"a":1}', { qos: 1 })

    assert.equal((await records(unit)).length, 1)
    await Promise.all([client.endAsync(), thief.endAsync()])
  })

  it('ends when the token is rotated', async () => {
    const unit = await buildUnit(db)
    const client = await connect(unit)
    const closed = closing(client)

    bus.publish('unit-access-changed', { dataId: unit.dataId, connectionsEnd: true })

    await closed
    client.end(true)
  })

  it('ends at the next publish when another process rotated the token', async () => {
    const unit = await buildUnit(db)
    const client = await connect(unit)
    await db
      .updateTable('unit')
      .set({ token_hash: Buffer.alloc(32, 1) })
      .where('data_id', '=', unit.dataId)
      .execute()
    bus.publish('unit-access-changed', { dataId: unit.dataId, connectionsEnd: false })
    const closed = closing(client)

    client.publish(topics.data(unit.dataId, 'probe'), '{"a":1}', { qos: 1 })

    await closed
    assert.deepEqual(await records(unit), [])
    client.end(true)
  })

  it('does not begin with a first packet that is too large', async () => {
    const socket = connectTcp(port, '127.0.0.1')
    await once(socket, 'connect')

    // CONNECT, announcing 200 MiB.
    socket.write(Buffer.from([0x10, 0x80, 0x80, 0x80, 0x64]))

    await once(socket, 'close')
    assert.equal(socket.destroyed, true)
  })

  it('does not begin with nonsense', async () => {
    const socket = connectTcp(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.on('error', () => undefined)

    socket.write('GET / HTTP/1.1\r\n\r\n')

    await once(socket, 'close')
    assert.equal(socket.destroyed, true)
  })
})

describe('the WebSocket door', () => {
  it('is at /mqtt only', async () => {
    const unit = await buildUnit(db)

    await assert.rejects(connect(unit, { url: `ws://127.0.0.1:${httpPort}/elsewhere`, connectTimeout: 2000 }))
  })
})
