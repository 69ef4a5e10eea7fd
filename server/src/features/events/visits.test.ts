import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAlert } from '@fieldwatch/contract/alerts/alerts'
import {
  createEvent,
  listEvents,
  refreshEvent,
  type EventOccurrence,
  type EventPage,
} from '@fieldwatch/contract/events/events'
import { administerUnit } from '@fieldwatch/contract/units/units'
import { distanceBetween } from '@fieldwatch/contract/places/sphere'
import { changePlace, createPlace, removePlace } from '@fieldwatch/contract/places/places'
import { type BuiltUnit, buildUnit } from '#testing/build-unit.ts'
import { buildEntity } from '#testing/build-users.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createCorrectionTimes } from '#testing/correction-times.ts'
import { someRuns } from '#testing/some-runs.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const times = createCorrectionTimes()
const database = await createTestDatabase()
const { app, call, clock, db, features, signInAs } = await createTestApp({
  database,
  correctForMs: times.correctForMs,
})
const entity = await buildEntity(db)
const admin = await signInAs({ role: 'admin', entity })
const MINUTE = 60_000
const START = Date.parse('2026-02-01T00:00:00.000Z')

interface Position {
  readonly at: number
  readonly lat: number
  readonly lon: number
  readonly accuracy?: number
}

const DEPOT = { lat: 59.3, lon: 18.1, radius: 150 }
const SHOP = { lat: 59.32, lon: 18.1, radius: 80 }

/** Numbers that are the same in every run. */
function randomBy(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** About normally distributed, of standard deviation 1. */
function noise(random: () => number): number {
  return Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random())
}

function moved({ lat, lon }: { lat: number; lon: number }, north: number, east: number): { lat: number; lon: number } {
  return { lat: lat + north / 111_195, lon: lon + east / (111_195 * Math.cos((lat * Math.PI) / 180)) }
}

async function addPlace(name: string, { lat, lon, radius }: typeof DEPOT, group?: string): Promise<number> {
  const geometry = { type: 'Point' as const, coordinates: [lon, lat] as [number, number] }
  const body = { entity, name, geometry, radius, ...(group === undefined ? {} : { group }) }
  return (await call(createPlace, { as: admin, body })).body.details.placeID
}

async function send(unit: BuiltUnit, positions: readonly Position[]): Promise<void> {
  const records = positions.map(({ at, ...fields }) => ({ messageUTC: new Date(at).toISOString(), ...fields }))
  for (let start = 0; start < records.length; start += 5_000)
    await sendRecords(app, unit, 'location', records.slice(start, start + 5_000))
}

async function addTable(unit: BuiltUnit, comparison: string, name = 'visits'): Promise<void> {
  const body = { dataID: unit.dataId, name, comparison, startDate: new Date(START).toISOString() }
  const made = await call(createEvent, { as: admin, body })
  assert.equal(made.status, 200, made.failure.message)
}

async function visitsOf(unit: BuiltUnit, name = 'visits'): Promise<EventOccurrence[]> {
  await features.events.run()
  return ((await call(listEvents, { as: admin, query: { dataID: unit.dataId, name } })).body.details as EventPage)
    .occurrences
}

/** What a person would do by hand: from record to record in the order of time. */
function visitsNaively(positions: readonly Position[], places: readonly (typeof DEPOT & { name: string })[]) {
  const visits: { startUTC: string; endUTC: string | null; place: string; distance: number }[] = []
  let open: (typeof visits)[number] | undefined
  let counted: Position | undefined
  for (const position of positions.toSorted((one, other) => one.at - other.at)) {
    const accuracy = Math.max(3, position.accuracy ?? 15)
    const sides = places.map((place) => {
      const outside = distanceBetween([place.lon, place.lat], [position.lon, position.lat]) - place.radius
      return { name: place.name, value: outside / (outside < 0 ? Math.min(accuracy, place.radius / 2) : accuracy) }
    })
    const [nearest] = sides.toSorted((one, other) => one.value - other.value)
    const value = nearest?.value ?? Infinity
    const time = new Date(position.at).toISOString()
    if (open === undefined && value <= -1) {
      open = { startUTC: time, endUTC: null, place: nearest?.name ?? '', distance: 0 }
      visits.push(open)
      counted = position
    } else if (open !== undefined && value > 5) {
      open.endUTC = time
      open = undefined
    } else if (open !== undefined && counted !== undefined) {
      const step = distanceBetween([counted.lon, counted.lat], [position.lon, position.lat])
      if (step < Math.max(50, 3 * accuracy)) continue
      open.distance += step
      counted = position
    }
  }
  return visits
}

/** By the clock of the test the last record is long ago. */
function shownOf({ startUTC, endUTC: end, noDataAfter, ...columns }: EventOccurrence) {
  const endUTC = noDataAfter ? null : end
  const distance = Number(columns['location.visited_distance'])
  return { startUTC, endUTC, place: columns['location.visited_place'], distance: Math.round(distance) }
}

