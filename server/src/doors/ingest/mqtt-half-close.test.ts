import assert from 'node:assert/strict'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { connect as connectSecurely } from 'node:tls'
import { topics } from '@fieldwatch/contract/telemetry/ingest'
import { generate } from 'mqtt-packet'
import { WebSocket } from 'ws'
import { readCertificate } from '#platform/tls/certificate.ts'
import { serveCertificate } from '#platform/tls/served-certificate.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { systemClock } from '#platform/time/clock.ts'
import { buildCertificate } from '#testing/build-certificate.ts'
import { buildUnit, type BuiltUnit } from '#testing/build-unit.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, db, bus, features } = await createTestApp({ database })
const address = { host: '127.0.0.1', port: 0 }
const port = await features.mqtt.listen(address)
await app.listen(address)
const httpPort = (app.server.address() as AddressInfo).port
const built = await buildCertificate({ commonName: 'portal.example' })
const files = { cert: Buffer.from(built.cert), key: Buffer.from(built.key), certPath: 'cert', keyPath: 'key' }
const certificate = await serveCertificate({
  read: async () => readCertificate(files, systemClock()),
  clientCaPath: undefined,
  clock: systemClock,
  metrics: createMetrics(),
  log: silentLog,
})
database.defer(certificate.close)
const securePort = await features.mqtt.listenSecurely(address, certificate)

const connectAs = ({ dataId, token }: BuiltUnit, clientId = 'a'): Buffer =>
  generate({ cmd: 'connect', clientId, clean: true, keepalive: 0, username: dataId, password: Buffer.from(token) })
const publish = ({ dataId }: BuiltUnit, value: number, source = 'probe'): Buffer =>
  generate({
    cmd: 'publish',
    topic: topics.data(dataId, source),
    payload: JSON.stringify({ messageUTC: 1_700_000_000 + value, value }),
    qos: 0,
    dup: false,
    retain: false,
  })

/** Each sends all of it, ends its side at once, and waits for the end of the other. */
const DOORS: Readonly<Record<string, (bytes: Buffer) => Promise<void>>> = {
  TCP: (bytes) => endOf(connect(port, '127.0.0.1'), bytes),
  TLS: (bytes) => endOf(connectSecurely({ port: securePort, host: '127.0.0.1', ca: built.cert }), bytes),
  'WebSocket, with a closing frame': async (bytes) => {
    const webSocket = await openWebSocket()
    webSocket.send(bytes)
    webSocket.close()
    await closed(webSocket)
  },
  'WebSocket, without a closing frame': async (bytes) => {
    const webSocket = await openWebSocket()
    webSocket.send(bytes)
    ;(webSocket as WebSocket & { _socket: Socket })._socket.end()
    await closed(webSocket)
  },
}

function endOf(socket: Socket, bytes: Buffer): Promise<void> {
  socket.resume().on('error', () => undefined)
  socket.end(bytes)
  return closed(socket)
}

function closed(connection: Socket | WebSocket): Promise<void> {
  return new Promise((resolve) => void connection.once('close', () => resolve()))
}

async function openWebSocket(): Promise<WebSocket> {
  const webSocket = new WebSocket(`ws://127.0.0.1:${httpPort}/mqtt`, 'mqtt')
  webSocket.on('error', () => undefined)
  await new Promise((resolve) => void webSocket.once('open', resolve))
  return webSocket
}

for (const [door, sendAndEnd] of Object.entries(DOORS)) {
  describe(`a unit that closes its side at once over ${door}`, () => {
    it('is heard: what it published with its sign-in is stored, and the connection ends', async () => {
      const unit = await buildUnit(db)
      let arrived = 0
      const all = Promise.withResolvers<void>()
      const stop = bus.subscribe('records', ({ dataId, count }) => {
        if (dataId === unit.dataId && (arrived += count) === 20) all.resolve()
      })

      // A WebSocket ends at the client first, and another connection of the same client id would end that at the server.
      for (let value = 0; value < 20; value += 2)
        await sendAndEnd(Buffer.concat([connectAs(unit, `c${value}`), publish(unit, value), publish(unit, value + 1)]))
      await all.promise
      stop()

      assert.equal(arrived, 20)
    })

    it('is let go when it did not sign in, or with a wrong token', async () => {
      const unit = await buildUnit(db)

      await sendAndEnd(Buffer.alloc(0))
      await sendAndEnd(connectAs(unit).subarray(0, 10))
      await sendAndEnd(Buffer.concat([connectAs({ ...unit, token: 'wrong' }), publish(unit, 1)]))
    })
  })
}

describe('a text that is not UTF-8', () => {
  const mangled = (bytes: Buffer, letters: string): Buffer => {
    const place = bytes.indexOf(letters)
    assert.notEqual(place, -1)
    return Buffer.concat([bytes.subarray(0, place), Buffer.from([0xc3, 0x28]), bytes.subarray(place + 2)])
  }

  for (const [what, send] of [
    ['a topic', (unit) => Buffer.concat([connectAs(unit), mangled(publish(unit, 1), 'probe')])],
    ['the topic of a long message', (unit) => Buffer.concat([connectAs(unit), mangled(longMessage(unit), 'probe')])],
    ['a client id', (unit) => mangled(connectAs(unit, 'zz'), 'zz')],
  ] as readonly [string, (unit: BuiltUnit) => Buffer][]) {
    it(`ends the connection: ${what}`, async () => {
      const unit = await buildUnit(db)
      const socket = connect(port, '127.0.0.1').resume()
      socket.on('error', () => undefined)
      socket.write(send(unit))

      await new Promise((resolve) => socket.once('close', resolve))

      const sources = await db.selectFrom('source').select('name').where('dataId', '=', unit.dataId).execute()
      assert.deepEqual(sources, [])
    })
  }

  function longMessage({ dataId }: BuiltUnit): Buffer {
    const payload = Buffer.alloc(100_000, 'x')
    const topic = topics.data(dataId, 'probe')
    return generate({ cmd: 'publish', topic, payload, qos: 0, dup: false, retain: false })
  }
})
