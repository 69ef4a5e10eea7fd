import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect as connectTcp, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { topics } from '@fieldwatch/contract/telemetry/ingest'
import { generate, parser as createParser, type Packet } from 'mqtt-packet'
import { buildUnit, type BuiltUnit } from '#testing/build-unit.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { closing, openMqttListener } from './testing/open-mqtt-listener.ts'
import { binaryProxyHeader, textProxyHeader } from './testing/proxy-headers.ts'

const database = await createTestDatabase()
const direct = await openMqttListener(database, {
  connectionsPerAddress: 6,
  waitingPerAddress: 2,
  connectionsPerUnit: 2,
})
const proxied = await openMqttListener(database, { connectionsPerAddress: 1, proxyProtocol: true, trustProxy: true })
const { db } = direct

async function open(port: number): Promise<Socket> {
  const socket = connectTcp(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  database.defer(async () => {
    socket.destroy()
  })
  return socket
}

const closed = (socket: Socket): Promise<unknown> => new Promise((resolve) => socket.once('close', resolve))

/** What answers a CONNECT that comes in pieces; undefined when the connection ends. */
async function signIn(socket: Socket, unit: BuiltUnit, pieces: (connect: Buffer) => Buffer[]) {
  const parser = createParser()
  const { dataId, token } = unit
  const connect = { cmd: 'connect', clientId: randomUUID(), username: dataId, password: Buffer.from(token) } as const
  const answer = new Promise<Packet | undefined>((resolve) => {
    parser.once('packet', resolve)
    socket.on('data', (bytes) => parser.parse(bytes)).once('close', () => resolve(undefined))
  })
  for (const piece of pieces(generate({ ...connect, clean: true, keepalive: 0 }))) {
    await new Promise<void>((resolve) => socket.write(piece, () => resolve()))
  }
  const packet = await answer
  return packet?.cmd === 'connack' ? packet.returnCode : undefined
}

describe('connections that do not sign in', () => {
  it('make room for those that do, the oldest first', async () => {
    const idle = [await open(direct.port), await open(direct.port)]
    const [first] = idle
    assert.ok(first)
    const firstClosed = closed(first)

    const unit = await buildUnit(db)
    const client = await direct.connect(unit)
    await firstClosed
    const another = await open(direct.port)
    await client.publishAsync(topics.data(unit.dataId, 'probe'), '{"a":1}', { qos: 1 })

    assert.equal(client.connected, true)
    for (const socket of [...idle, another]) socket.destroy()
    await client.endAsync()
  })
})

describe('connections of one unit', () => {
  it('are bounded: one more ends the oldest', async () => {
    const unit = await buildUnit(db)
    const first = await direct.connect(unit, { clientId: 'one' })
    const firstClosed = closing(first)
    const second = await direct.connect(unit, { clientId: 'two' })

    const third = await direct.connect(unit, { clientId: 'three' })
    await firstClosed

    assert.deepEqual([second.connected, third.connected], [true, true])
    await Promise.all([second.endAsync(), third.endAsync()])
  })
})

describe('connections with MQTT 5', () => {
  it('are refused with the answer of 3.1.1 for an unknown version, and end', async () => {
    const socket = await open(direct.port)
    const received: Buffer[] = []
    socket.on('data', (bytes) => received.push(bytes))
    const ended = closed(socket)

    const connect = { cmd: 'connect', protocolId: 'MQTT', protocolVersion: 5, clientId: 'new', clean: true } as const
    socket.write(generate(connect, { protocolVersion: 5 }))
    await ended

    assert.equal(Buffer.concat(received).toString('hex'), '20020001')
  })
})

describe('connections through a proxy', () => {
  for (const [version, write, addresses] of [
    [1, textProxyHeader, ['192.0.2.1', '192.0.2.2']],
    [2, binaryProxyHeader, ['192.0.2.3', '2001:db8:0:0:0:0:0:1']],
  ] as const) {
    it(`are counted by the address in its header of version ${version}`, async () => {
      const unit = await buildUnit(db)
      const [one, other] = addresses

      const answers = []
      for (const address of [one, other, one]) {
        const socket = await open(proxied.port)
        answers.push(await signIn(socket, unit, (connect) => [Buffer.concat([write(address), connect])]))
      }

      assert.deepEqual(answers, [0, 0, undefined])
    })
  }

  it('may tell it byte by byte', async () => {
    const unit = await buildUnit(db)
    const socket = await open(proxied.port)

    const answer = await signIn(socket, unit, (connect) =>
      Array.from(Buffer.concat([binaryProxyHeader('192.0.2.5'), connect]), (byte) => Buffer.of(byte)),
    )

    assert.equal(answer, 0)
  })

  it('are ended when they do not tell it', async () => {
    const unit = await buildUnit(db)
    const socket = await open(proxied.port)

    assert.equal(await signIn(socket, unit, (connect) => [connect]), undefined)
  })

  it('are counted over WebSocket by X-Forwarded-For', async () => {
    const units = [await buildUnit(db), await buildUnit(db)]
    const via = (address: string) => ({
      url: proxied.overWebSocket,
      wsOptions: { headers: { 'x-forwarded-for': `10.9.9.9, ${address}` } },
    })
    const [first, second] = units
    assert.ok(first && second)

    const one = await proxied.connect(first, via('198.51.100.1'))
    const other = await proxied.connect(second, via('198.51.100.2'))

    await assert.rejects(proxied.connect(second, { ...via('198.51.100.1'), clientId: 'again' }))
    await Promise.all([one.endAsync(), other.endAsync()])
  })
})
