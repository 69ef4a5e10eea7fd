import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getConnectionSettings } from '@fieldwatch/contract/api/connection'
import type { PortListener } from '#extension.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const publicMqttUrl = (): string => 'mqtts://mqtt.example:8883'
const { call, signInAs } = await createTestApp({ database, publicMqttUrl, doors: new Set(['influx']) })
/** A door with a port of its own. */
const trackers: PortListener = {
  door: 'trackers',
  role: 'ingest',
  what: 'trackers',
  port: 5027,
  listen: async () => 5027,
  leave: async () => undefined,
}
const programs: PortListener = { ...trackers, door: 'programs', role: 'http', port: 5028 }
const extensions = [{ name: 'trackers', start: () => ({ listeners: [trackers, programs] }) }]
const withTrackers = await createTestApp({ database, extensions, doors: new Set() })

describe('GET connection', () => {
  it('needs a sign-in', async () => {
    assert.equal((await call(getConnectionSettings)).failure.code, 'auth/missing-token')
  })

  it('returns the addresses that units connect to', async () => {
    const { status, body } = await call(getConnectionSettings, { as: await signInAs() })

    assert.equal(status, 200)
    assert.deepEqual(body.details, {
      httpUrl: 'https://fieldwatch.example',
      mqttUrl: 'mqtts://mqtt.example:8883',
      doors: ['influx'],
      ports: {},
    })
  })

  it('returns where trackers connect to, if they can, and not where programs do', async () => {
    const { body } = await withTrackers.call(getConnectionSettings, { as: await signInAs() })
    assert.deepEqual(body.details.doors, [])
    assert.deepEqual(body.details.ports, { trackers: 5027 })
  })
})

describe('ports of extensions', () => {
  it('are open at servers that serve those who connect', async () => {
    for (const [role, ports] of [
      ['ingest', ['trackers']],
      ['http', ['programs']],
      ['worker', []],
    ] as const) {
      const { features } = await createTestApp({ database, extensions, roles: new Set([role]) })
      assert.deepEqual(
        features.listeners.map(({ door }) => door),
        ports,
      )
    }
  })
})