function rounded(visits: ReturnType<typeof visitsNaively>) {
  return visits.map((visit) => ({ ...visit, distance: Math.round(visit.distance) }))
}

/** There and back between the depot and the shop, with noise and a wild position now and then. */
function drive(seed: number, length: number): Position[] {
  const random = randomBy(seed)
  return Array.from({ length }, (_, index) => {
    const part = (1 + Math.cos((index / length) * 8 * Math.PI)) / 2
    const middle = { lat: SHOP.lat + (DEPOT.lat - SHOP.lat) * part, lon: DEPOT.lon }
    const accuracy = random() < 0.2 ? undefined : Math.round(3 + 20 * random())
    const place = moved(middle, 12 * noise(random), 12 * noise(random))
    return { at: START + index * MINUTE, ...place, ...(accuracy === undefined ? {} : { accuracy }) }
  })
}

function shuffled<T>(all: readonly T[], random: () => number): T[] {
  return all
    .map((one) => ({ one, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ one }) => one)
}

await addPlace('Depot', DEPOT, 'Stops')
await addPlace('Shop', SHOP, 'Stops')

describe('visits to places', () => {
  const places = [
    { ...DEPOT, name: 'Depot' },
    { ...SHOP, name: 'Shop' },
  ]

  times.it('are the same in every order of arrival, and those that a person finds', async () => {
    // Steps that are over at once are hundreds for each late record.
    const [count, orders] = times.correctForMs() === 0 ? [200, someRuns(6)] : [600, someRuns(12)]
    const track = drive(7, count)
    const expected = rounded(visitsNaively(track, places))
    assert.ok(expected.length >= 6)
    for (let order = 0; order < orders; order += 1) {
      const random = randomBy(order + 100)
      const unit = await buildUnit(db, { entity })
      await send(unit, track.slice(0, 1))
      if (order % 2 === 0) await addTable(unit, 'location in group Stops')
      const late = new Set(track.filter(() => random() < 0.3))
      const inTime = track.filter((position) => !late.has(position))
      const behind = shuffled([...late], random)
      for (let start = 0; start < inTime.length; start += count / 10) {
        await send(unit, inTime.slice(start, start + count / 10))
        if (random() < 0.5) await features.events.run()
        await send(unit, behind.splice(0, 10))
        if (random() < 0.5) await features.events.run()
      }
      await send(unit, behind)
      if (order % 2 === 1) await addTable(unit, 'location in group Stops')
      assert.deepEqual((await visitsOf(unit)).map(shownOf), expected, `order ${order}`)
    }
  })

  it('are one while a unit is parked on the border for a week with 15 m of noise', async () => {
    const random = randomBy(3)
    const unit = await buildUnit(db, { entity })
    const border = moved(DEPOT, DEPOT.radius, 0)
    const parked = Array.from({ length: 7 * 24 * 60 }, (_, minute): Position => ({
      at: START + minute * MINUTE,
      ...moved(border, 15 * noise(random), 15 * noise(random)),
    }))
    await send(unit, parked)
    await addTable(unit, 'location in group Stops')

    const visits = await visitsOf(unit)
    assert.equal(visits.length, 1)
    assert.equal(visits[0]?.noDataAfter, true)
    assert.ok((visits[0]?.duration ?? 0) > 6.9 * 24 * 60 * MINUTE)
  })

  it('do not end by a position that is none, or too inexact to say', async () => {
    const unit = await buildUnit(db, { entity })
    await send(unit, [
      { at: START, ...DEPOT },
      { at: START + MINUTE, lat: 0, lon: 0 },
      { at: START + 2 * MINUTE, ...moved(DEPOT, 2_000, 0), accuracy: 1_000 },
      { at: START + 3 * MINUTE, ...DEPOT },
      { at: START + 4 * MINUTE, ...moved(DEPOT, 2_000, 0), accuracy: 10 },
    ])
    await addTable(unit, 'location in group Stops')

    assert.deepEqual((await visitsOf(unit)).map(shownOf), [
      {
        startUTC: new Date(START).toISOString(),
        endUTC: new Date(START + 4 * MINUTE).toISOString(),
        place: 'Depot',
        distance: 0,
      },
    ])
  })
})

