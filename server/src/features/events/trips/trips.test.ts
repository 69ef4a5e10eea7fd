import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createEvent, type EventOccurrence, type EventPage, listEvents } from '@fieldwatch/contract/events/events'
import { changePlace, createPlace, removePlace } from '@fieldwatch/contract/places/places'
import { STANDARD_TRIP_SETTINGS } from '@fieldwatch/contract/places/trip-conditions'
import { makeTracks, type Track } from '@fieldwatch/simulator/tracks/tracks'
import { createTrack, type TrackPoint } from '@fieldwatch/simulator/tracks/track-maker'
import { blockOf } from '#records/arrivals/followed-numbers.ts'
import { type BuiltUnit, buildUnit } from '#testing/build-unit.ts'
import { buildEntity } from '#testing/build-users.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createCorrectionTimes } from '#testing/correction-times.ts'
import { someRuns } from '#testing/some-runs.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { followJourney, lastingJourney } from './follow-journey.ts'
import { fixOf, journeyColumnsOf } from './journey-columns.ts'
import { type Journey, newJourneyState } from './journey-state.ts'

const times = createCorrectionTimes()
const database = await createTestDatabase()
const { app, call, db, features, signInAs } = await createTestApp({
  database,
  correctForMs: times.correctForMs,
})
const entity = await buildEntity(db)
const admin = await signInAs({ role: 'admin', entity })
const MINUTE = 60_000
const START = '2026-02-01T00:00:00.000Z'
const TRACKS = new Map(makeTracks().map((track) => [track.name, track]))

