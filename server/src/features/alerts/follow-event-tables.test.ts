import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listAlertBands, listAlertHistory } from '@fieldwatch/contract/alerts/alert-history'
import { type RehearsedEvent, rehearseAlert } from '@fieldwatch/contract/alerts/alert-rehearsal'
import { createAlert, listAlerts, updateAlert } from '@fieldwatch/contract/alerts/alerts'
import { createEvent, refreshEvent, removeEvent } from '@fieldwatch/contract/events/events'
import { listConsequences } from '@fieldwatch/contract/consequences/consequences'
import { deleteSource } from '@fieldwatch/contract/units/deletions'
import type { AlertId, DataId } from '@fieldwatch/contract/api/ids'
import fc from 'fast-check'
import { createEventStore, EVENTS } from '#features/events/event-store.ts'
import { createInProcessBus } from '#platform/bus/bus.ts'
import { type BuiltUnit, buildUnit, sourceName } from '#testing/build-unit.ts'
import { buildEntity } from '#testing/build-users.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createCorrectionTimes } from '#testing/correction-times.ts'
import { someRuns } from '#testing/some-runs.ts'
import { createTestApp, type SignedInUser } from '#testing/test-app.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'

const times = createCorrectionTimes()
const database = await createTestDatabase()
const bus = createInProcessBus(silentLog)
const { app, call, clock, db, features, signInAs } = await createTestApp({
  database,
  bus,
  correctForMs: times.correctForMs,
})
const entity = await buildEntity(db)
const owner = await signInAs({ role: 'admin', entity })
const viewer = await signInAs({ entity })
const stranger = await signInAs({ role: 'admin' })

const MINUTE = 60_000
const START = clock() - 10 * 24 * 60 * MINUTE
const at = (minute: number): string => new Date(START + minute * MINUTE).toISOString()

/** A unit with two sources of numbers that has sent no record yet. */
async function addUnit(): Promise<BuiltUnit> {
  const unit = await buildUnit(db, { entity, friendlyName: 'Pump 3' })
  const source = { dataId: unit.dataId, fieldTypes: '{"speed":"float"}', lastReceivedAt: new Date(0) }
  await db
    .insertInto('source')
    .values(['pump', 'spare', 'action_result'].map((name) => ({ ...source, name: name as never })))
    .execute()
  return unit
}

async function addTable({ dataId }: BuiltUnit, comparison = 'pump.speed > 20', as = owner): Promise<void> {
  const body = { dataID: dataId, name: 'Pump running', comparison, startDate: at(0), maxGapMinutes: 5 }
  const { status, failure } = await call(createEvent, { as, body })
  assert.equal(status, 200, JSON.stringify(failure))
}

const draft = (devices: readonly DataId[]) => ({
  name: 'Runs',
  type: 'event' as const,
  event: 'Pump running',
  devices: [...devices],
})

async function follow(unit: BuiltUnit, given: object = {}): Promise<AlertId> {
  const { status, body, failure } = await call(createAlert, {
    as: owner,
    body: { ...draft([unit.dataId]), ...given },
  })
  assert.equal(status, 200, JSON.stringify(failure))
  return body.details.alertID
}

async function send(...given: Parameters<typeof record>): Promise<void> {
  await record(...given)
  await judge()
}

async function record(unit: BuiltUnit, values: readonly (readonly [number, number | null])[], source = 'pump') {
  const records = values.map(([minute, speed]) => ({ messageUTC: at(minute), speed }))
  if (records.length > 0) await sendRecords(app, unit, source, records)
}

async function judge(): Promise<void> {
  await features.alerts.run()
  await features.alertCorrections.run()
}

async function findAlert(id: AlertId, as: SignedInUser = owner) {
  return (await call(listAlerts, { as, query: { alertID: id } })).body.details[0]
}

