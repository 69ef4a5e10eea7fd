import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { listAlertHistory } from '@fieldwatch/contract/alerts/alert-history'
import { rehearseAlert } from '@fieldwatch/contract/alerts/alert-rehearsal'
import type { AlertSchedule } from '@fieldwatch/contract/alerts/alert-schedule'
import { createAlert } from '@fieldwatch/contract/alerts/alerts'
import type { AlertId, SourceName } from '@fieldwatch/contract/api/ids'
import { createEvent, listEvents } from '@fieldwatch/contract/events/events'
import { parkedReading, placeBound } from '@fieldwatch/contract/places/place-conditions'
import { changePlace, createPlace, removePlace } from '@fieldwatch/contract/places/places'
import fc from 'fast-check'
import { judgeLeavingNaively } from '#records/conditions/testing/judge-naively.ts'
import { createRetentionStore } from '#records/store/retention-store.ts'
import { type BuiltUnit, buildUnit } from '#testing/build-unit.ts'
import { buildEntity } from '#testing/build-users.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createCorrectionTimes } from '#testing/correction-times.ts'
import { someRuns } from '#testing/some-runs.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const times = createCorrectionTimes()
const database = await createTestDatabase()
const { app, call, clock, db, features, signInAs } = await createTestApp({
  database,
  correctForMs: times.correctForMs,
})
const entity = await buildEntity(db)
let admin = await signInAs({ role: 'admin', entity })
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const START = clock() - 5 * DAY

/** Positions by how far outside of the border they are, in accuracies. */
const POSITIONS = {
  inside: { lat: 59.3, outside: -3 },
  border: { lat: 59.3 + 170 / 111_195, outside: 2 },
  outside: { lat: 59.4, outside: 100 },
} as const
type Side = keyof typeof POSITIONS

const geometry = { type: 'Point' as const, coordinates: [18.1, 59.3] as [number, number] }
const addPlace = async (name: string): Promise<number> =>
  (await call(createPlace, { as: admin, body: { entity, name, geometry, radius: 150, group: 'Depots' } })).body.details
    .placeID
const placeID = await addPlace('Depot')

interface Sent {
  readonly at: number
  readonly side: Side
  /** Undefined: the record does not say. */
  readonly ignition: boolean | undefined
}

async function send(unit: BuiltUnit, sent: readonly Sent[]): Promise<void> {
  const records = sent.map(({ at, side, ignition }) => {
    const { lat } = POSITIONS[side]
    const messageUTC = new Date(at).toISOString()
    return { messageUTC, lat, lon: 18.1, accuracy: 10, ...(ignition === undefined ? {} : { ignition }) }
  })
  if (records.length > 0) await sendRecords(app, unit, 'location', records)
}

/** A unit that is known to send positions with the ignition. */
async function addUnit(): Promise<BuiltUnit> {
  const unit = await buildUnit(db, { entity, friendlyName: 'Trailer 7' })
  await send(unit, [{ at: START - 20 * DAY, side: 'outside', ignition: true }])
  return unit
}

async function addTable(unit: BuiltUnit, what = `place ${placeID}`): Promise<void> {
  const comparison = `location left parked (ignition) ${what}`
  const startDate = new Date(START).toISOString()
  const body = { dataID: unit.dataId, name: 'Left parked', comparison, startDate, maxGapMinutes: 60 }
  const made = await call(createEvent, { as: admin, body })
  assert.equal(made.status, 200, JSON.stringify(made.failure))
}

const draft = (units: readonly BuiltUnit[]) => ({
  type: 'event' as const,
  event: 'Left parked',
  devices: units.map(({ dataId }) => dataId),
})

async function follow(
  units: readonly BuiltUnit[],
  given: { forSeconds?: number; schedule?: AlertSchedule } = {},
): Promise<AlertId> {
  const body = { name: 'Carried off', ...draft(units), ...given }
  const made = await call(createAlert, { as: admin, body })
  assert.equal(made.status, 200, JSON.stringify(made.failure))
  return made.body.details.alertID
}

