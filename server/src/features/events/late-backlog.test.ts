import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createEvent } from '@fieldwatch/contract/events/events'
import { createInProcessBus } from '#platform/bus/bus.ts'
import { type BuiltUnit, buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'

/** `FIELDWATCH_BACKLOG=1000000` sends so many late records, and measures how long another table waits. */
const RECORDS = Number(process.env['FIELDWATCH_BACKLOG'] ?? 2_000)
const IS_MEASURED = process.env['FIELDWATCH_BACKLOG'] !== undefined
const LONGEST_WAIT_MS = 1_000
const AT_ONCE = 100_000
const SECOND = 1_000

const database = await createTestDatabase()
const bus = createInProcessBus(silentLog)
const { app, call, clock, db, features, signInAs } = await createTestApp({ database, bus })
const ada = await signInAs()
const start = clock() - 2 * RECORDS * SECOND

/** A unit with an event table, from which all that has come is found. */
async function follow(): Promise<BuiltUnit> {
  const unit = await buildUnit(db, { entity: ada.entity })
  await send(unit, clock() - SECOND, 1)
  const startDate = new Date(start).toISOString()
  const body = { dataID: unit.dataId, name: 'warm', comparison: 'room.temp > 8', startDate }
  assert.equal((await call(createEvent, { as: ada, body })).status, 200)
  await features.events.run()
  return unit
}

function send(unit: BuiltUnit, at: number, temp: number): Promise<unknown> {
  return sendRecords(app, unit, 'room', { messageUTC: new Date(at).toISOString(), temp })
}

async function countOccurrences({ dataId }: BuiltUnit): Promise<number> {
  const { count } = await db
    .selectFrom('eventOccurrence')
    .innerJoin('eventTable', 'eventTable.id', 'eventTable')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('dataId', '=', dataId)
    .executeTakeFirstOrThrow()
  return count
}

it('a backlog of late records of one event table delays no other', async (test) => {
  const [behind, other] = [await follow(), await follow()]
  for (let from = 0; from < RECORDS; from += AT_ONCE) {
    const records = Array.from({ length: Math.min(AT_ONCE, RECORDS - from) }, (_, index) => {
      return { messageUTC: start + (from + index) * SECOND, temp: (from + index) % 1_000 === 500 ? 9 : 1 }
    })
    await sendRecords(app, behind, 'room', records)
  }
  const waits: number[] = []
  for (let round = 0; round < 10; round += 1) {
    const isFound = Promise.withResolvers<void>()
    const stop = bus.subscribe('occurrences-changed', ({ dataId }) => dataId === other.dataId && isFound.resolve())
    const sentAt = performance.now()
    await send(other, clock() + round, round % 2 === 0 ? 9 : 1)
    await isFound.promise
    waits.push(performance.now() - sentAt)
    stop()
  }
  const found = await countOccurrences(behind)
  await features.events.run()

  const longest = Math.round(Math.max(...waits))
  test.diagnostic(`the other table waited for at most ${longest} ms, while ${found} occurrences were found`)
  if (IS_MEASURED) assert.ok(longest <= LONGEST_WAIT_MS)
  assert.deepEqual([await countOccurrences(behind), await countOccurrences(other)], [RECORDS / 1_000, 5])
})