async function historyOf(id: AlertId, dataID?: DataId) {
  const query = { alertID: id, limit: 500, ...(dataID === undefined ? {} : { dataID }) }
  const { history } = (await call(listAlertHistory, { as: owner, query })).body.details
  return history.toReversed()
}

async function changesOf(id: AlertId, dataId?: DataId): Promise<string[]> {
  const changes = (await historyOf(id, dataId)).filter(({ happening }) => happening === 'high' || happening === 'ok')
  return changes.map(({ happening, atUTC }) => `${happening} at ${(Date.parse(atUTC) - START) / MINUTE}`)
}

/** What an alert would do by the occurrences that its table has found. */
async function changesOfTable(dataId: DataId, forMinutes: number): Promise<string[]> {
  const occurrences = await db
    .selectFrom('eventOccurrence')
    .innerJoin('eventTable', 'eventTable.id', 'eventTable')
    .select(['eventOccurrence.startAt', 'endAt', 'lastAt'])
    .where('dataId', '=', dataId)
    .orderBy('eventOccurrence.startAt')
    .execute()
  return occurrences
    .filter(({ startAt, endAt, lastAt }) => (endAt ?? lastAt) - startAt >= forMinutes * MINUTE)
    .flatMap(({ startAt: start, endAt: end }) => [
      `high at ${(start - START) / MINUTE + forMinutes}`,
      ...(end === null ? [] : [`ok at ${(end - START) / MINUTE}`]),
    ])
}

function changesOfEvent({ startUTC, endUTC }: RehearsedEvent): string[] {
  const minuteOf = (utc: string): number => (Date.parse(utc) - START) / MINUTE
  return [`high at ${minuteOf(startUTC)}`, ...(endUTC === null ? [] : [`ok at ${minuteOf(endUTC)}`])]
}

/** A unit with an event table that no template lists. */
async function addWithTable(): Promise<BuiltUnit> {
  const unit = await addUnit()
  const rule = { comparison: 'pump.speed > 20', source: sourceName('pump'), field: 'speed', operator: '>' } as const
  const table = { dataId: unit.dataId, name: 'Pump_running', title: 'Pump running', now: 0 }
  await db.transaction().execute((tx) =>
    createEventStore(tx).create({
      ...table,
      rule: { ...rule, constant: 20, startAt: START, gapMs: 5 * MINUTE, values: [] },
    }),
  )
  bus.publish('followers-changed', { consumer: EVENTS })
  return unit
}