function momentText(kind: 'began' | 'ended', at: number): string {
  return `${kind} ${(at - START) / MINUTE}`
}

async function changesOf(alertID: AlertId, { dataId }: BuiltUnit): Promise<string[]> {
  const query = { alertID, dataID: dataId, limit: 500 }
  const { history } = (await call(listAlertHistory, { as: admin, query })).body.details
  return history.toReversed().flatMap(({ happening, atUTC }) => {
    if (happening !== 'high' && happening !== 'ok') return []
    return momentText(happening === 'high' ? 'began' : 'ended', Date.parse(atUTC))
  })
}

/** What the event table has found, without its clock. */
async function periodsOf({ dataId }: BuiltUnit): Promise<string[]> {
  await features.events.run()
  const rows = await db
    .selectFrom('eventOccurrence')
    .innerJoin('eventTable', 'eventTable.id', 'eventTable')
    .select(['eventOccurrence.startAt', 'endAt'])
    .where('dataId', '=', dataId)
    .orderBy('eventOccurrence.startAt')
    .execute()
  return rows.flatMap(({ startAt: start, endAt: end }) => [
    momentText('began', start),
    ...(end === null ? [] : [momentText('ended', end)]),
  ])
}

async function judge(): Promise<void> {
  await features.alerts.run()
  await features.alertCorrections.run()
}

const known = new Set<string>()

/** What was mailed since the last call. */
async function mails(): Promise<string[]> {
  await judge()
  await features.alertTimers.run()
  const rows = await db.selectFrom('outbox').selectAll().orderBy('createdAt').execute()
  const added = rows.filter(({ id }) => !known.has(id))
  for (const { id } of added) known.add(id)
  return added.map(({ body }) => body)
}

/** Sessions end while days pass, and alerts of other tests send mails too. */
async function beginAgain(): Promise<void> {
  admin = await signInAs({ role: 'admin', entity })
  await db.deleteFrom('alert').execute()
  await mails()
}

describe('leaving a place while parked', () => {
  const gapMs = 60 * MINUTE
  const bound = placeBound('outside')
  const condition = { bound, clearBound: { ...bound, constant: placeBound('in').constant }, gapMs, leavesParked: true }
  const sides = fc.constantFrom<Side>('inside', 'inside', 'border', 'outside', 'outside')
  const ignitions = fc.constantFrom(false, false, true, undefined)
  const positions = fc
    .tuple(fc.integer({ min: 0, max: 40 }), sides, ignitions)
    .map(([place, side, ignition]): Sent => ({ at: START + place * 10 * MINUTE, side, ignition }))
  const upload = fc.uniqueArray(positions, { maxLength: 8, selector: ({ at }) => at })
  const uploads = fc.array(upload, { minLength: 5, maxLength: 5 })
  const histories = fc.array(uploads, { minLength: 6, maxLength: 6 })

  /** What a person finds in all records that are stored in the end. */
  const expectedOf = (sent: readonly (readonly Sent[])[], forMs: number): string[] => {
    const stored = new Map(sent.flat().map((one) => [one.at, one]))
    const readings = [...stored.values()]
      .toSorted((one, other) => one.at - other.at)
      .map(({ at, side, ignition = Number.NaN }) => ({
        at,
        value: parkedReading(POSITIONS[side].outside, Number(ignition)),
      }))
      .filter(({ value }) => !Number.isNaN(value))
    return judgeLeavingNaively({ ...condition, forMs }, readings).map(({ kind, at }) => momentText(kind, at))
  }

  times.it(
    'is found alike by tables, alerts and previews, in whatever order positions arrive or are replaced',
    async () => {
      await fc.assert(
        fc.asyncProperty(histories, fc.constantFrom(0, 15), async (sent, minutes) => {
          const units = await Promise.all(sent.map(addUnit))
          for (const unit of units) await addTable(unit)
          const alertID = await follow(units, { forSeconds: minutes * 60 })
          for (const turn of [0, 1, 2, 3, 4]) {
            for (const [place, unit] of units.entries()) await send(unit, sent[place]?.[turn] ?? [])
            await judge()
            if (turn !== 2) await features.events.run()
          }
          const asked = { ...draft(units), forSeconds: minutes * 60 }
          const rehearsal = (await call(rehearseAlert, { as: admin, body: asked })).body.details
          for (const [place, unit] of units.entries()) {
            const lasting = expectedOf(sent[place] ?? [], minutes * MINUTE)
            assert.deepEqual(await periodsOf(unit), expectedOf(sent[place] ?? [], 0))
            assert.deepEqual(await changesOf(alertID, unit), lasting)
            const { events = [] } = rehearsal.units.find(({ dataID }) => dataID === unit.dataId) ?? {}
            const times = events.flatMap(({ startUTC, endUTC }) => [
              momentText('began', Date.parse(startUTC)),
              ...(endUTC === null ? [] : [momentText('ended', Date.parse(endUTC))]),
            ])
            assert.deepEqual(times, lasting)
          }
        }),
        { numRuns: someRuns(3) },
      )
    },
  )
})

