import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createEvent, type EventPage, listEvents } from '@fieldwatch/contract/events/events'
import { createTrack } from '@fieldwatch/simulator/tracks/track-maker'
import { advanceFollower } from '#records/arrivals/advance-follower.ts'
import { createStepMemory } from '#records/arrivals/step-memory.ts'
import { createInProcessBus } from '#platform/bus/bus.ts'
import { createLeaseStore } from '#platform/leases/lease-store.ts'
import { createPlaces } from '#fleet/gazetteer/places.ts'
import { createPlaceReadings } from '#records/places/place-readings.ts'
import { createMergedReader } from '#records/store/merged-reader.ts'
import { createThreadPool } from '#records/threads/thread-pool.ts'
import { type BuiltUnit, buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { createEventConsumer } from './event-consumer.ts'
import type { EventMemory } from './scan-checkpoint.ts'

const database = await createTestDatabase()
const { app, call, db, features, metrics, signInAs } = await createTestApp({ database })
const admin = await signInAs({ role: 'admin' })
const workers = createThreadPool({ size: 1 })
database.defer(() => workers.close())
const gazetteer = createPlaces({ log: silentLog })
database.defer(async () => gazetteer.close())
const reader = createMergedReader({ db, workers, metrics, log: silentLog })
const OWN_SERVER = 'a server that takes one step at a time'
const START = Date.parse('2026-02-02T00:00:00.000Z')
const MINUTE = 60_000

interface Sent {
  readonly at: number
  readonly [field: string]: number | undefined
}

async function send(unit: BuiltUnit, records: readonly Sent[]): Promise<void> {
  const sent = records.map(({ at, ...fields }) => ({ messageUTC: new Date(at).toISOString(), ...fields }))
  await sendRecords(app, unit, 'location', sent)
}

async function listed({ dataId }: BuiltUnit): Promise<string> {
  const { body } = await call(listEvents, { as: admin, query: { dataID: dataId, name: 'table' } })
  return JSON.stringify((body.details as EventPage).occurrences)
}

/** All that reads show while late records are looked at, in steps that are over at once, from before to after. */
async function readBetweenSteps(
  comparison: string,
  records: readonly Sent[],
  late: readonly (readonly Sent[])[],
): Promise<string[]> {
  const unit = await buildUnit(db, { entity: admin.entity })
  await send(unit, records)
  const body = { dataID: unit.dataId, name: 'table', comparison, startDate: new Date(START).toISOString() }
  assert.equal((await call(createEvent, { as: admin, body })).status, 200)
  await features.events.run()

  await createLeaseStore(db).begin(OWN_SERVER, 3_600_000)
  const follower = db.updateTable('arrivalFollower').where('dataId', '=', unit.dataId)
  await follower.set({ heldBy: OWN_SERVER }).execute()
  const { id } = await db
    .selectFrom('eventTable')
    .select('id')
    .where('dataId', '=', unit.dataId)
    .executeTakeFirstOrThrow()
  const memory = createStepMemory<EventMemory>()
  const places = createPlaceReadings({ db, reader, gazetteer })
  const consumer = createEventConsumer({ reader, places, bus: createInProcessBus(silentLog), correctForMs: () => 0 })
  const states = [await listed(unit)]
  let steps = 0
  for (const upload of [...late, []]) {
    if (upload.length > 0) await send(unit, upload)
    // One step of each upload but the last: the next one arrives in the middle of its correction.
    do {
      const outcome = await advanceFollower({ db, reader, server: OWN_SERVER, memory }, consumer, String(id))
      if (outcome === 'idle') break
      steps += 1
      states.push(await listed(unit))
    } while (upload.length === 0)
  }
  await createLeaseStore(db).end(OWN_SERVER)
  assert.ok(steps > 4, `${steps} steps`)
  return states.filter((state, index) => state !== states[index - 1])
}

describe('reads while late records are looked at', () => {
  const values = Array.from({ length: 400 }, (_, minute) => ({
    at: START + minute * MINUTE,
    speed: minute > 350 ? 1 : 9,
  }))

  it('see events as they were, and then as they are', async () => {
    const late = values.filter((_, minute) => minute % 20 === 10).map(({ at }) => ({ at: at + 1, speed: 1 }))

    const states = await readBetweenSteps('location.speed > 3', values, [late])

    assert.deepEqual(
      states.map((state) => state.split('startUTC').length - 1),
      [1, 18],
    )
  })

  it('see the state of every upload as a whole, though the next arrives before it is found', async () => {
    const lateAt = (minute: number) =>
      values.filter((_, at) => at % 40 === minute).map(({ at }) => ({ at: at + 1, speed: 1 }))

    const states = await readBetweenSteps('location.speed > 3', values, [lateAt(10), lateAt(30)])

    const counts = states.map((state) => state.split('startUTC').length - 1)
    assert.ok(
      counts.every((count) => [1, 10, 18].includes(count)),
      String(counts),
    )
    assert.equal(counts.at(-1), 18)
  })

  it('see trips as they were, and then as they are', async () => {
    const track = createTrack({ seed: 3, lat: 59.3, lon: 18, at: START, every: 5, noise: 5 })
    track.wait(10)
    for (let trip = 0; trip < 3; trip += 1) {
      track.drive(40_000, 0, 50)
      track.wait(15)
    }
    const points = track.points().map(({ at, lat, lon }) => ({ at, lat, lon }))
    // Where it was for a quarter of an hour in the middle of the first trip: two in its place.
    const middle = points[360]
    assert.ok(middle)
    const stood = points.slice(360, 545).map(({ at }) => ({ ...middle, at }))

    const states = await readBetweenSteps('location trips', points, [stood])

    const counts = states.map((state) => state.split('startUTC').length - 1)
    assert.deepEqual(counts, [counts[0], (counts[0] ?? 0) + 1])
  })
})