describe('an alert on an event table', () => {
  // spec 2-4-21
  it('is triggered while an occurrence lasts, and ends it where data was missing', async () => {
    const unit = await addUnit()
    await addTable(unit)
    const id = await follow(unit)
    await send(unit, [
      [1, 5],
      [2, 30],
    ])
    const during = await findAlert(id)
    await send(unit, [
      [3, 31],
      [20, 5],
    ])

    assert.deepEqual([during?.status, during?.eventTitle], ['high', 'Pump running'])
    assert.deepEqual(
      during?.states.map(({ comparison, lastValue }) => [comparison, lastValue]),
      [['pump.speed > 20', 30]],
    )
    assert.equal((await findAlert(id))?.status, 'ok')
    assert.deepEqual(await changesOf(id), ['high at 2', 'ok at 3'])
  })

  it('notifies in the words of the event table', async () => {
    const unit = await addUnit()
    await addTable(unit)
    const id = await follow(unit, { forSeconds: 60 })
    await send(unit, [
      [1, 30],
      [2, 30],
    ])
    await features.alertTimers.run()
    const mails = await db.selectFrom('outbox').select('body').where('recipient', '=', owner.email).execute()

    assert.ok(
      mails.some(({ body }) => body.includes('Pump 3: event table Pump running: an event has been going on since')),
      JSON.stringify(mails),
    )
    assert.deepEqual(await changesOf(id), ['high at 2'])
  })

  times.it(
    'judges what its table judges, in whatever order records arrive, are replaced or lose their number',
    async () => {
      const minute = fc.integer({ min: 0, max: 30 })
      const value = fc.option(fc.constantFrom(10, 30), { freq: 6 })
      const upload = fc.array(fc.tuple(minute, value), { maxLength: 6 })
      const uploads = fc.array(upload, { minLength: 4, maxLength: 4 })
      const histories = fc.array(uploads, { minLength: 8, maxLength: 8 })
      await fc.assert(
        fc.asyncProperty(histories, fc.constantFrom(0, 3), async (sent, forMinutes) => {
          const units = await Promise.all(sent.map(addWithTable))
          const devices = units.map(({ dataId }) => dataId)
          const body = { ...draft(devices), forSeconds: forMinutes * 60 }
          const id = (await call(createAlert, { as: owner, body })).body.details.alertID
          for (const turn of sent[0]?.keys() ?? []) {
            for (const [place, unit] of units.entries()) await record(unit, [...new Map(sent[place]?.[turn])])
            await judge()
          }
          await features.events.run()

          const { name: _name, ...asked } = body
          const rehearsal = (await call(rehearseAlert, { as: owner, body: asked })).body.details
          for (const dataId of devices) {
            const expected = await changesOfTable(dataId, forMinutes)
            assert.deepEqual(await changesOf(id, dataId), expected)
            const state = (await findAlert(id))?.states.find(({ dataID }) => dataID === dataId)
            assert.equal(state?.status, expected.at(-1)?.startsWith('high') === true ? 'high' : 'ok')
            const events = rehearsal.units.find(({ dataID }) => dataID === dataId)?.events ?? []
            assert.deepEqual(events.flatMap(changesOfEvent), expected)
          }
        }),
        { numRuns: someRuns(2) },
      )
    },
  )

  it('goes by the new condition once the table is changed, and keeps its history', async () => {
    const unit = await addUnit()
    await addTable(unit)
    const id = await follow(unit)
    await send(unit, [[1, 30]])
    const change = { dataID: unit.dataId, name: 'Pump running', comparison: 'spare.speed < 5' }
    assert.equal((await call(refreshEvent, { as: owner, body: change })).status, 200)
    const changed = await findAlert(id)
    await send(unit, [[2, 30]])
    await send(unit, [[3, 1]], 'spare')

    assert.deepEqual([changed?.status, changed?.states[0]?.comparison], ['ok', 'spare.speed < 5'])
    assert.deepEqual(
      (await changesOf(id)).filter((change) => change.startsWith('high')),
      ['high at 1', 'high at 3'],
    )
    const note = (await historyOf(id)).find(({ happening }) => happening === 'changed')
    assert.equal(note?.reason, 'The event table Pump running now finds spare.speed < 5.')
  })

  it('stays as it is when only the columns of the table change', async () => {
    const unit = await addUnit()
    await addTable(unit)
    const id = await follow(unit)
    await send(unit, [[1, 30]])
    const values = [{ source: 'pump', field: 'speed' }]
    await call(refreshEvent, { as: owner, body: { dataID: unit.dataId, name: 'Pump running', values } })

    assert.equal((await findAlert(id))?.status, 'high')
  })

  it('ends with the reason when the table is deleted, which names it before, and begins again with a new one', async () => {
    const unit = await addUnit()
    await addTable(unit)
    const id = await follow(unit)
    await send(unit, [[1, 30]])
    const change = { kind: 'event-table-deleted', dataID: unit.dataId, event: 'Pump running' } as const
    const { things } = (await call(listConsequences, { as: owner, body: { change } })).body.details
    await call(removeEvent, { as: owner, body: { dataID: unit.dataId, name: 'Pump running' } })
    const ended = await findAlert(id)
    await addTable(unit)
    await call(updateAlert, { as: owner, body: { alertID: id, name: 'Runs again' } })

    assert.deepEqual(things, [{ kind: 'alert', id, name: 'Runs', follows: 'ends' }])
    assert.deepEqual(
      ended?.states.map((state) => [state.status, state.ended]),
      [['ok', 'The event table Pump running of Pump 3 was deleted.']],
    )
    assert.deepEqual(
      (await findAlert(id))?.states.map((state) => [state.ended, state.comparison]),
      [[null, 'pump.speed > 20']],
    )
  })

  it('ends when the source of the table is deleted', async () => {
    const unit = await addUnit()
    await addTable(unit)
    const id = await follow(unit)
    await send(unit, [[1, 30]])
    const { status, failure } = await call(deleteSource, {
      as: owner,
      params: { dataID: unit.dataId },
      body: { source: 'pump', confirm: 'pump' },
    })

    assert.equal(status, 200, JSON.stringify(failure))
    assert.equal((await findAlert(id))?.states[0]?.ended, 'The source pump of Pump 3 was deleted.')
  })

  it('watches a unit that gets the table later from then on', async () => {
    const [unit, later] = [await addUnit(), await addUnit()]
    await addTable(unit)
    const id = await follow(unit, { devices: [unit.dataId, later.dataId] })
    await send(later, [[1, 30]])
    await addTable(later, 'pump.speed > 25')
    await send(later, [[2, 30]])

    const states = (await findAlert(id))?.states.map(({ dataID, status }) => [dataID, status])
    assert.deepEqual(states, [
      [later.dataId, 'high'],
      [unit.dataId, 'ok'],
    ])
  })

  it('is drawn with the condition of the table', async () => {
    const unit = await addUnit()
    await addTable(unit)
    const id = await follow(unit)
    await send(unit, [
      [1, 30],
      [2, 5],
    ])
    const query = { alertID: id, dataID: unit.dataId, startDate: at(0), endDate: at(60) }
    const bands = (await call(listAlertBands, { as: owner, query })).body.details

    assert.equal(bands.comparison, 'pump.speed > 20')
    assert.deepEqual(
      bands.bands.map(({ startUTC, endUTC }) => [startUTC, endUTC]),
      [[at(1), at(2)]],
    )
  })
})