/** Numbers that are the same in every run. */
function randomBy(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

function shuffled<T>(all: readonly T[], random: () => number): T[] {
  return all
    .map((one) => ({ one, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ one }) => one)
}

function trackNamed(name: string): Track {
  const track = TRACKS.get(name)
  assert.ok(track)
  return track
}

async function send(unit: BuiltUnit, points: readonly TrackPoint[]): Promise<void> {
  const records = points.map(({ at, ...fields }) => ({ messageUTC: new Date(at).toISOString(), ...fields }))
  for (let start = 0; start < records.length; start += 5_000)
    await sendRecords(app, unit, 'location', records.slice(start, start + 5_000))
}

async function addTable(unit: BuiltUnit, comparison: string, name = 'trips'): Promise<void> {
  const made = await call(createEvent, { as: admin, body: { dataID: unit.dataId, name, comparison, startDate: START } })
  assert.equal(made.status, 200, JSON.stringify(made.failure))
}

async function rowsOf(unit: BuiltUnit, name = 'trips'): Promise<EventOccurrence[]> {
  await features.events.run()
  return ((await call(listEvents, { as: admin, query: { dataID: unit.dataId, name } })).body.details as EventPage)
    .occurrences
}

/** All positions at once, in their order. */
function tripsAtOnce(points: readonly TrackPoint[]): Journey[] {
  const own = { fields: [], places: [] }
  const settings = STANDARD_TRIP_SETTINGS
  const columns = journeyColumnsOf({ kind: 'trips', settings, gapMs: 60 * MINUTE, values: 0, own, usualAccuracy: 15 })
  const records = points.map(({ at, ...fields }) => ({ at, receivedAt: at, fields: JSON.stringify(fields) }))
  const block = blockOf(records, columns.fields)
  const state = newJourneyState(0)
  const found: Journey[] = []
  for (const index of block.at.keys()) {
    const fix = fixOf(columns, block, index, state)
    const ended = (journey: Journey): void => void (journey.kind === 'trips' && found.push(journey))
    if (fix !== undefined) followJourney(columns.rule, state, fix, ended)
  }
  const lasting = lastingJourney('trips', state, columns.rule)
  return lasting === undefined ? found : [...found, lasting]
}

function shownOf({ startUTC, endUTC, noDataAfter, ...columns }: EventOccurrence) {
  const end = noDataAfter ? null : endUTC
  return { startUTC, endUTC: end, metres: columns['location.trip_distance'], pauses: columns['location.trip_pauses'] }
}

function shownAtOnce({ startAt, endAt, lastAt, sums }: Journey) {
  const end = endAt === undefined || endAt === lastAt ? null : new Date(endAt).toISOString()
  const metres = Math.round(sums?.metres ?? 0)
  return { startUTC: new Date(startAt).toISOString(), endUTC: end, metres, pauses: sums?.pauses }
}

/** Several tracks of one day after the other, and wild positions in between. */
function manyTrips(): TrackPoint[] {
  const track = createTrack({
    seed: 77,
    lat: 59.33,
    lon: 18.06,
    at: Date.parse('2026-02-02T05:00:00.000Z'),
    every: 20,
    noise: 12,
  })
  for (let round = 0; round < 6; round += 1) {
    track.wait(12)
    track.drive(2_500, round * 300, 45)
    track.wait(2)
    if (round === 2) track.wild(40_000, 0, 1)
    track.drive(4_000, round * 300, 45)
    if (round === 4) track.wild(20_000, 0, 12)
    track.wait(9)
    if (round === 3) track.unheard(() => track.wait(80))
    track.drive(0, 0, 50)
  }
  return [...track.points()]
}

describe('a table of trips', () => {
  times.it('is the same in every order of arrival, and that of all positions at once', async () => {
    const points = manyTrips()
    const expected = tripsAtOnce(points).map(shownAtOnce)
    assert.ok(expected.length >= 10, `${expected.length} trips`)
    for (let order = 0; order < someRuns(12); order += 1) {
      const random = randomBy(order + 500)
      const unit = await buildUnit(db, { entity })
      await send(unit, points.slice(0, 1))
      if (order % 2 === 0) await addTable(unit, 'location trips')
      const late = new Set(points.filter(() => random() < 0.3))
      const inTime = points.filter((point) => !late.has(point))
      const behind = shuffled([...late], random)
      for (let start = 0; start < inTime.length; start += 90) {
        await send(unit, inTime.slice(start, start + 90))
        if (random() < 0.5) await features.events.run()
        await send(unit, behind.splice(0, 12))
        if (random() < 0.5) await features.events.run()
      }
      await send(unit, behind)
      if (order % 2 === 1) await addTable(unit, 'location trips')
      assert.deepEqual((await rowsOf(unit)).map(shownOf), expected, `order ${order}`)
    }
  })

  for (const { name, points, trips } of TRACKS.values()) {
    it(`has the trips that a person sees: ${name}`, async () => {
      const unit = await buildUnit(db, { entity })
      await send(unit, points)
      await addTable(unit, name === 'ferry' ? 'location trips (ignition location.ignition)' : 'location trips')
      const rows = await rowsOf(unit)
      assert.equal(rows.length, trips.length)
      for (const [index, row] of rows.entries()) {
        const { from = 0, to = 0, metres = 0 } = trips[index] ?? {}
        assert.ok(Math.abs(Date.parse(row.startUTC) - from) <= 2 * MINUTE)
        assert.ok(Math.abs(Date.parse(row.endUTC ?? '') - to) <= 3 * MINUTE)
        assert.ok(Math.abs(Number(row['location.trip_distance']) / metres - 1) < 0.06)
      }
    })
  }

  it('names places of the entity, and towns elsewhere', async () => {
    const geometry = { type: 'Point' as const, coordinates: [18.06, 59.33] as [number, number] }
    const made = await call(createPlace, { as: admin, body: { entity, name: 'Depot', geometry, radius: 100 } })
    const { points } = trackNamed('tunnel')
    const unit = await buildUnit(db, { entity })
    await send(unit, points)
    await addTable(unit, 'location trips')
    const [row] = await rowsOf(unit)
    assert.equal(row?.['location.trip_from'], 'Depot')
    assert.match(String(row?.['location.trip_to']), /^\p{Lu}\p{L}+/u)
    assert.ok(Number(row?.['location.trip_top_speed']) > 50 && Number(row?.['location.trip_top_speed']) < 70)

    await call(removePlace, { as: admin, body: { placeID: made.body.details.placeID } })
    const [after] = await rowsOf(unit)
    assert.notEqual(after?.['location.trip_from'], 'Depot')
  })

  it('is found again after a change of a place only where it shows its name, unless the place moves', async () => {
    const owner = await buildEntity(db)
    const as = await signInAs({ role: 'admin', entity: owner })
    const { points } = trackNamed('tunnel')
    const [there, elsewhere] = [await buildUnit(db, { entity: owner }), await buildUnit(db, { entity: owner })]
    await send(there, points)
    await send(
      elsewhere,
      points.map((point) => ({ ...point, lat: point.lat - 4 })),
    )
    for (const { dataId } of [there, elsewhere]) {
      const body = { dataID: dataId, name: 'trips', comparison: 'location trips', startDate: START }
      assert.equal((await call(createEvent, { as, body })).status, 200)
    }
    const geometry = { type: 'Point' as const, coordinates: [18.06, 59.33] as [number, number] }
    const made = await call(createPlace, { as, body: { entity: owner, name: 'Depot', geometry, radius: 100 } })
    const { placeID } = made.body.details
    await features.events.run()
    const revisions = async () => {
      const rows = await db.selectFrom('eventTable').select(['dataId', 'revision']).execute()
      return [there, elsewhere].map(({ dataId }) => rows.find((row) => row.dataId === dataId)?.revision ?? 0)
    }
    const fromOf = async (unit: BuiltUnit) => {
      await features.events.run()
      const { body } = await call(listEvents, { as, query: { dataID: unit.dataId, name: 'trips' } })
      return (body.details as EventPage).occurrences[0]?.['location.trip_from']
    }
    const [here = 0, away = 0] = await revisions()

    await call(changePlace, { as, body: { placeID, group: 'Depots' } })
    assert.deepEqual(await revisions(), [here, away])
    await call(changePlace, { as, body: { placeID, name: 'Old depot' } })
    assert.deepEqual(await revisions(), [here + 1, away])
    assert.equal(await fromOf(there), 'Old depot')
    await call(changePlace, { as, body: { placeID, radius: 150 } })
    assert.deepEqual(await revisions(), [here + 2, away + 1])
    await features.events.run()
    await call(removePlace, { as, body: { placeID } })
    assert.deepEqual(await revisions(), [here + 3, away + 1])
    assert.notEqual(await fromOf(there), 'Old depot')
  })

  times.it('is found again in pieces that keep what is before them', async () => {
    const unit = await buildUnit(db, { entity })
    const { points } = trackNamed('delivery round')
    await send(unit, points)
    await addTable(unit, 'location trips')
    const before = await rowsOf(unit)
    const again = points.filter((_, index) => index % 37 === 5)
    for (const point of again) {
      await send(unit, [{ ...point, lat: point.lat + 0.000_01 }])
      await features.events.run()
    }
    const changed = points.map((point) => (again.includes(point) ? { ...point, lat: point.lat + 0.000_01 } : point))
    assert.deepEqual((await rowsOf(unit)).map(shownOf), tripsAtOnce(changed).map(shownAtOnce))
    assert.equal(before.length, 1)
  })

  it('keeps one state of a moment where a corrected trip lasts until the next of them', async () => {
    const unit = await buildUnit(db, { entity })
    const track = createTrack({
      seed: 5,
      lat: 58,
      lon: 15,
      at: Date.parse('2026-02-02T05:00:00.000Z'),
      every: 5,
      noise: 3,
    })
    track.wait(6)
    track.drive(160_000, 0, 45)
    track.wait(20)
    const points = track.points()
    assert.ok(points.length > 2_200)
    await send(unit, points)
    await addTable(unit, 'location trips')
    assert.equal((await rowsOf(unit)).length, 1)

    // Further on all is as before, but for the way so far.
    const changed = points.map((point, index) => (index === 300 ? { ...point, lon: point.lon + 0.003 } : point))
    await send(unit, changed.slice(300, 301))
    assert.deepEqual((await rowsOf(unit)).map(shownOf), tripsAtOnce(changed).map(shownAtOnce))
  })

  it('has the values that are chosen besides, over the trip', async () => {
    const unit = await buildUnit(db, { entity })
    const { points } = trackNamed('clock of 1980')
    await send(unit, points)
    const times = points.map(({ at }) => at).filter((at) => at > Date.parse(START))
    const fuel = times.map((at, index) => ({ messageUTC: new Date(at + 1_000).toISOString(), level: 100 - index / 10 }))
    await sendRecords(app, unit, 'tank', fuel)
    const body = {
      dataID: unit.dataId,
      name: 'trips',
      comparison: 'location trips',
      startDate: START,
      values: [{ source: 'tank', field: 'level' }],
    }
    const made = await call(createEvent, { as: admin, body })
    assert.equal(made.status, 200, JSON.stringify(made.failure))
    const [row] = await rowsOf(unit)
    const [start, least] = [Number(row?.['tank.level']), Number(row?.['tank.level.least'])]
    assert.ok(start > 95 && start < 97, String(start))
    assert.ok(least < start - 2 && least > 90, String(least))
    const [from, to] = [Date.parse(String(row?.startUTC)), Date.parse(String(row?.endUTC))]
    const held = fuel.map(({ messageUTC, level }) => ({ at: Date.parse(messageUTC), level }))
    const lasted = held.map(({ at, level }, place) => {
      const [begins, ends] = [Math.max(at, from), Math.min(held[place + 1]?.at ?? to, to)]
      return { level, ms: Math.max(0, ends - begins) }
    })
    const truth = lasted.reduce((sum, { level, ms }) => sum + level * ms, 0) / (to - from)
    assert.ok(Math.abs(Number(row?.['tank.level.mean']) - truth) < 1e-9, `${row?.['tank.level.mean']} is ${truth}`)
  })

  it('needs a source with positions, and an ignition that there is', async () => {
    const unit = await buildUnit(db, { entity })
    await sendRecords(app, unit, 'tank', { level: 1 })
    await send(unit, trackNamed('tunnel').points.slice(0, 1))
    for (const comparison of ['tank trips', 'location trips (ignition tank.key)', 'location trips (stop 0 min)']) {
      const body = { dataID: unit.dataId, name: 'trips', comparison, startDate: START }
      assert.equal((await call(createEvent, { as: admin, body })).status, 400, comparison)
    }
  })
})

describe('a table of stops', () => {
  it('has where a unit stood between its trips', async () => {
    const unit = await buildUnit(db, { entity })
    await send(unit, trackNamed('motorway with a rest stop').points)
    await addTable(unit, 'location stops')
    const rows = await rowsOf(unit)
    assert.equal(rows.length, 3)
    assert.ok(Math.abs((rows[1]?.duration ?? 0) / MINUTE - 25) <= 3)
    assert.match(String(rows[1]?.['location.stop_place']), /^\p{Lu}/u)
  })

  it('counts a vehicle on a ferry as standing, by the ignition of another source', async () => {
    const unit = await buildUnit(db, { entity })
    const { points } = trackNamed('ferry')
    await send(
      unit,
      points.map(({ at, lat, lon }) => ({ at, lat, lon })),
    )
    const ignition = points.map(({ at, ignition: on }) => ({ messageUTC: new Date(at).toISOString(), ignition: on }))
    await sendRecords(app, unit, 'teltonika', ignition)
    await addTable(unit, 'location stops (ignition teltonika.ignition)', 'stops')
    await addTable(unit, 'location trips (ignition teltonika.ignition)')
    assert.equal((await rowsOf(unit)).length, 2)
    assert.equal((await rowsOf(unit, 'stops')).length, 3)
  })
})
