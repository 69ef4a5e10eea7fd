import assert from 'node:assert/strict'
import { it } from 'node:test'
import { listAlertHistory } from '@fieldwatch/contract/alerts/alert-history'
import { createAlert } from '@fieldwatch/contract/alerts/alerts'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { createInProcessBus } from '#platform/bus/bus.ts'
import { type BuiltUnit, buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'

/** `FIELDWATCH_BACKLOG=1000000` sends so many late records, and measures how long a thousand other alerts wait. */
const RECORDS = Number(process.env['FIELDWATCH_BACKLOG'] ?? 2_000)
const IS_MEASURED = process.env['FIELDWATCH_BACKLOG'] !== undefined
const OTHERS = IS_MEASURED ? 999 : 5
const LONGEST_WAIT_MS = 2_000
const AT_ONCE = 100_000
const SECOND = 1_000

const database = await createTestDatabase()
const bus = createInProcessBus(silentLog)
const { app, call, clock, db, features, signInAs, signInWith } = await createTestApp({ database, bus })
let owner = await signInAs({ role: 'admin' })

/** An alert on a new unit, which has sent nothing yet. */
async function watch() {
  const unit = await buildUnit(db, { entity: owner.entity })
  await db
    .insertInto('source')
    .values({
      data_id: unit.dataId,
      name: 'room' as never,
      field_types: '{"temp":"float"}',
      last_received_at: new Date(0),
    })
    .execute()
  const condition = { field: 'temp', operator: 'greater than', constant: 8 } as const
  const body = { name: 'Warm', devices: [unit.dataId], source: 'room', condition, clearLimit: 4 }
  return { unit, id: (await call(createAlert, { as: owner, body })).body.details.alertID }
}

/** Between the two limits, and behind each of them once in a thousand records. */
function valueOf(index: number): number {
  const place = index % 1_000
  return place === 100 ? 9 : place === 600 ? 2 : 6
}

it('a backlog of late records of one alert delays no other', async (test) => {
  const behind = await watch()
  const others: BuiltUnit[] = []
  while (others.length < OTHERS) others.push((await watch()).unit)
  const start = clock() - 2 * RECORDS * SECOND
  const send = (unit: BuiltUnit, at: number, temp: number) =>
    sendRecords(app, unit, 'room', { messageUTC: new Date(at).toISOString(), temp })
  await send(behind.unit, clock(), 5)
  await features.alerts.run()

  for (let from = 0; from < RECORDS; from += AT_ONCE) {
    const records = Array.from({ length: Math.min(AT_ONCE, RECORDS - from) }, (_, index) => {
      return { messageUTC: start + (from + index) * SECOND, temp: valueOf(from + index) }
    })
    await sendRecords(app, behind.unit, 'room', records)
  }
  const waits = new Map<DataId | undefined, number>()
  const sentAt = new Map<DataId, number>()
  const isHeard = Promise.withResolvers<void>()
  bus.subscribe('alert-changed', ({ dataId }) => {
    const sent = dataId && sentAt.get(dataId)
    if (sent !== undefined && !waits.has(dataId)) waits.set(dataId, performance.now() - sent)
    if (waits.size === OTHERS) isHeard.resolve()
  })
  for (const unit of others) {
    sentAt.set(unit.dataId, performance.now())
    await send(unit, clock(), 9)
  }
  await isHeard.promise

  const longest = Math.max(...waits.values())
  test.diagnostic(`the other ${OTHERS} waited for at most ${Math.round(longest)} ms`)
  if (IS_MEASURED) assert.ok(longest <= LONGEST_WAIT_MS)
  await features.alerts.run()
  await features.alertCorrections.run()
  owner = await signInWith(owner.email)
  const query = { alertID: behind.id, limit: 500 }
  const { history } = (await call(listAlertHistory, { as: owner, query })).body.details
  const expected = Array.from({ length: RECORDS }, (_, index) => valueOf(index)).filter((value) => value !== 6)
  assert.deepEqual(
    history.toReversed().map(({ value }) => value),
    expected.slice(-500),
  )
})