describe('following an event table', () => {
  const wrong: { title: string; body: object; field: string }[] = [
    { title: 'no event table', body: { event: null }, field: 'event' },
    { title: 'an event table that no unit has', body: { event: 'Nope' }, field: 'event' },
    { title: 'a source beside it', body: { source: 'pump' }, field: 'source' },
    { title: 'a second limit', body: { clearLimit: 3 }, field: 'clearLimit' },
    { title: 'the time of a silence', body: { silentSeconds: 60 }, field: 'silentSeconds' },
    { title: 'an event table beside a silence', body: { type: 'silence' }, field: 'event' },
  ]
  for (const { title, body, field } of wrong) {
    it(`refuses ${title}`, async () => {
      const unit = await addUnit()
      await addTable(unit)
      const { status, failure } = await call(createAlert, {
        as: owner,
        body: { ...draft([unit.dataId]), ...body },
      })

      assert.equal(status, 400)
      assert.deepEqual(Object.keys(failure.details?.fields ?? {}), [field])
    })
  }

  it('takes a unit in reach, and a table that the person may read', async () => {
    const unit = await addUnit()
    await addTable(unit, 'action_result.speed > 20')
    const body = draft([unit.dataId])
    const hidden = await call(createAlert, { as: viewer, body })
    const rehearsal = await call(rehearseAlert, {
      as: viewer,
      body: { devices: [unit.dataId], type: 'event', event: 'Pump running' },
    })
    const far = await call(createAlert, { as: stranger, body })
    const id = await follow(unit, { viewers: [viewer.userId] })
    const history = await call(listAlertHistory, { as: viewer, query: { alertID: id } })

    assert.deepEqual([hidden.status, rehearsal.status, far.status, history.status], [403, 403, 404, 404])
  })
})
