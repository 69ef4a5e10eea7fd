import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createEvent, type EventPage, listEvents, setEventTag } from '@fieldwatch/contract/events/events'
import { type BuiltUnit, buildUnit } from '#testing/build-unit.ts'
import { buildEntity } from '#testing/build-users.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, call, db, features, signInAs } = await createTestApp({ database })
const entity = await buildEntity(db)
const admin = await signInAs({ role: 'admin', entity })
const START = Date.parse('2026-02-01T00:00:00.000Z')
const at = (minute: number): string => new Date(START + minute * 60_000).toISOString()

async function send(unit: BuiltUnit, records: Readonly<Record<number, number>>): Promise<void> {
  const sent = Object.entries(records).map(([minute, temp]) => ({ messageUTC: at(Number(minute)), temp }))
  await sendRecords(app, unit, 'room', sent)
}

async function build(): Promise<BuiltUnit> {
  const unit = await buildUnit(db, { entity })
  await send(unit, { 0: 15, 1: 25 })
  const body = { dataID: unit.dataId, name: 'hot', comparison: 'room.temp > 20', startDate: at(0) }
  assert.equal((await call(createEvent, { as: admin, body })).status, 200)
  return unit
}

async function rowsOf(unit: BuiltUnit) {
  const { body } = await call(listEvents, { as: admin, query: { dataID: unit.dataId, name: 'hot' } })
  const { occurrences } = body.details as EventPage
  const byStart = occurrences.toSorted((one, other) => Date.parse(one.startUTC) - Date.parse(other.startUTC))
  return byStart.map(({ startUTC, endUTC, tag }) => [startUTC, endUTC, tag ?? null])
}

describe('tables that take a step together', () => {
  it('are those that each would be alone, with their tags, also where one has a late record', async () => {
    const [goesOn, ends, isTagged, isLate] = [await build(), await build(), await build(), await build()]
    await features.events.run()
    const tag = { dataID: isTagged.dataId, name: 'hot', eventStartUTC: [at(1)], tag: 'door open' }
    assert.equal((await call(setEventTag, { as: admin, body: tag })).status, 200)

    await send(goesOn, { 2: 26, 3: 27 })
    await send(ends, { 2: 10, 3: 30, 4: 12 })
    await send(isTagged, { 2: 26 })
    await send(isLate, { 2: 10 })
    await features.events.run()
    await send(isLate, { 0.5: 22 })
    await send(ends, { 5: 11 })
    await features.events.run()

    // Nothing was sent since: those that go on end with their last record.
    assert.deepEqual(await rowsOf(goesOn), [[at(1), at(3), null]])
    assert.deepEqual(await rowsOf(ends), [
      [at(1), at(2), null],
      [at(3), at(4), null],
    ])
    assert.deepEqual(await rowsOf(isTagged), [[at(1), at(2), 'door open']])
    assert.deepEqual(await rowsOf(isLate), [[at(0.5), at(2), null]])
  })
})
