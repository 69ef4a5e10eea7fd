import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { topics } from '@fieldwatch/contract/telemetry/ingest'
import { generate, type Packet, parser as createParser } from 'mqtt-packet'
import { WebSocket } from 'ws'
import { buildUnit } from '#testing/build-unit.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { openMqttListener } from './testing/open-mqtt-listener.ts'

const database = await createTestDatabase()
const { db, overWebSocket, records } = await openMqttListener(database)

async function open() {
  const socket = new WebSocket(overWebSocket, 'mqtt')
  const parser = createParser()
  const heard: Packet[] = []
  let waiting: (() => void) | undefined
  parser.on('packet', (packet) => {
    heard.push(packet)
    waiting?.()
  })
  socket.on('message', (bytes: Buffer) => parser.parse(bytes))
  await once(socket, 'open')
  database.defer(async () => socket.terminate())
  const hear = async (count: number): Promise<Packet[]> => {
    while (heard.length < count) await new Promise<void>((resolve) => (waiting = resolve))
    return heard.splice(0)
  }
  return { socket, hear }
}

describe('packets over WebSocket', () => {
  it('may be cut into frames and fragments anywhere, and be longer than anything that is kept', async () => {
    const unit = await buildUnit(db)
    const { socket, hear } = await open()
    const topic = topics.data(unit.dataId, 'probe')
    const publish = { cmd: 'publish', topic, qos: 1, dup: false, retain: false } as const
    const sent = Buffer.concat([
      generate({
        cmd: 'connect',
        clientId: 'frames',
        clean: true,
        keepalive: 0,
        username: unit.dataId,
        password: Buffer.from(unit.token),
      }),
      generate({ ...publish, messageId: 1, payload: '{"a":1}' }),
      generate({ ...publish, messageId: 2, payload: 'x'.repeat(3_000_000) }),
      generate({ ...publish, messageId: 3, payload: '{"a":2}' }),
    ])

    socket.send(sent.subarray(0, 5))
    socket.send(sent.subarray(5, 70), { fin: false })
    socket.ping()
    socket.send(sent.subarray(70, 1_000_001), { fin: false })
    socket.send(sent.subarray(1_000_001, 1_000_003), { fin: true })
    socket.send(sent.subarray(1_000_003))

    const answers = await hear(4)
    assert.deepEqual(
      answers.map(({ cmd, messageId }) => [cmd, messageId]),
      [
        ['connack', undefined],
        ['puback', 1],
        ['puback', 2],
        ['puback', 3],
      ],
    )
    assert.deepEqual(
      (await records(unit)).map(({ fields }) => fields),
      [{ a: 1 }, { a: 2 }],
    )
  })
})
