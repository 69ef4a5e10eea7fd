import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { after, describe, it } from 'node:test'
import { setDefaultCACertificates } from 'node:tls'
import { signIn } from '@fieldwatch/contract/people/auth'
import { buildCertificate } from '@fieldwatch/server/testing/build-certificate'
import { buildUnit } from '@fieldwatch/server/testing/build-unit'
import { buildUser, TEST_PASSWORD } from '@fieldwatch/server/testing/build-users'
import { sendTo, signInAt, startTestServer, streamOf } from '@fieldwatch/server/testing/running-server'
import { createTestDatabase } from '@fieldwatch/server/testing/test-database'
import mqtt from 'mqtt'
import { fillIn, readBlock } from './read-guide.ts'
import { freePort } from '../support/free-port.ts'
import { listening, type Program, startProgram } from './start-program.ts'

const GUIDE = 'reverse-proxy.md'
const PATIENCE = { timeout: 60_000 }

const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-proxies-'))
after(() => rm(folder, { recursive: true, force: true }))
const database = await createTestDatabase()
const ca = await buildCertificate({ commonName: 'An authority' })
const own = await buildCertificate({ commonName: 'localhost', by: ca })
setDefaultCACertificates([ca.cert])
const [cert, key, pem] = ['fullchain.pem', 'privkey.pem', 'portal.pem'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
]
await writeFile(cert, own.cert)
await writeFile(key, own.key)
await writeFile(pem, [own.cert, own.key].join('\n'))

interface Ports {
  readonly http: number
  readonly https: number
  readonly mqtts: number
  readonly portal: number
  readonly mqtt: number
}

interface Proxy {
  readonly name: string
  /** Whether it passes MQTT over TCP on too, with the PROXY protocol. */
  readonly mqtt: boolean
  readonly start: (ports: Ports) => Promise<Program>
}

const ofNginx = { '/etc/ssl/portal/fullchain.pem': cert, '/etc/ssl/portal/privkey.pem': key }

