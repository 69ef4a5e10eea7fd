import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { topics } from '@fieldwatch/contract/telemetry/ingest'
import mqtt, { type MqttClient } from 'mqtt'
import pg from 'pg'
import { type Db, openDatabase } from '#platform/database/database.ts'
import { buildUnit, type BuiltUnit } from '#testing/build-unit.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { db, bus, features } = await createTestApp({ database })
const port = await features.mqtt.listen({ host: '127.0.0.1', port: 0 })

const MESSAGES = 400

const connect = (unit: BuiltUnit): Promise<MqttClient> =>
  mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, { username: unit.dataId, password: unit.token })

/** Ends every connection to the database but the one that asks, as a restart does. */
async function breakConnections(): Promise<void> {
  // The connection that asks is given back before the others notice.
  await database.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
}

const storedNumbers = async (calm: Db, unit: BuiltUnit): Promise<number[]> => {
  const rows = await calm
    .selectFrom('record')
    .innerJoin('source', 'source.sourceKey', 'record.sourceKey')
    .select(['fields'])
    .where('dataId', '=', unit.dataId)
    .orderBy('at')
    .execute()
  return rows.map(({ fields }) => Number(fields['n']))
}

describe('while the database goes away again and again', () => {
  it('units wait for their acknowledgement, and everything that is acknowledged is stored once', async () => {
    const units = await Promise.all(Array.from({ length: 10 }, () => buildUnit(db)))
    const clients = await Promise.all(units.map(connect))
    const breaks: Promise<void>[] = []
    let commits = 0
    const stop = bus.subscribe('records', () => {
      commits += 1
      if (commits % 40 === 0) breaks.push(breakConnections().catch(() => undefined))
    })

    await Promise.all(
      clients.map(async (client, index) => {
        const unit = units[index] ?? assert.fail()
        for (let n = 0; n < MESSAGES / clients.length; n += 1) {
          const payload = JSON.stringify({ messageUTC: 1_700_000_000 + n, n })
          await client.publishAsync(topics.data(unit.dataId, 'probe'), payload, { qos: 1 })
        }
      }),
    )
    stop()
    await Promise.all(breaks)

    assert.ok(commits >= 40, `${commits} commits`)
    const expected = Array.from({ length: MESSAGES / clients.length }, (_, n) => n)
    // Connections of the server may be broken without having noticed.
    const calm = openDatabase({ connectionString: database.connectionString }, silentLog)
    for (const unit of units) assert.deepEqual(await storedNumbers(calm.db, unit), expected)
    await calm.close()
    await Promise.all(clients.map((client) => client.endAsync()))
  })

  it('a unit that this server does not know yet is not refused, and connects once the database is back', async () => {
    const unit = await buildUnit(db)
    const [name = assert.fail()] = /test_\w+/.exec(database.connectionString) ?? []
    const admin = new pg.Client({ connectionString: database.connectionString.replace(name, 'postgres') })
    const allow = (allowed: boolean) => admin.query(`alter database "${name}" allow_connections ${allowed}`)
    await admin.connect()
    await allow(false)
    after(async () => {
      await allow(true)
      await admin.end()
    })
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])

    const url = `mqtt://127.0.0.1:${port}`
    const client = mqtt.connect(url, { username: unit.dataId, password: unit.token, reconnectPeriod: 20 })
    after(() => client.end(true))
    client.once('error', assert.fail)
    await new Promise<void>((resolve) => client.once('close', () => resolve()))
    await allow(true)
    await new Promise<void>((resolve) => client.once('connect', () => resolve()))
  })
})