describe('an alert on leaving while parked', () => {
  beforeEach(beginAgain)
  const parked = (at: number): Sent => ({ at, side: 'inside', ignition: false })
  const carried = (at: number): Sent => ({ at, side: 'outside', ignition: false })
  const driven = (at: number, side: Side): Sent => ({ at, side, ignition: true })

  /** A unit that is parked in the depot, with its alert. */
  async function watch(given: { forSeconds?: number; schedule?: AlertSchedule } = {}): Promise<BuiltUnit> {
    const unit = await addUnit()
    await addTable(unit)
    await follow([unit], given)
    await send(unit, [parked(clock())])
    assert.deepEqual(await mails(), [])
    clock.advance(5 * MINUTE)
    return unit
  }

  it('is mailed once for a unit that is carried off, and is OK when it is back', async () => {
    const unit = await watch()
    await send(unit, [carried(clock())])
    const [mail, ...others] = await mails()
    assert.match(mail ?? '', /Trailer 7: event table Left parked: left while parked at/)
    assert.deepEqual(others, [])
    // An engine that starts somewhere else does not bring it back.
    clock.advance(MINUTE)
    await send(unit, [driven(clock(), 'outside')])
    assert.deepEqual(await mails(), [])
    clock.advance(10 * MINUTE)
    await send(unit, [parked(clock())])
    assert.equal((await mails()).length, 1)
  })

  it('is not mailed for one that is driven, nor where it is parked elsewhere after that', async () => {
    const unit = await watch()
    await send(unit, [driven(clock(), 'inside')])
    clock.advance(MINUTE)
    await send(unit, [driven(clock(), 'outside')])
    clock.advance(20 * MINUTE)
    await send(unit, [carried(clock())])
    assert.deepEqual(await mails(), [])
    assert.deepEqual(await periodsOf(unit), [])
  })

  it('is not mailed for one that has not been in the place yet', async () => {
    const unit = await addUnit()
    await addTable(unit)
    await follow([unit])
    await send(unit, [carried(clock()), carried(clock() + MINUTE)])
    assert.deepEqual(await mails(), [])
  })

  it('is taken back by a late record that shows the driver, and not raised by one', async () => {
    const unit = await watch()
    await send(unit, [carried(clock())])
    assert.equal((await mails()).length, 1)
    await send(unit, [driven(clock() - MINUTE, 'inside')])
    await mails()
    clock.advance(2 * MINUTE)
    assert.match((await mails()).join(), /the event ended at/)
    assert.deepEqual(await periodsOf(unit), [])

    const away = await watch()
    await send(away, [driven(clock() - 2 * MINUTE, 'inside')])
    await send(away, [carried(clock())])
    assert.deepEqual(await mails(), [])
    await send(away, [parked(clock() - MINUTE)])
    assert.deepEqual(await mails(), [])
    assert.equal((await periodsOf(away)).length, 1)
  })

  it('counts departures at the chosen times alone', async () => {
    const night: AlertSchedule = { kind: 'during', days: [1, 2, 3, 4, 5, 6, 7], from: '20:00', to: '06:00' }
    const passUntil = (hours: number): void => clock.advance(((hours * HOUR - (clock() % DAY) + DAY) % DAY) + DAY)
    passUntil(12)
    admin = await signInAs({ role: 'admin', entity })
    const unit = await watch({ schedule: night })
    await send(unit, [carried(clock())])
    assert.deepEqual(await mails(), [])
    passUntil(21)
    // It was away before.
    await send(unit, [carried(clock())])
    assert.deepEqual(await mails(), [])
    await send(unit, [parked(clock() + MINUTE)])
    clock.advance(2 * MINUTE)
    await send(unit, [carried(clock())])
    assert.equal((await mails()).length, 1)
  })

  it('goes by the place as it is, and ends with it', async () => {
    const yard = await addPlace('Yard')
    const unit = await addUnit()
    await send(unit, [parked(clock())])
    await addTable(unit, `place ${yard}`)
    await send(unit, [carried(clock() + MINUTE)])
    assert.equal((await periodsOf(unit)).length, 1)
    const moved = { ...geometry, coordinates: [18.1, 59.4] as [number, number] }
    await call(changePlace, { as: admin, body: { placeID: yard, geometry: moved } })
    assert.deepEqual(await periodsOf(unit), [])
    await call(removePlace, { as: admin, body: { placeID: yard } })
    const { tables } = (await call(listEvents, { as: admin, query: { dataID: unit.dataId } })).body.details as {
      tables: { state: string }[]
    }
    assert.deepEqual(
      tables.map(({ state }) => state),
      ['ended'],
    )
  })

  it('is not left where the position that left is replaced by one at the border', async () => {
    const unit = await addUnit()
    await addTable(unit)
    const position = (minute: number, side: Side): Sent => ({ at: START + minute * MINUTE, side, ignition: false })
    await send(unit, [position(90, 'border'), position(150, 'outside')])
    assert.deepEqual(await periodsOf(unit), ['began 150'])
    await send(unit, [position(150, 'border')])
    assert.deepEqual(await periodsOf(unit), [])
  })

  it('is ongoing again where the record that showed the silence behind it is replaced by one without the ignition', async () => {
    const unit = await addUnit()
    await addTable(unit)
    const outside = (minute: number): Sent => ({ at: START + minute * MINUTE, side: 'outside', ignition: false })
    const inside = { at: START + 90 * MINUTE, side: 'inside', ignition: false } as const
    await send(unit, [inside, outside(100), outside(200)])
    assert.deepEqual(await periodsOf(unit), ['began 100', 'ended 100'])
    await send(unit, [{ ...outside(200), ignition: undefined }])
    assert.deepEqual(await periodsOf(unit), ['began 100'])
  })

  it('stays left when a late record comes after retention removed the positions before', async () => {
    const unit = await addUnit()
    await addTable(unit)
    const position = (minute: number, side: Side): Sent => ({ at: START + minute * MINUTE, side, ignition: false })
    await send(unit, [position(90, 'inside'), position(100, 'outside'), position(140, 'outside')])
    assert.deepEqual(await periodsOf(unit), ['began 100'])
    const { sourceKey: key } = await db
      .selectFrom('source')
      .select('sourceKey')
      .where('dataId', '=', unit.dataId)
      .where('name', '=', 'location' as SourceName)
      .executeTakeFirstOrThrow()
    const retention = createRetentionStore(db)
    await retention.removeRows(key, START + 101 * MINUTE)
    await retention.setRemovedBefore(key, START + 101 * MINUTE)
    await send(unit, [position(120, 'outside')])
    assert.deepEqual(await periodsOf(unit), ['began 120'])
  })

  it('needs a field that says whether the unit is parked', async () => {
    const unit = await addUnit()
    const comparison = `location left parked (door) place ${placeID}`
    const body = { dataID: unit.dataId, name: 'Left', comparison, startDate: new Date(START).toISOString() }
    const refused = await call(createEvent, { as: admin, body })
    assert.equal(refused.status, 400)
    assert.deepEqual(Object.keys(refused.failure.details?.['fields'] ?? {}), ['comparison'])
  })
})
