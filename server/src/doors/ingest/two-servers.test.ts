import assert from 'node:assert/strict'
import { it } from 'node:test'
import mqtt, { type MqttClient } from 'mqtt'
import { createInProcessBus } from '#platform/bus/bus.ts'
import { buildUnit, type BuiltUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createFakeClock, TEST_START } from '#testing/fake-clock.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'

const FIVE_MINUTES = 300_000

const database = await createTestDatabase()
const bus = createInProcessBus(silentLog)
const { app, db, features } = await createTestApp({ database, bus })
const { app: otherApp, features: others } = await createTestApp({
  database,
  bus,
  clock: createFakeClock(TEST_START - FIVE_MINUTES),
})

const at = (second: number): string => new Date(Date.UTC(2026, 1, 1, 0, 0, second)).toISOString()

it('A record that another server stored is replaced, although it is newer than all that this one knows of', async () => {
  const unit = await buildUnit(db)
  await sendRecords(app, unit, 'probe', { messageUTC: at(1), level: 1 })
  await sendRecords(otherApp, unit, 'probe', { messageUTC: at(5), level: 2 })

  await sendRecords(app, unit, 'probe', [
    { messageUTC: at(5), level: 3 },
    { messageUTC: at(6), level: 4 },
  ])

  const rows = await db
    .selectFrom('record')
    .innerJoin('source', 'source.sourceKey', 'record.sourceKey')
    .select(['at', 'fields'])
    .where('dataId', '=', unit.dataId)
    .orderBy('at')
    .execute()
  assert.deepEqual(
    rows.map((row) => [row.at.toISOString(), row.fields]),
    [
      [at(1), { level: 1 }],
      [at(5), { level: 3 }],
      [at(6), { level: 4 }],
    ],
  )
})

it('A connection ends when its client connects to another server, whichever clock is ahead', async () => {
  const ports = [
    await features.mqtt.listen({ host: '127.0.0.1', port: 0 }),
    await others.mqtt.listen({ host: '127.0.0.1', port: 0 }),
  ]
  for (const [first, second] of [ports, ports.toReversed()]) {
    const unit = await buildUnit(db)
    const old = await connect(unit, first)
    const ended = new Promise<void>((resolve) => old.once('close', resolve))

    const next = await connect(unit, second)
    await ended

    assert.deepEqual([old.connected, next.connected], [false, true])
    await next.endAsync()
  }
})

function connect(unit: BuiltUnit, port = 0): Promise<MqttClient> {
  const options = { clientId: 'gateway', username: unit.dataId, password: unit.token, reconnectPeriod: 0 }
  return mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, options, false)
}
