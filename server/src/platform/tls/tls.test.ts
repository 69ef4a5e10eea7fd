import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { readConfig } from '#config.ts'
import { createHttpsServer } from '#platform/http/https-server.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { systemClock } from '#platform/time/clock.ts'
import { type IngestSettings, STANDARD_INGEST } from '#doors/ingest/ingest-settings.ts'
import { startServer } from '#start-server.ts'
import { buildCertificate, type BuiltCertificate } from '#testing/build-certificate.ts'
import { buildUnit, type BuiltUnit } from '#testing/build-unit.ts'
import { createRecordedLog } from '#testing/recorded-log.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { CertificateError } from './certificate.ts'
import { readCertificateFiles } from './certificate-files.ts'
import { serveCertificate } from './served-certificate.ts'
import type { CertificateFiles } from './tls-settings.ts'

const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-tls-'))
after(() => rm(folder, { recursive: true, force: true }))
const DAY_MS = 24 * 60 * 60_000

const [authority, stranger] = await Promise.all([
  buildCertificate({ commonName: 'Northwind' }),
  buildCertificate({ commonName: 'Southwind' }),
])
const first = await buildCertificate({ commonName: 'portal.example', by: authority })

async function writeFiles(name: string, { cert, key }: { cert: string; key: string }, clientCa?: string) {
  const files = {
    certPath: join(folder, `${name}.crt`),
    keyPath: join(folder, `${name}.key`),
    clientCaPath: clientCa === undefined ? undefined : join(folder, `${name}-ca.crt`),
  }
  await writeFile(files.certPath, cert)
  await writeFile(files.keyPath, key)
  if (files.clientCaPath !== undefined) await writeFile(files.clientCaPath, clientCa ?? '')
  return files
}

const database = await createTestDatabase()
const openClients: MqttClient[] = []
database.defer(async () => {
  for (const client of openClients) client.end(true)
})

async function connectUnit(
  port: number,
  options: IClientOptions & Pick<ConnectionOptions, 'minVersion' | 'maxVersion'>,
): Promise<MqttClient> {
  const client = await mqtt.connectAsync(
    `mqtts://localhost:${port}`,
    { ca: authority.cert, reconnectPeriod: 0, ...options },
    false,
  )
  openClients.push(client)
  return client
}

const byToken = ({ dataId, token }: BuiltUnit): IClientOptions => ({ username: dataId, password: token })

async function shake(port: number, options: ConnectionOptions = {}): Promise<TLSSocket> {
  const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ca: authority.cert, ...options })
  await once(socket, 'secureConnect')
  return socket
}

async function serialOf(port: number): Promise<string> {
  const socket = await shake(port)
  const { serialNumber } = socket.getPeerCertificate()
  socket.destroy()
  return serialNumber
}

function serveFiles(
  files: CertificateFiles & { clientCaPath: string | undefined },
  { metrics = createMetrics(), log = silentLog } = {},
) {
  const read = () => readCertificateFiles(files, systemClock())
  return serveCertificate({ read, clientCaPath: files.clientCaPath, clock: systemClock, metrics, log })
}

async function open(
  name: string,
  {
    served = first,
    clientCa,
    ingest = {},
  }: { served?: BuiltCertificate; clientCa?: string; ingest?: Partial<IngestSettings> } = {},
) {
  const files = await writeFiles(name, served, clientCa)
  const { log, lines } = createRecordedLog()
  const metrics = createMetrics()
  const certificate = await serveFiles(files, { metrics, log })
  const { app, features, db } = await createTestApp({ database, ingest: { ...STANDARD_INGEST, ...ingest } })
  const https = createHttpsServer(app, certificate)
  const address = { host: '127.0.0.1', port: 0 }
  const port = await features.mqtt.listenSecurely(address, certificate)
  const httpsPort = await https.listen(address)
  database.defer(https.close)
  database.defer(certificate.close)
  return { files, certificate, metrics, lines, port, httpsPort, db }
}

