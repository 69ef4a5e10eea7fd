import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect as connectTcp, createServer } from 'node:net'
import { after, describe, it } from 'node:test'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { topics } from '@fieldwatch/contract/telemetry/ingest'
import { generate, type Packet, parser as createParser } from 'mqtt-packet'
import { createInProcessBus } from '#platform/bus/bus.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { silentLog } from '#testing/test-database.ts'
import { verdictOf } from './ingest-batch.ts'
import { createMqttBroker } from './mqtt-broker.ts'
import type { KnownUnit } from './unit-authenticator.ts'

const DATA_ID = 'tank' as DataId
const unit: KnownUnit = {
  dataId: DATA_ID,
  tokenHash: Buffer.alloc(32),
  pausedData: new Set(),
  calculatedSources: new Set(),
  active: true,
}

/** A broker whose look-ups and commits end when the test says so. */
async function openBroker() {
  const looked: PromiseWithResolvers<KnownUnit>[] = []
  const stored: { value: unknown; commit: PromiseWithResolvers<void> }[] = []
  const changes = new Set<() => void>()
  const changed = (): void => {
    for (const notify of changes) notify()
  }
  const broker = await createMqttBroker({
    dialects: [],
    foreignTopics: { current: undefined },
    unitAuthenticator: {
      find: () => {
        const look = Promise.withResolvers<KnownUnit>()
        looked.push(look)
        changed()
        return look.promise
      },
      findActive: async () => unit,
      verifyToken: async () => undefined,
      listRefused: async () => [],
      verify: async () => unit,
      close: () => undefined,
    },
    recorder: {
      recordBatch: async ({ records }) => {
        const commit = Promise.withResolvers<void>()
        stored.push({ value: records[0]?.fields['value'], commit })
        changed()
        await commit.promise
        return verdictOf({ stored: 1, paused: 0, refused: [] })
      },
      recordTogether: () => assert.fail('no message is for several units'),
      recordBody: () => assert.fail('no body comes by MQTT'),
      recordDecoded: () => assert.fail('no body comes by MQTT'),
      recordResults: () => assert.fail('nothing is computed'),
      close: async () => undefined,
    },
    connections: { set: () => undefined, close: async () => undefined },
    takeConnectionNumber: async () => 1,
    bus: createInProcessBus(silentLog),
    clock: createFakeClock(),
    metrics: createMetrics(),
    log: silentLog,
  })
  const server = createServer((socket) => broker.handle(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(async () => {
    await broker.close()
    server.close()
  })
  /** Resolves when something holds, looked at whenever the broker asks for something. */
  const until = (holds: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!holds()) return
        changes.delete(look)
        resolve()
      }
      changes.add(look)
      look()
    })
  return { port: (server.address() as AddressInfo).port, looked, stored, until }
}

async function speak(port: number) {
  const socket = connectTcp(port, '127.0.0.1')
  const parser = createParser()
  const heard: Packet[] = []
  let waiting: (() => void) | undefined
  parser.on('packet', (packet) => {
    heard.push(packet)
    waiting?.()
  })
  socket.on('data', (bytes) => parser.parse(bytes))
  const hear = async (count: number): Promise<Packet[]> => {
    while (heard.length < count) await new Promise<void>((resolve) => (waiting = resolve))
    return heard.splice(0)
  }
  const connect = { cmd: 'connect', clientId: 'a', clean: true, username: DATA_ID, password: Buffer.from('x') } as const
  socket.write(generate({ ...connect, keepalive: 0 }))
  await hear(1)
  after(() => socket.destroy())
  return { socket, hear }
}

const publish = (messageId: number, source: string): Buffer =>
  generate({
    cmd: 'publish',
    topic: topics.data(DATA_ID, source),
    payload: String(messageId),
    qos: 1,
    messageId,
    dup: false,
    retain: false,
  })

describe('messages of one connection', () => {
  it('are stored in the order in which they came, though what is known of their unit came later for the first', async () => {
    const { port, looked, stored, until } = await openBroker()
    const { socket } = await speak(port)

    socket.write(Buffer.concat([publish(1, 'probe'), publish(2, 'probe')]))
    await until(() => looked.length > 0)
    await new Promise((resolve) => setImmediate(resolve))
    for (const look of looked.toReversed()) {
      look.resolve(unit)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await until(() => looked.length === 2)
    looked[1]?.resolve(unit)
    await until(() => stored.length === 2)

    assert.deepEqual(
      stored.map(({ value }) => value),
      [1, 2],
    )
  })

  it('are acknowledged in the order in which they came, though a later one was stored first', async () => {
    const { port, looked, stored, until } = await openBroker()
    const { socket, hear } = await speak(port)

    socket.write(Buffer.concat([publish(1, 'slow'), publish(2, 'quick')]))
    for (let place = 0; place < 2; place += 1) {
      await until(() => looked.length > place)
      looked[place]?.resolve(unit)
    }
    await until(() => stored.length === 2)
    stored[1]?.commit.resolve()
    await new Promise((resolve) => setImmediate(resolve))
    stored[0]?.commit.resolve()

    const acknowledged = await hear(2)
    assert.deepEqual(
      acknowledged.map((packet) => [packet.cmd, packet.messageId]),
      [
        ['puback', 1],
        ['puback', 2],
      ],
    )
  })
})
