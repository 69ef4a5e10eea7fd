import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { createCalculation } from '@fieldwatch/contract/calculations/calculations'
import { topics } from '@fieldwatch/contract/telemetry/ingest'
import mqtt from 'mqtt'
import { buildUnit } from '#testing/build-unit.ts'
import { buildEntity, buildUser } from '#testing/build-users.ts'
import { ask, sendTo, signInAt, startTestServer, streamOf } from '#testing/running-server.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { db } = database
const [http, ingest, worker] = [
  await startTestServer(database, { FIELDWATCH_ROLES: 'http' }),
  await startTestServer(database, { FIELDWATCH_ROLES: 'ingest' }),
  await startTestServer(database, { FIELDWATCH_ROLES: 'worker' }),
]
const entity = await buildEntity(db)
const { email } = await buildUser(db, { entityId: entity, role: 'admin' })
const unit = await buildUnit(db, { entity })

describe('servers with a role each', () => {
  it('serve people, units and what is computed together', async () => {
    const token = await signInAt(http, email)
    await sendTo(ingest, unit, 'a', { messageUTC: '2025-01-01T00:00:00.000Z', x: 1 })
    const body = {
      dataID: unit.dataId,
      name: 'double',
      equation: 'a.x * 2',
      unit: 'm',
      startDate: '2026-01-01T00:00:00.000Z',
      values: [{ source: 'a', field: 'x' }],
    }
    await ask(http, createCalculation, { token, body })
    const reader = await streamOf(http, `stream/live?data=${unit.dataId}/double`, token)
    await reader.next()

    const login = { username: unit.dataId, password: unit.token, reconnectPeriod: 0 }
    const client = await mqtt.connectAsync(ingest.mqttUrl, login, false)
    const record = { messageUTC: '2026-01-02T00:00:00.000Z', x: 21 }
    await client.publishAsync(topics.data(unit.dataId, 'a'), JSON.stringify(record), { qos: 1 })

    const event = await reader.next()
    const added = event?.data as { records?: Record<string, unknown>[] } | undefined
    assert.equal(added?.records?.[0]?.['value'], 42)
    reader.close()
    await client.endAsync()
  })

  it('leave to each other what they do not do, and say what they do', async () => {
    for (const [server, role] of [
      [http, 'http'],
      [ingest, 'ingest'],
      [worker, 'worker'],
    ] as const) {
      assert.equal((await fetch(`${server.url}/readyz`)).status, 200)
      const figures = await (await fetch(`${server.url}/metrics`)).text()
      assert.deepEqual(
        [...figures.matchAll(/^fieldwatch_role\{role="(\w+)"\} 1$/gm)].map(([, name]) => name),
        [role],
      )
      assert.equal((await fetch(`${server.url}/api/v1/me`)).status, server === http ? 401 : 404)
      const isDoor = await sendTo(server, unit, 'a', { x: 1 }).then(
        () => true,
        () => false,
      )
      assert.equal(isDoor, server === ingest)
    }
    await assert.rejects(mqtt.connectAsync(http.mqttUrl, { reconnectPeriod: 0 }, false))
  })

  it('know of each other, and one that stays behind knows what is not done any longer', async () => {
    const countsAt = async (server: typeof http): Promise<string[]> =>
      [...(await (await fetch(`${server.url}/metrics`)).text()).matchAll(/^fieldwatch_servers\{role="(\w+)"\} (\d)$/gm)]
        .map(([, role, count]) => `${role} ${count}`)
        .toSorted()
    const until = async (server: typeof http, expected: readonly string[]): Promise<void> => {
      for (;;) if (isDeepStrictEqual(await countsAt(server), expected)) return
    }
    for (const server of [http, ingest, worker]) await until(server, ['http 1', 'ingest 1', 'worker 1'])

    await worker.close()
    for (const server of [http, ingest]) await until(server, ['http 1', 'ingest 1', 'worker 0'])
  })
})
