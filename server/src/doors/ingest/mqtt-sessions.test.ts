import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import { describe, it } from 'node:test'
import { topics } from '@fieldwatch/contract/telemetry/ingest'
import { type BuiltUnit, buildUnit } from '#testing/build-unit.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { closing, openMqttListener } from './testing/open-mqtt-listener.ts'

const database = await createTestDatabase()
const { db, bus, port, httpPort, connect, connected, connectedBecomes, records } = await openMqttListener(database)

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
      .set({ tokenHash: Buffer.alloc(32, 1) })
      .where('dataId', '=', unit.dataId)
      .execute()
    bus.publish('unit-access-changed', { dataId: unit.dataId, connectionsEnd: false })
    const closed = closing(client)

    client.publish(topics.data(unit.dataId, 'probe'), '{"a":1}', { qos: 1 })

    await closed
    assert.deepEqual(await records(unit), [])
    client.end(true)
  })

  it('ends within one look at all of them when another process rotated the token, deactivated or deleted the unit', async () => {
    const [rotated, deactivated, deleted, kept] = [
      await buildUnit(db),
      await buildUnit(db),
      await buildUnit(db),
      await buildUnit(db),
    ]
    const clients = await Promise.all([rotated, deactivated, deleted, kept].map((unit) => connect(unit)))
    const closed = clients.slice(0, 3).map(closing)
    const change = (unit: BuiltUnit, values: { token_hash?: Buffer; active?: boolean; deleted_at?: number }) =>
      db.updateTable('unit').set(values).where('dataId', '=', unit.dataId).execute()
    await change(rotated, { token_hash: Buffer.alloc(32, 2) })
    await change(deactivated, { active: false })
    await change(deleted, { deleted_at: 1 })

    bus.publish('messages-missed', {})
    await Promise.all(closed)

    await clients[3]?.publishAsync(topics.data(kept.dataId, 'probe'), '{"a":1}', { qos: 1 })
    assert.equal((await records(kept)).length, 1)
    for (const client of clients) client.end(true)
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
