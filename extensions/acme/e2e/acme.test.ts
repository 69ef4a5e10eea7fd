import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { connect, setDefaultCACertificates } from 'node:tls'
import { readConfig } from '@fieldwatch/server/config'
import { startServer } from '@fieldwatch/server/start-server'
import { buildCertificate } from '@fieldwatch/server/testing/build-certificate'
import { createRecordedLog } from '@fieldwatch/server/testing/recorded-log'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import { freePort } from '@fieldwatch/e2e/support/free-port'

const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-pebble-'))
after(() => rm(folder, { recursive: true, force: true }))
const database = await createTestDatabase()

/** Resolves once the program says that it is ready. */
async function run(program: string, args: readonly string[], ready: RegExp): Promise<ChildProcess> {
  const child = spawn(program, args, {
    env: { ...process.env, PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  after(() => child.kill())
  let said = ''
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      said += chunk.toString()
      if (ready.test(said)) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`${program} ended: ${said}`)))
  })
  return child
}

/** An authority for tests, which asks at our port instead of 80, and believes that every name is this machine. */
async function startPebble(httpPort: number): Promise<string> {
  const [directoryPort, managementPort, dnsPort] = [await freePort(), await freePort(), await freePort()]
  const own = await buildCertificate({ commonName: 'localhost' })
  setDefaultCACertificates([own.cert])
  await writeFile(join(folder, 'pebble.crt'), own.cert)
  await writeFile(join(folder, 'pebble.key'), own.key)
  const pebble = {
    listenAddress: `127.0.0.1:${directoryPort}`,
    managementListenAddress: `127.0.0.1:${managementPort}`,
    certificate: join(folder, 'pebble.crt'),
    privateKey: join(folder, 'pebble.key'),
    httpPort,
    tlsPort: await freePort(),
  }
  await writeFile(join(folder, 'pebble.json'), JSON.stringify({ pebble }))
  const unused = ['-http01', '', '-https01', '', '-tlsalpn01', '', '-management', `127.0.0.1:${await freePort()}`]
  const names = ['-dns01', `127.0.0.1:${dnsPort}`, '-defaultIPv4', '127.0.0.1', '-defaultIPv6', '']
  await run('pebble-challtestsrv', [...unused, ...names], /Starting management server/)
  await run(
    'pebble',
    ['-config', join(folder, 'pebble.json'), '-dnsserver', `127.0.0.1:${dnsPort}`],
    /ACME directory available/,
  )
  return `https://localhost:${directoryPort}/dir`
}

test('A portal gets a certificate by itself, and serves it for HTTPS and MQTT', async () => {
  const port = await freePort()
  const directory = await startPebble(port)
  const { log, lines } = createRecordedLog()
  const settings = {
    DATABASE_URL: database.connectionString,
    FIELDWATCH_DATA: folder,
    FIELDWATCH_PORT: String(port),
    FIELDWATCH_MQTT_PORT: '0',
    FIELDWATCH_HTTPS_PORT: '0',
    FIELDWATCH_MQTTS_PORT: '0',
    FIELDWATCH_ACME_DOMAIN: 'portal.test',
    FIELDWATCH_ACME_EMAIL: 'operator@portal.test',
    FIELDWATCH_ACME_DIRECTORY: directory,
  }
  const begun = Date.now()
  const server = await startServer(readConfig(settings), log)
  try {
    const listening = () => lines.find(({ msg }) => msg === 'listening with TLS')
    while (listening() === undefined) {
      assert.ok(!lines.some(({ level }) => Number(level) >= 50), JSON.stringify(lines.at(-1)))
      await new Promise(setImmediate)
    }
    console.log(`a certificate after ${Date.now() - begun} ms`)

    for (const tlsPort of [listening()?.['httpsPort'], listening()?.['mqttsPort']]) {
      const socket = connect({
        port: Number(tlsPort),
        host: '127.0.0.1',
        servername: 'portal.test',
        rejectUnauthorized: false,
      })
      await once(socket, 'secureConnect')
      const { issuer, subjectaltname } = socket.getPeerCertificate()
      socket.destroy()
      assert.match(String(issuer.CN), /^Pebble Intermediate/)
      assert.equal(subjectaltname, 'DNS:portal.test')
    }
    const { rowCount } = await database.pool.query('select from acme_challenge')
    assert.equal(rowCount, 0)
  } finally {
    await server.close()
  }

  const again = createRecordedLog()
  const restarted = await startServer(readConfig(settings), again.log)
  await restarted.close()
  assert.ok(!again.lines.some(({ msg }) => msg === 'requesting a certificate'), 'the certificate is kept')
})
