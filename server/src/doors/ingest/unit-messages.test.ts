import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { topics } from '@fieldwatch/contract/telemetry/ingest'
import type { MqttClient } from 'mqtt'
import { buildUnit } from '#testing/build-unit.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { openMqttListener } from './testing/open-mqtt-listener.ts'

const database = await createTestDatabase()
const { db, bus, connect, connectedBecomes } = await openMqttListener(database)

function nextMessage(client: MqttClient): Promise<[string, unknown]> {
  return new Promise((resolve) => {
    client.once('message', (topic, payload) => resolve([topic, JSON.parse(payload.toString())]))
  })
}

describe('a message to a unit', () => {
  it('reaches all of its connections that subscribed to the topic, and no others', async () => {
    const [unit, other] = [await buildUnit(db), await buildUnit(db)]
    const [one, two, deaf, stranger] = [
      await connect(unit, { clientId: 'one' }),
      await connect(unit, { clientId: 'two' }),
      await connect(unit, { clientId: 'deaf' }),
      await connect(other),
    ]
    for (const client of [one, two]) await client.subscribeAsync(topics.actions(unit.dataId), { qos: 1 })
    await deaf.subscribeAsync(topics.errors(unit.dataId), { qos: 1 })
    await stranger.subscribeAsync(topics.actions(other.dataId), { qos: 1 })
    const heard = Promise.all([one, two, deaf, stranger].map(nextMessage))

    bus.publish('unit-message', { dataId: unit.dataId, topic: 'actions', message: { action: 'Reboot' } })
    bus.publish('unit-message', { dataId: unit.dataId, topic: 'errors', message: { refused: [] } })
    bus.publish('unit-message', { dataId: other.dataId, topic: 'actions', message: { action: 'Ping' } })

    assert.deepEqual(await heard, [
      [topics.actions(unit.dataId), { action: 'Reboot' }],
      [topics.actions(unit.dataId), { action: 'Reboot' }],
      [topics.errors(unit.dataId), { refused: [] }],
      [topics.actions(other.dataId), { action: 'Ping' }],
    ])
  })

  it('that waited can be sent as soon as the unit has subscribed', async () => {
    const unit = await buildUnit(db)
    bus.publish('unit-message', { dataId: unit.dataId, topic: 'actions', message: { action: 'too early' } })
    const subscribed: [DataId, string][] = []
    const stop = bus.subscribe('unit-subscribed', ({ dataId, topic }) => {
      subscribed.push([dataId, topic])
      bus.publish('unit-message', { dataId, topic, message: { action: 'Ping' } })
    })
    const client = await connect(unit)
    await connectedBecomes(unit, true)
    const heard = nextMessage(client)

    await client.subscribeAsync(topics.actions(unit.dataId), { qos: 1 })

    assert.deepEqual(await heard, [topics.actions(unit.dataId), { action: 'Ping' }])
    assert.deepEqual(subscribed, [[unit.dataId, 'actions']])
    stop()
  })

  it('is not called for by a subscription that was refused', async () => {
    const [unit, other] = [await buildUnit(db), await buildUnit(db)]
    const subscribed: DataId[] = []
    const stop = bus.subscribe('unit-subscribed', ({ dataId }) => subscribed.push(dataId))
    const client = await connect(unit)
    await client.subscribeAsync(topics.actions(other.dataId), { qos: 1 }).catch(() => undefined)
    await client.subscribeAsync(topics.errors(unit.dataId), { qos: 1 })
    stop()

    assert.deepEqual(subscribed, [unit.dataId])
  })
})