describe('a table on a place', () => {
  it('is found again when the place changes, and ends with the place', async () => {
    const placeID = await addPlace('Yard', { lat: 10, lon: 10, radius: 100 })
    const unit = await buildUnit(db, { entity })
    await send(unit, [
      { at: START, lat: 10, lon: 10 },
      { at: START + MINUTE, lat: 11, lon: 10 },
    ])
    await addTable(unit, `location in place ${placeID}`)
    await addTable(unit, `location outside place ${placeID}`, 'away')
    assert.equal((await visitsOf(unit)).length, 1)
    assert.deepEqual(
      (await visitsOf(unit, 'away')).map(({ startUTC }) => startUTC),
      [new Date(START + MINUTE).toISOString()],
    )

    const geometry = { type: 'Point' as const, coordinates: [10, 11] as [number, number] }
    await call(changePlace, { as: admin, body: { placeID, name: 'New yard', geometry } })
    const [visit] = (await visitsOf(unit)).map(shownOf)
    assert.deepEqual([visit?.startUTC, visit?.place], [new Date(START + MINUTE).toISOString(), 'New yard'])

    await call(removePlace, { as: admin, body: { placeID } })
    const { tables } = (await call(listEvents, { as: admin, query: { dataID: unit.dataId } })).body.details as {
      tables: { state: string; ended: string | null }[]
    }
    assert.deepEqual(
      tables.map(({ state, ended }) => [state, ended]),
      [
        ['ended', 'The place New yard was deleted.'],
        ['ended', 'The place New yard was deleted.'],
      ],
    )
    assert.equal((await visitsOf(unit)).length, 1)
  })

  it('is found again when an admin says how exact positions without an accuracy are', async () => {
    const unit = await buildUnit(db, { entity })
    // 20 m inside, and then 120 m outside: within five accuracies of 25 m, and not of 15 m.
    await send(unit, [
      { at: START, ...moved(DEPOT, DEPOT.radius - 30, 0) },
      { at: START + MINUTE, ...moved(DEPOT, DEPOT.radius + 120, 0) },
      { at: START + 2 * MINUTE, ...moved(DEPOT, DEPOT.radius - 30, 0) },
    ])
    await addTable(unit, 'location in group Stops')
    await addTable(unit, 'location trips', 'trips')
    assert.equal((await visitsOf(unit)).length, 2)

    const administer = async (positionAccuracy: number | null) => {
      const { version } = await createUnitStore(db).getDocument(unit.dataId, [entity])
      const body = { positionAccuracy, version }
      const changed = await call(administerUnit, { as: admin, params: { dataID: unit.dataId }, body })
      await features.movedUnits.run()
      return changed
    }
    assert.equal((await administer(25)).body.details.positionAccuracy, 25)
    assert.equal((await visitsOf(unit)).length, 1)
    assert.equal((await administer(null)).body.details.positionAccuracy, undefined)
    assert.equal((await visitsOf(unit)).length, 2)
    const revisions = () =>
      db.selectFrom('eventTable').select('revision').where('dataId', '=', unit.dataId).orderBy('name').execute()
    assert.deepEqual(await revisions(), [{ revision: 2 }, { revision: 2 }])
    // The same again changes nothing.
    await administer(null)
    assert.deepEqual(await revisions(), [{ revision: 2 }, { revision: 2 }])
    assert.equal((await administer(2)).status, 400)
  })

  it('finds nothing by places of another entity', async () => {
    const other = await buildEntity(db)
    const unit = await buildUnit(db, { entity: other })
    const stranger = await signInAs({ role: 'admin', entity: other })
    const placeID = await addPlace('Secret', { lat: 20, lon: 20, radius: 100 })
    await send(unit, [{ at: START, lat: 20, lon: 20 }])
    const body = {
      dataID: unit.dataId,
      name: 'visits',
      comparison: `location in place ${placeID}`,
      startDate: '2026-01-01',
    }
    const made = await call(createEvent, { as: stranger, body })
    assert.equal(made.status, 400)
    assert.deepEqual(made.failure.details, { fields: { comparison: 'The unit has no such place.' } })
  })

  it('gets its columns when a table becomes one, and loses them when it is one no more', async () => {
    const unit = await buildUnit(db, { entity })
    await send(unit, [{ at: START, ...DEPOT, accuracy: 5 }])
    await addTable(unit, 'location.accuracy > 1')
    const valuesAs = async (comparison: string) => {
      const changed = await call(refreshEvent, { as: admin, body: { dataID: unit.dataId, name: 'visits', comparison } })
      assert.equal(changed.status, 200, JSON.stringify(changed.failure))
      const [visit] = await visitsOf(unit)
      return Object.keys(visit ?? {}).filter((column) => /visited_\w+$/.test(column))
    }
    assert.deepEqual(await valuesAs('location in group Stops'), ['location.visited_place', 'location.visited_distance'])
    assert.deepEqual(await valuesAs('location.accuracy > 2'), [])
  })

  it('ends when its unit leaves the entity of the place, and is found by the places that count then', async () => {
    const [from, to] = [await buildEntity(db), await buildEntity(db)]
    const owner = await signInAs({ role: 'admin', entity: from })
    const add = async (of: typeof from, name: string) => {
      const geometry = { type: 'Point' as const, coordinates: [30, 30] as [number, number] }
      const body = { entity: of, name, geometry, radius: 100, group: 'Yards' }
      const as = await signInAs({ role: 'admin', entity: of })
      return (await call(createPlace, { as, body })).body.details.placeID
    }
    const placeID = await add(from, 'Old yard')
    await add(to, 'New yard')
    const unit = await buildUnit(db, { entity: from })
    await send(unit, [
      { at: START, lat: 30, lon: 30 },
      { at: START + MINUTE, lat: 31, lon: 30 },
    ])
    const tables = { one: `location in place ${placeID}`, any: 'location in group Yards', ways: 'location trips' }
    for (const [name, comparison] of Object.entries(tables)) {
      const body = { dataID: unit.dataId, name, comparison, startDate: new Date(START).toISOString() }
      assert.equal((await call(createEvent, { as: owner, body })).status, 200)
    }
    await features.events.run()
    await db.transaction().execute((tx) => createUnitStore(tx).setEntities(unit.dataId, [to], [from, to]))
    await features.movedUnits.run()
    await features.events.run()

    const heir = await signInAs({ role: 'admin', entity: to })
    const listed = (await call(listEvents, { as: heir, query: { dataID: unit.dataId } })).body.details as {
      tables: { name: string; ended: string | null }[]
    }
    const ended = listed.tables.filter((table) => table.ended !== null)
    assert.deepEqual(
      ended.map((table) => [table.name, table.ended]),
      [['one', 'The unit no longer belongs to the entity of this place.']],
    )
    const placesOf = async (name: string) => {
      const page = (await call(listEvents, { as: heir, query: { dataID: unit.dataId, name } })).body
        .details as EventPage
      return page.occurrences.map((row) => row['location.visited_place'])
    }
    assert.deepEqual(await placesOf('one'), [null])
    assert.deepEqual(await placesOf('any'), ['New yard'])
  })

  it('needs a source with positions', async () => {
    const unit = await buildUnit(db, { entity })
    await sendRecords(app, unit, 'tank', { level: 1 })
    const body = { dataID: unit.dataId, name: 'visits', comparison: 'tank in group Stops', startDate: '2026-01-01' }
    assert.equal((await call(createEvent, { as: admin, body })).status, 400)
  })
})

