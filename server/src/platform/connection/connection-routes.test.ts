import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getConnectionSettings } from '@fieldwatch/contract/api/connection'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const publicMqttUrl = (): string => 'mqtts://mqtt.example:8883'
const { call, signInAs } = await createTestApp({ database, publicMqttUrl, doors: new Set(['influx']) })
const withTrackers = await createTestApp({ database, teltonikaPort: 5027, doors: new Set() })

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
    })
  })

  it('returns where trackers connect to, if they can', async () => {
    const { body } = await withTrackers.call(getConnectionSettings, { as: await signInAs() })
    assert.deepEqual(body.details.doors, ['teltonika'])
    assert.deepEqual(body.details.teltonika, { host: 'fieldwatch.example', port: 5027 })
  })
})
