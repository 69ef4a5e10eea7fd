import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, describe, it } from 'node:test'
import { readConfig } from '@fieldwatch/server/config'
import { createMetrics } from '@fieldwatch/server/platform/metrics/metrics'
import { startServer } from '@fieldwatch/server/start-server'
import { buildCertificate } from '@fieldwatch/server/testing/build-certificate'
import { createFakeClock } from '@fieldwatch/server/testing/fake-clock'
import { createRecordedLog } from '@fieldwatch/server/testing/recorded-log'
import { createTestDatabase, silentLog } from '@fieldwatch/server/testing/test-database'
import { createAcmeCertificates } from './acme-certificates.ts'
import { createAcmeStore } from './acme-store.ts'

const DAY_MS = 24 * 60 * 60_000
const MINUTE_MS = 60_000
const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-acme-'))
after(() => rm(folder, { recursive: true, force: true }))
const database = await createTestDatabase()
const { db } = database
const store = createAcmeStore(db)

/** No one listens there. */
const directory = 'https://127.0.0.1:1/directory'
const settings = { domains: ['portal.example'], email: undefined, directory }

function create(clock = createFakeClock(Date.now())) {
  const { log, lines } = createRecordedLog()
  const metrics = createMetrics()
  const connection = { connectionString: database.connectionString }
  const certificates = createAcmeCertificates({ db, connection, settings, clock, metrics, log })
  const asked = async (): Promise<number> => (await metrics.certificateFailures.get()).values[0]?.value ?? 0
  return { certificates, clock, lines, asked }
}

/** Stores a certificate of 90 days. */
async function issue(issuedAt = Date.now()): Promise<void> {
  const built = await buildCertificate({
    commonName: 'portal.example',
    from: issuedAt - 1000,
    to: issuedAt + 90 * DAY_MS,
  })
  await store.saveCertificate('portal.example', { cert: built.cert, key: built.key, issuedAt })
}

function endEach(): void {
  afterEach(async () => {
    await db.deleteFrom('acmeCertificate').execute()
  })
}

describe('certificates by ACME', () => {
  endEach()
  it('are asked for when there is none, and after a failure ever more seldom', async () => {
    const { certificates, clock, lines, asked } = create()

    const counts: number[] = []
    for (const minutes of [0, 1, 1, 3, 1, 7, 1]) {
      clock.advance(minutes * MINUTE_MS)
      await certificates.look()
      counts.push(await asked())
    }

    assert.deepEqual(counts, [1, 1, 2, 2, 3, 3, 4])
    assert.match(String(lines.at(-1)?.msg), /certificate request failed; retrying later/)
    assert.equal(await certificates.find(), undefined)
  })

  it('are renewed a month before their end', async () => {
    await issue()
    const { certificates, clock, asked } = create()

    await certificates.look()
    clock.advance(59 * DAY_MS)
    await certificates.look()
    const before = await asked()
    clock.advance(2 * DAY_MS)
    await certificates.look()

    assert.deepEqual([before, await asked()], [0, 1])
    assert.notEqual(await certificates.find(), undefined)
  })

  it('are none once they have ended', async () => {
    await issue()
    const { certificates, clock } = create()

    clock.advance(91 * DAY_MS)

    assert.equal(await certificates.find(), undefined)
  })
})

describe('a portal with FIELDWATCH_ACME_DOMAIN', () => {
  endEach()
  const start = () =>
    startServer(
      readConfig({
        DATABASE_URL: database.connectionString,
        FIELDWATCH_DATA: folder,
        FIELDWATCH_DATABASE_CONNECTIONS: '12',
        FIELDWATCH_PORT: '0',
        FIELDWATCH_MQTT_PORT: '0',
        FIELDWATCH_HTTPS_PORT: '0',
        FIELDWATCH_MQTTS_PORT: '0',
        FIELDWATCH_ACME_DOMAIN: 'portal.example www.portal.example',
        FIELDWATCH_ACME_DIRECTORY: directory,
      }),
      silentLog,
    )

  it('answers only the authority without TLS', async () => {
    const server = await start()
    await store.saveAnswer('question-1', 'question-1.answer')
    try {
      const ask = (token: string) => fetch(`${server.url}/.well-known/acme-challenge/${token}`, { redirect: 'manual' })

      const [known, unknown] = [await ask('question-1'), await ask('question-2')]

      assert.deepEqual([known.status, await known.text()], [200, 'question-1.answer'])
      assert.equal(unknown.status, 421)
      assert.equal((await fetch(`${server.url}/healthz`)).status, 200)
    } finally {
      await server.close()
    }
  })

  it('serves from the start what it, or another server, was given before', async () => {
    const built = await buildCertificate({ commonName: 'portal.example' })
    await store.saveCertificate('portal.example www.portal.example', { ...built, issuedAt: Date.now() })
    const server = await start()
    try {
      const refused = await fetch(`https://localhost:${server.httpsPort}/healthz`).catch((error: Error) => error.cause)

      assert.equal((refused as NodeJS.ErrnoException).code, 'DEPTH_ZERO_SELF_SIGNED_CERT')
    } finally {
      await server.close()
    }
  })

  it('is refused with a sentence when it cannot be', () => {
    const bad = (settings: Record<string, string>) => () => readConfig(settings)

    assert.throws(bad({ FIELDWATCH_ACME_DOMAIN: 'https://portal.example' }), /FIELDWATCH_ACME_DOMAIN.* is not valid/)
    assert.throws(bad({ FIELDWATCH_ACME_DOMAIN: '*.example' }), /FIELDWATCH_ACME_DOMAIN.* is not valid/)
    assert.throws(bad({ FIELDWATCH_ACME_DOMAIN: 'a.example', FIELDWATCH_TLS_CERT: '/x' }), /are both set/)
  })
})