const PROXIES: readonly Proxy[] = [
  {
    name: 'nginx',
    mqtt: true,
    start: async (ports) => {
      const web = fillIn(readBlock(GUIDE, '/etc/nginx/conf.d/fieldwatch.conf'), {
        ...ofNginx,
        'portal.example': 'localhost',
        'listen [::]:80;': '',
        'listen [::]:443 ssl http2;': '',
        'listen 80;': `listen ${ports.http};`,
        'listen 443 ssl': `listen ${ports.https} ssl`,
        ':8080': `:${ports.portal}`,
      })
      const units = fillIn(readBlock(GUIDE, '/etc/nginx/modules-enabled/90-fieldwatch.conf'), {
        ...ofNginx,
        'listen [::]:8883 ssl;': '',
        'listen 8883': `listen ${ports.mqtts}`,
        ':1883': `:${ports.mqtt}`,
      })
      await mkdir(join(folder, 'nginx'))
      const main = `load_module /usr/lib/nginx/modules/ngx_stream_module.so;
        daemon off; pid ${folder}/nginx/pid; error_log stderr; events {}
        http { access_log off; client_body_temp_path ${folder}/nginx; proxy_temp_path ${folder}/nginx; ${web} }
        ${units}`
      await writeFile(join(folder, 'nginx.conf'), main)
      return startProgram('nginx', ['-c', join(folder, 'nginx.conf')])
    },
  },
  {
    name: 'Caddy',
    mqtt: false,
    start: async (ports) => {
      const site = fillIn(readBlock(GUIDE, '/etc/caddy/Caddyfile'), {
        'portal.example {': `localhost {\n\ttls ${cert} ${key}`,
        ':8080': `:${ports.portal}`,
      })
      const here = `{\n\tadmin off\n\thttp_port ${ports.http}\n\thttps_port ${ports.https}\n\tstorage file_system ${folder}/caddy\n}\n`
      await writeFile(join(folder, 'Caddyfile'), here + site)
      return startProgram('caddy', ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')])
    },
  },
  {
    name: 'HAProxy',
    mqtt: true,
    start: async (ports) => {
      const config = fillIn(readBlock(GUIDE, '/etc/haproxy/haproxy.cfg'), {
        'log /dev/log local0': 'log stdout format raw daemon',
        '/etc/haproxy/portal.pem': pem,
        'bind :80\n': `bind 127.0.0.1:${ports.http}\n`,
        'bind :443 ': `bind 127.0.0.1:${ports.https} `,
        'bind :8883 ': `bind 127.0.0.1:${ports.mqtts} `,
        ':8080': `:${ports.portal}`,
        ':1883': `:${ports.mqtt}`,
      })
      await writeFile(join(folder, 'haproxy.cfg'), config)
      return startProgram('haproxy', ['-f', join(folder, 'haproxy.cfg')])
    },
  },
]

for (const { name, mqtt: passesMqtt, start } of PROXIES) {
  describe(`the portal behind ${name}`, async () => {
    const [http, https, mqtts] = [await freePort(), await freePort(), await freePort()]
    const server = await startTestServer(database, {
      FIELDWATCH_TRUST_PROXY: 'true',
      FIELDWATCH_MQTT_PROXY_PROTOCOL: String(passesMqtt),
      FIELDWATCH_PUBLIC_URL: `https://localhost:${https}`,
    })
    const [portal, mqttPort] = [Number(new URL(server.url).port), Number(new URL(server.mqttUrl).port)]
    const proxy = await start({ http, https, mqtts, portal, mqtt: mqttPort })
    after(() => proxy.stop())
    await listening(proxy, https)
    const front = { url: `https://localhost:${https}`, mqttUrl: '' }
    const user = await buildUser(database.db, { role: 'admin' })
    const unit = await buildUnit(database.db, { entity: user.entity })

    it('leads from HTTP to HTTPS', PATIENCE, async () => {
      const reply = await fetch(`http://localhost:${http}/login`, { redirect: 'manual' })

      assert.equal(reply.status, 308)
      assert.match(reply.headers.get('location') ?? '', /^https:\/\/localhost(:\d+)?\/login$/)
    })

    it('gives a secure cookie, and knows the address of the client whatever it says of itself', PATIENCE, async () => {
      const asked = request(`${front.url}${signIn.path}`, {
        method: 'POST',
        ca: ca.cert,
        localAddress: '127.0.0.9',
        lookup: (_name, options, done) =>
          options.all === true ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
      })
      asked.end(JSON.stringify({ email: user.email, password: TEST_PASSWORD }))
      const [reply] = (await once(asked, 'response')) as [IncomingMessage]
      await json(reply)

      assert.equal(reply.statusCode, 200)
      assert.match(String(reply.headers['set-cookie']), /; Secure/)
      const { rows } = await database.pool.query('select address from session order by created_at desc limit 1')
      assert.deepEqual(rows, [{ address: '127.0.0.9' }])
    })

    it('passes live values on at once, and ends a stream with its browser', PATIENCE, async () => {
      const token = await signInAt(front, user.email)
      await sendTo(front, unit, 'level', { level: 1 })
      const stream = await streamOf(front, `stream/data/${unit.dataId}/level`, token)
      assert.equal(stream.status, 200)
      assert.equal((await stream.next())?.event, 'added')

      await sendTo(server, unit, 'level', { level: 2 })

      assert.equal((await stream.next())?.event, 'added')
      stream.close()
      await openStreams(server.url, 0)
    })

    it('takes MQTT over WebSocket', PATIENCE, async () => {
      await publishBy(`wss://localhost:${https}/mqtt`)
    })

    if (passesMqtt) {
      it('takes MQTT over TLS', PATIENCE, async () => {
        await publishBy(`mqtts://localhost:${mqtts}`)
      })
    }

    it('takes uploads as large as the portal does, and leaves it to refuse larger ones', PATIENCE, async () => {
      const send = (bytes: number) =>
        fetch(`${front.url}/api/v1/ingest/${unit.dataId}/big`, {
          method: 'POST',
          headers: { authorization: unit.bearer, 'content-type': 'application/json' },
          body: JSON.stringify(Array.from({ length: bytes / 60_000 }, () => ({ text: 'x'.repeat(59_980) }))),
        })

      assert.equal((await send(15_900_000)).status, 200)
      const refused = await send(20_000_000)
      assert.equal(refused.status, 413)
      assert.equal(((await refused.json()) as { code: string }).code, 'request/too-large')
    })

    async function publishBy(url: string): Promise<void> {
      const client = await mqtt.connectAsync(url, { username: unit.dataId, password: unit.token, ca: ca.cert })
      await client.publishAsync(`units/${unit.dataId}/data/level`, '{"level": 3}', { qos: 1 })
      await client.endAsync()
    }
  })
}

/** Resolves when the server has so many streams. */
async function openStreams(url: string, expected: number): Promise<void> {
  for (;;) {
    const text = await (await fetch(`${url}/metrics`)).text()
    const open = [...text.matchAll(/^fieldwatch_open_streams(?:\{.*\})? (\d+)$/gm)]
    if (open.reduce((sum, [, count]) => sum + Number(count), 0) === expected) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