describe('an alert that follows a table on a place', () => {
  const now = clock()
  const far = moved(DEPOT, 3_000, 0)

  async function follow(
    comparison: string,
    given: { forSeconds?: number } = {},
    from: { lat: number; lon: number } = DEPOT,
  ) {
    const unit = await buildUnit(db, { entity, friendlyName: 'Truck 4' })
    await send(unit, [{ at: now - 60 * MINUTE, ...from }])
    await addTable(unit, comparison, 'Depot')
    const body = { name: 'Depot', type: 'event' as const, event: 'Depot', devices: [unit.dataId], ...given }
    const made = await call(createAlert, { as: admin, body })
    assert.equal(made.status, 200, made.failure.message)
    await mails()
    return unit
  }

  /** What was mailed since the last call. */
  let known = 0
  async function mails(): Promise<string[]> {
    await features.alerts.run()
    await features.alertCorrections.run()
    await features.alertTimers.run()
    const rows = await db.selectFrom('outbox').selectAll().orderBy('id').execute()
    const added = rows.slice(known)
    known = rows.length
    return added.map(({ body }) => body)
  }

  it('is mailed once when a unit leaves, and not by a late record', async () => {
    const unit = await follow('location outside group Stops')
    await send(unit, [{ at: now - 50 * MINUTE, ...moved(DEPOT, 20, 0) }])
    assert.deepEqual(await mails(), [])
    await send(unit, [{ at: now - 40 * MINUTE, ...far }])
    const left = await mails()
    assert.equal(left.length, 1)
    await send(unit, [{ at: now - 30 * MINUTE, ...far }])
    await send(unit, [{ at: now - 55 * MINUTE, ...far }])
    assert.deepEqual(await mails(), [])
  })

  it('is mailed when a unit comes, or once it has stayed for long', async () => {
    const unit = await follow('location in group Stops', {}, far)
    await send(unit, [{ at: now - 50 * MINUTE, ...far }])
    assert.deepEqual(await mails(), [])
    await send(unit, [{ at: now - 40 * MINUTE, ...DEPOT }])
    assert.equal((await mails()).length, 1)

    const other = await follow('location in group Stops', { forSeconds: 1_200 }, far)
    await send(other, [{ at: now - 50 * MINUTE, ...far }])
    await send(other, [{ at: now - 40 * MINUTE, ...DEPOT }])
    await send(other, [{ at: now - 25 * MINUTE, ...DEPOT }])
    assert.deepEqual(await mails(), [])
    await send(other, [{ at: now - 15 * MINUTE, ...DEPOT }])
    assert.equal((await mails()).length, 1)
  })
})