describe('MQTT over TLS', () => {
  it('is for units with a token, by TLS 1.2 and 1.3 and nothing older', async () => {
    const { port, httpsPort, db } = await open('versions')
    const unit = await buildUnit(db)

    for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
      const client = await connectUnit(port, { ...byToken(unit), minVersion: version, maxVersion: version })
      await client.publishAsync(`units/${unit.dataId}/data/pump`, '{"pressure": 4.2}', { qos: 1 })
    }
    for (const open of [port, httpsPort]) {
      const old = shake(open, { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' })
      await assert.rejects(old, /alert protocol version/)
    }
    await assert.rejects(connectUnit(port, { username: unit.dataId, password: 'wrong' }), /Not authorized|Bad/i)
  })

  it('serves a renewed certificate to new connections, and the others stay open', async () => {
    const { port, httpsPort, db, files, certificate, metrics } = await open('renewed')
    const unit = await buildUnit(db)
    const client = await connectUnit(port, byToken(unit))
    let closed = false
    client.on('close', () => {
      closed = true
    })
    const renewed = await buildCertificate({
      commonName: 'portal.example',
      by: authority,
      to: Date.now() + 700 * DAY_MS,
    })

    await writeFiles('renewed', renewed)
    await certificate.look()

    assert.deepEqual([await serialOf(port), await serialOf(httpsPort)], [renewed.serialNumber, renewed.serialNumber])
    await client.publishAsync(`units/${unit.dataId}/data/pump`, '{"pressure": 4.2}', { qos: 1 })
    assert.equal(closed, false)
    assert.equal(files.certPath.endsWith('renewed.crt'), true)
    const { values } = await metrics.certificateEnd.get()
    assert.equal(Math.round((Number(values[0]?.value) * 1000 - Date.now()) / DAY_MS), 700)
  })

  it('serves the former certificate on when the new files are not valid, and says so once', async () => {
    const { port, certificate, lines } = await open('spoilt')

    await writeFiles('spoilt', { cert: first.cert, key: stranger.key })
    await certificate.look()
    await certificate.look()

    assert.equal(await serialOf(port), first.serialNumber)
    const warnings = lines.filter(({ msg }) => msg.includes('replacing the certificate failed'))
    assert.equal(warnings.length, 1)
    assert.match(JSON.stringify(warnings[0]), /does not belong to the first certificate/)
  })

  it('comes through a proxy that passes TLS on and says for whom', async () => {
    const { port, db } = await open('proxied', { ingest: { proxyProtocol: true } })
    const unit = await buildUnit(db)
    const socket = createConnection({ port, host: '127.0.0.1' })
    socket.write('PROXY TCP4 192.0.2.7 127.0.0.1 50000 8883\r\n')

    const secured = connect({ socket, servername: 'localhost', ca: authority.cert })
    await once(secured, 'secureConnect')
    const client = new mqtt.MqttClient(() => secured, { ...byToken(unit), reconnectPeriod: 0 })
    openClients.push(client)
    await new Promise((resolve) => client.once('connect', resolve))

    assert.equal(client.connected, true)
  })
})

describe('the connections of an address', () => {
  it('count from before their handshake until they are over', async () => {
    const { port, db } = await open('counted', { ingest: { connectionsPerAddress: 1 } })
    const unit = await buildUnit(db)
    const silent = createConnection({ port, host: '127.0.0.1' })
    await once(silent, 'connect')

    await assert.rejects(connectUnit(port, byToken(unit)))
    silent.end()
    const first = await connectOnceThereIsRoom()
    await first.endAsync()
    const second = await connectOnceThereIsRoom()

    assert.equal(second.connected, true)

    /** The server learns of an end a moment later. */
    async function connectOnceThereIsRoom(): Promise<MqttClient> {
      while (true) {
        try {
          return await connectUnit(port, byToken(unit))
        } catch (error) {
          if (!/connection closed|ECONNRESET|disconnected/i.test(String(error))) throw error
        }
      }
    }
  })
})

describe('the certificate of a unit', () => {
  const fleet = authority
  const issue = (commonName: string, by = fleet, to?: number) =>
    buildCertificate({ commonName, by, ...(to === undefined ? {} : { to }) })

  it('signs it in without a token, as the unit of its common name', async () => {
    const { port, db } = await open('fleet', { clientCa: fleet.cert })
    const unit = await buildUnit(db)
    const { cert, key } = await issue(unit.dataId)

    const nameless = await connectUnit(port, { cert, key })
    const named = await connectUnit(port, { cert, key, username: unit.dataId, password: 'anything' })
    await nameless.publishAsync(`units/${unit.dataId}/data/pump`, '{"pressure": 4.2}', { qos: 1 })

    assert.equal(named.connected, true)
    const stored = await db.selectFrom('source').select('name').where('dataId', '=', unit.dataId).execute()
    assert.deepEqual(stored, [{ name: 'pump' }])
  })

  it('opens nothing else: another unit, none that exists, a deactivated one', async () => {
    const { port, db } = await open('limits', { clientCa: fleet.cert })
    const [unit, other, idle] = [await buildUnit(db), await buildUnit(db), await buildUnit(db, { active: false })]
    const own = await issue(unit.dataId)

    await assert.rejects(connectUnit(port, { cert: own.cert, key: own.key, ...byToken(other) }), /refused/i)
    for (const name of ['unknown', idle.dataId]) {
      const { cert, key } = await issue(name)
      await assert.rejects(connectUnit(port, { cert, key }), /refused/i)
    }
  })

  it('is refused when another authority signed it, or it has expired', async () => {
    const { port, db } = await open('wrong', { clientCa: fleet.cert })
    const unit = await buildUnit(db)
    const expired = await buildCertificate({
      commonName: unit.dataId,
      by: fleet,
      from: Date.now() - 3 * DAY_MS,
      to: Date.now() - DAY_MS,
    })

    for (const { cert, key } of [await issue(unit.dataId, stranger), expired])
      await assert.rejects(connectUnit(port, { cert, key, ...byToken(unit), connectTimeout: 5_000 }))
  })

  it('is not needed: a token does too', async () => {
    const { port, db } = await open('either', { clientCa: fleet.cert })

    assert.equal((await connectUnit(port, byToken(await buildUnit(db)))).connected, true)
  })
})

describe('certificate files', () => {
  const NOW = Date.now()
  const cases: [string, (name: string) => Promise<Awaited<ReturnType<typeof writeFiles>>>, RegExp][] = [
    [
      'absent',
      async (name) => ({ ...(await writeFiles(name, first)), certPath: join(folder, 'none') }),
      /none cannot be read/,
    ],
    [
      'no certificate',
      (name) => writeFiles(name, { ...first, cert: 'hello' }),
      /\.crt has no certificate in PEM format/,
    ],
    ['no key', (name) => writeFiles(name, { ...first, key: 'hello' }), /\.key has no private key in PEM format/],
    [
      'the key of another',
      (name) => writeFiles(name, { ...first, key: stranger.key }),
      /does not belong to the first certificate/,
    ],
    [
      'expired',
      async (name) =>
        writeFiles(name, await buildCertificate({ commonName: 'x', from: NOW - 2 * DAY_MS, to: NOW - DAY_MS })),
      /\.crt expired on 20\d\d-/,
    ],
    [
      'not valid yet',
      async (name) => writeFiles(name, await buildCertificate({ commonName: 'x', from: NOW + DAY_MS })),
      /is valid from 20.* on, and the clock of this machine says 20/,
    ],
    ['an authority that is none', (name) => writeFiles(name, first, first.cert), /is not that of an authority/],
  ]
  for (const [what, write, sentence] of cases) {
    it(`stop the start with a sentence: ${what}`, async () => {
      const files = await write(`start-${what.replaceAll(' ', '-')}`)
      const starting = serveFiles(files)

      await assert.rejects(starting, (error) => error instanceof CertificateError && sentence.test(error.message))
    })
  }

  it('are warned of two weeks before their end, once a day', async () => {
    const soon = await buildCertificate({ commonName: 'soon', by: authority, to: Date.now() + 3 * DAY_MS })

    const { certificate, lines } = await open('soon', { served: soon })
    await certificate.look()

    assert.equal(lines.filter(({ msg }) => msg.includes('expires soon')).length, 1)
  })
})

describe('a portal with a certificate', () => {
  async function start(settings: Record<string, string> = {}) {
    const { certPath, keyPath } = await writeFiles('portal', first)
    const config = readConfig({
      DATABASE_URL: database.connectionString,
      FIELDWATCH_DATA: folder,
      FIELDWATCH_DATABASE_CONNECTIONS: '12',
      FIELDWATCH_PORT: '0',
      FIELDWATCH_MQTT_PORT: '0',
      FIELDWATCH_HTTPS_PORT: '0',
      FIELDWATCH_MQTTS_PORT: '0',
      FIELDWATCH_TLS_CERT: certPath,
      FIELDWATCH_TLS_KEY: keyPath,
      ...settings,
    })
    return startServer(config, silentLog)
  }

  const ask = (url: string, init: RequestInit = {}) => fetch(url, { redirect: 'manual', ...init })

  it('leads people to HTTPS, and answers supervisors and units without', async () => {
    const server = await start()
    const unit = await buildUnit(database.db)
    try {
      const led = await ask(`${server.url}/devices?x=1`)
      const posted = await ask(`${server.url}/api/v1/auth/sign-in`, { method: 'POST', body: '{}' })
      const [health, ready] = [await ask(`${server.url}/healthz`), await ask(`${server.url}/readyz`)]
      const sent = await ask(`${server.url}/api/v1/ingest/${unit.dataId}/pump`, {
        method: 'POST',
        headers: { authorization: unit.bearer, 'content-type': 'application/json' },
        body: '{"pressure": 4.2}',
      })

      assert.deepEqual(
        [led.status, led.headers.get('location')],
        [308, `https://127.0.0.1:${server.httpsPort}/devices?x=1`],
      )
      assert.equal(posted.status, 308)
      assert.deepEqual([health.status, ready.status, sent.status], [200, 200, 200])
      assert.deepEqual(await askSecurely(server.httpsPort ?? 0, '/healthz'), [200, '{"status":"success"}'])
    } finally {
      await server.close()
    }
  })

  it('leads to names of its certificate only', async () => {
    const server = await start()
    const port = Number(new URL(server.url).port)
    try {
      const named = await askAs('LocalHost', port)
      const address = await askAs('127.0.0.1:8080', port)
      const strange = await Promise.all(
        ['portal.example.attacker.example', 'attacker.example', '10.0.0.1', '[::1]', 'a@b'].map((host) =>
          askAs(host, port),
        ),
      )

      assert.deepEqual(named, [308, `https://localhost:${server.httpsPort}/devices`])
      assert.deepEqual(address, [308, `https://127.0.0.1:${server.httpsPort}/devices`])
      for (const answer of strange) assert.deepEqual(answer, [421, undefined])
    } finally {
      await server.close()
    }
  })

  it('leads every host to its public address', async () => {
    const server = await start({ FIELDWATCH_PUBLIC_URL: 'https://portal.example' })
    try {
      const led = await askAs('attacker.example', Number(new URL(server.url).port))

      assert.deepEqual(led, [308, 'https://portal.example/devices'])
    } finally {
      await server.close()
    }
  })

  it('refuses units without TLS where they may not', async () => {
    const server = await start({ FIELDWATCH_PLAIN_UNITS: 'false', FIELDWATCH_PUBLIC_URL: 'https://portal.example' })
    const unit = await buildUnit(database.db)
    try {
      const sent = await ask(`${server.url}/api/v1/ingest/${unit.dataId}/pump`, {
        method: 'POST',
        headers: { authorization: unit.bearer, 'content-type': 'application/json' },
        body: '{"pressure": 4.2}',
      })
      const led = await ask(server.url)
      const overWebSocket = mqtt.connectAsync(
        server.url.replace('http', 'ws') + '/mqtt',
        {
          ...byToken(unit),
          reconnectPeriod: 0,
        },
        false,
      )

      assert.equal(sent.status, 403)
      assert.equal(((await sent.json()) as { code: string }).code, 'request/needs-https')
      assert.equal(led.headers.get('location'), 'https://portal.example/')
      assert.equal(server.mqttPort, undefined)
      await assert.rejects(overWebSocket)
      const secured = `wss://localhost:${server.httpsPort}/mqtt`
      const client = await mqtt.connectAsync(
        secured,
        { ...byToken(unit), ca: authority.cert, reconnectPeriod: 0 },
        false,
      )
      openClients.push(client)
      assert.equal(client.connected, true)
    } finally {
      await server.close()
    }
  })

  it('needs certificate and key together', () => {
    assert.throws(() => readConfig({ FIELDWATCH_TLS_CERT: '/x' }), /FIELDWATCH_TLS_KEY is not set/)
    assert.throws(() => readConfig({ FIELDWATCH_TLS_KEY: '/x' }), /FIELDWATCH_TLS_CERT is not set/)
    assert.throws(() => readConfig({ FIELDWATCH_PLAIN_UNITS: 'false' }), /FIELDWATCH_TLS_CERT is not set/)
    assert.throws(() => readConfig({ FIELDWATCH_TLS_CLIENT_CA: '/x' }), /FIELDWATCH_TLS_CERT is not set/)
  })

  async function askSecurely(port: number, path: string): Promise<[number | undefined, string]> {
    const asking = request({ host: '127.0.0.1', servername: 'localhost', port, path, ca: authority.cert }).end()
    const [response] = (await once(asking, 'response')) as [IncomingMessage]
    return [response.statusCode, await text(response)]
  }
})

/** The status and the address that a request with another host gets. */
function askAs(host: string, port: number): Promise<[number | undefined, string | undefined]> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: '/devices', headers: { host }, agent: false }, (answer) => {
      answer.resume()
      resolve([answer.statusCode, answer.headers.location])
    }).on('error', reject)
  })
}
