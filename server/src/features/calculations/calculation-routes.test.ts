import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  createCalculation,
  listCalculations,
  removeCalculation,
  updateCalculation,
} from '@fieldwatch/contract/calculations/calculations'
import { getDataOptions, queryData } from '@fieldwatch/contract/telemetry/data'
import { setPausedData } from '@fieldwatch/contract/units/units'
import { buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, db, call, signInAs, features } = await createTestApp({ database })
const { calculations } = features
const person = await signInAs()

const T = '2026-03-01T11:00:0'
const tank = { source: 'tank', field: 'level' }
const pump = { source: 'pump', field: 'flow' }

async function buildPump(entity = person.entity) {
  const unit = await buildUnit(db, { entity })
  await sendRecords(app, unit, 'tank', [
    { messageUTC: `${T}1.000Z`, level: 2, state: 'on' },
    { messageUTC: `${T}3.000Z`, level: 4, state: 'on' },
  ])
  await sendRecords(app, unit, 'pump', [{ messageUTC: `${T}2.000Z`, flow: 10.5 }])
  return unit
}

const draft = (dataID: string, given: Record<string, unknown> = {}) => ({
  dataID,
  name: 'tank share',
  equation: 'tank.level * pump.flow',
  unit: 'l',
  startDate: `${T}0.000Z`,
  values: [tank, pump],
  ...given,
})

const own = await buildPump()
const foreign = await buildPump((await signInAs()).entity)

/** Whole records, as the Data API answers them. */
async function wholeRecordsOf(dataID: string, subject: string) {
  return (await call(queryData, { as: person, body: { dataID, subject } })).body.body.details.data
}

async function recordsOf(dataID: string, subject: string) {
  const records = await wholeRecordsOf(dataID, subject)
  return records.map(({ messageUTC, value, unit }) => ({ messageUTC, value, unit }))
}

for (const endpoint of [createCalculation, updateCalculation]) {
  describe(`${endpoint.method} calculations/`, () => {
    it('needs a session', async () => {
      assert.equal((await call(endpoint, { body: draft(own.dataId) })).failure.code, 'auth/missing-token')
    })

    it("answers for another entity's unit as for one that does not exist", async () => {
      const theirs = await call(endpoint, { as: person, body: draft(foreign.dataId) })
      const missing = await call(endpoint, { as: person, body: draft('missing') })

      assert.deepEqual([theirs.status, theirs.failure.code], [404, 'unit/not-found'])
      assert.deepEqual(theirs.failure, missing.failure)
    })

    for (const [what, given, field, message] of [
      ['an empty name', { name: ' ' }, 'name', 'A name is required.'],
      ['a name with a meaning of its own', { name: 'location' }, 'name', 'This name is reserved. Choose another one.'],
      ['no unit', { unit: '' }, 'unit', 'A unit is required.'],
      ['no start date', { startDate: '' }, 'startDate', 'A start date is required.'],
      ['no equation', { equation: '' }, 'equation', 'An equation is required.'],
      ['no values', { values: [] }, 'values', 'Choose at least one value.'],
      ['a variable that was not chosen', { values: [tank] }, 'equation', 'Invalid variable in equation: "pump.flow"'],
      [
        'a value that is not used',
        { equation: 'tank.level' },
        'equation',
        'Variable "pump.flow" is defined but not used in the equation.',
      ],
      ['an equation that cannot be read', { equation: 'tank.level *' }, 'equation', 'The equation ends too early.'],
    ] as const) {
      // spec 1-5-03
      it(`refuses ${what}`, async () => {
        const { status, failure } = await call(endpoint, { as: person, body: draft(own.dataId, given) })

        assert.deepEqual([status, failure.code], [400, 'request/invalid'])
        assert.equal(failure.details?.fields?.[field], message)
      })
    }
  })
}

describe('POST calculations/', () => {
  // spec 1-5-09
  it('refuses a value that is not numeric, or that the unit does not have', async () => {
    for (const [field, equation] of [
      ['state', 'tank.state'],
      ['nothing', 'tank.nothing'],
    ] as const) {
      const body = draft(own.dataId, { equation, values: [{ source: 'tank', field }] })
      const { status, failure } = await call(createCalculation, { as: person, body })

      assert.equal(status, 400)
      assert.equal(failure.details?.fields?.['values'], `“tank.${field}” is not a numeric value of this unit.`)
    }
  })

  it('takes a value that got a word among its numbers, and computes from the numbers', async () => {
    const unit = await buildPump()
    await sendRecords(app, unit, 'tank', { messageUTC: `${T}4.000Z`, level: 'ERR' })
    const body = draft(unit.dataId, { equation: 'tank.level * 2', values: [tank] })

    const { status } = await call(createCalculation, { as: person, body })
    await calculations.run()

    assert.equal(status, 200)
    const records = await recordsOf(unit.dataId, 'tank_share')
    assert.deepEqual(new Set(records.map(({ value }) => value)), new Set([4, 8]))
  })

  it('reads true as 1 and false as 0, in what is there and in what arrives', async () => {
    const unit = await buildPump()
    await sendRecords(app, unit, 'valve', { messageUTC: `${T}5.000Z`, open: true })
    const body = draft(unit.dataId, { equation: 'valve.open * 10', values: [{ source: 'valve', field: 'open' }] })

    const { status } = await call(createCalculation, { as: person, body })
    await calculations.run()
    await sendRecords(app, unit, 'valve', { messageUTC: `${T}6.000Z`, open: false })
    await sendRecords(app, unit, 'valve', { messageUTC: `${T}7.000Z`, open: 'stuck' })
    await calculations.run()

    assert.equal(status, 200)
    assert.deepEqual(
      (await recordsOf(unit.dataId, 'tank_share')).map(({ value }) => value),
      [10, 0],
    )
  })

  // spec 1-7-35
  it('refuses the name of a source that the unit sends', async () => {
    const { status, failure } = await call(createCalculation, { as: person, body: draft(own.dataId, { name: 'pump' }) })

    assert.deepEqual([status, failure.code], [409, 'calculation/source-exists'])
    assert.deepEqual(failure.details, { error: 'The unit sends a source already', name: 'pump' })
    assert.equal(failure.message, 'The unit sends a source already under name: pump')
  })

  // spec 1-3-49, 1-3-50
  it('stores records with both of their times, spelt as every record has them, and nothing besides value and unit', async () => {
    const unit = await buildPump()
    await call(createCalculation, { as: person, body: draft(unit.dataId) })
    await calculations.run()

    const records = await wholeRecordsOf(unit.dataId, 'tank_share')

    assert.equal(records.length, 2)
    for (const record of records) {
      assert.deepEqual(Object.keys(record).sort(), ['messageUTC', 'recieveUTC', 'unit', 'value'])
      for (const time of [record.messageUTC, record.recieveUTC]) assert.equal(new Date(time).toISOString(), time)
    }
  })

  // spec 1-3-48, 1-3-50, 1-7-33, 1-7-35
  it('makes a source that is filled from the start date and grows with its inputs', async () => {
    const unit = await buildPump()

    const { status, body } = await call(createCalculation, { as: person, body: draft(unit.dataId) })

    assert.equal(status, 200)
    assert.equal(body.status, 'success')
    assert.deepEqual(body.details, {
      dataID: unit.dataId,
      name: 'tank_share',
      equation: 'tank.level * pump.flow',
      unit: 'l',
      startDate: `${T}0.000Z`,
      values: [tank, pump],
      progress: { done: 0, total: 0, finished: false },
      usedBy: [],
      version: 1,
    })
    const options = await call(getDataOptions, { as: person, params: { id: unit.dataId } })
    assert.deepEqual(options.body.body.details['tank_share'], { value: 'float', unit: 'string' })

    await calculations.run()

    assert.deepEqual(await recordsOf(unit.dataId, 'tank_share'), [
      { messageUTC: `${T}2.000Z`, value: 21, unit: 'l' },
      { messageUTC: `${T}3.000Z`, value: 42, unit: 'l' },
    ])
    await sendRecords(app, unit, 'pump', [{ messageUTC: `${T}4.000Z`, flow: 0 }])
    await calculations.run()
    assert.deepEqual((await recordsOf(unit.dataId, 'tank_share')).at(-1), {
      messageUTC: `${T}4.000Z`,
      value: 0,
      unit: 'l',
    })
    const after = await call(getDataOptions, { as: person, params: { id: unit.dataId } })
    assert.deepEqual(after.body.body.details['tank_share'], { value: 'float', unit: 'string' })
  })

  // spec 1-7-35
  it('refuses a name that a calculated source has, and says what that one uses', async () => {
    const unit = await buildPump()
    await call(createCalculation, { as: person, body: draft(unit.dataId) })

    const { status, failure } = await call(createCalculation, { as: person, body: draft(unit.dataId) })

    assert.deepEqual([status, failure.code], [409, 'calculation/name-taken'])
    assert.equal(failure.message, 'A calculated source with this name already exists. It uses: tank.level * pump.flow')
    assert.equal(failure.details?.equation, 'tank.level * pump.flow')
  })

  it('keeps units from sending to a calculated source', async () => {
    const unit = await buildPump()
    await call(createCalculation, { as: person, body: draft(unit.dataId, { name: 'sum' }) })
    const send = async (url: string, payload: unknown) =>
      app.inject({
        method: 'POST',
        url: `/api/v1/ingest/${unit.dataId}${url}`,
        headers: { authorization: unit.bearer, 'content-type': 'application/json' },
        payload: JSON.stringify(payload),
      })
    const long = Array.from({ length: 2000 }, (_, index) => ({ messageUTC: 1_700_000_000_000 + index, value: index }))

    const one = await send('/sum', { value: 1 })
    const many = await send('', { sum: long, tank: { level: 3 } })

    assert.deepEqual([one.statusCode, one.json().code], [403, 'record/source-calculated'])
    assert.equal(many.json().status, 'partial_success')
    assert.deepEqual(many.json().details.stored, 1)
    assert.equal(many.json().details.refused[0].code, 'record/source-calculated')
    await calculations.run()
    assert.ok((await recordsOf(unit.dataId, 'sum')).every(({ unit: written }) => written === 'l'))
  })
})

describe('PUT calculations/', () => {
  it('does not know a name that has no calculated source', async () => {
    const { status, failure } = await call(updateCalculation, {
      as: person,
      body: draft(own.dataId, { name: 'nothing' }),
    })

    assert.deepEqual([status, failure.code], [404, 'calculation/not-found'])
  })

  // spec 1-7-34
  it('computes everything again, and what is computed from it', async () => {
    const unit = await buildPump()
    const double = {
      name: 'double',
      equation: 'tank_share.value * 2',
      values: [{ source: 'tank_share', field: 'value' }],
    }
    await call(createCalculation, { as: person, body: draft(unit.dataId) })
    await call(createCalculation, { as: person, body: draft(unit.dataId, double) })
    await calculations.run()

    const changed = { equation: 'tank.level + 0.5', unit: 'm', startDate: `${T}2.000Z`, values: [tank] }
    const { status, body } = await call(updateCalculation, { as: person, body: draft(unit.dataId, changed) })
    await calculations.run()

    assert.equal(status, 200)
    assert.deepEqual(body.details.usedBy, ['double'])
    assert.deepEqual(await recordsOf(unit.dataId, 'tank_share'), [{ messageUTC: `${T}3.000Z`, value: 4.5, unit: 'm' }])
    assert.deepEqual(await recordsOf(unit.dataId, 'double'), [{ messageUTC: `${T}3.000Z`, value: 9, unit: 'l' }])
  })

  it('refuses a circle and names it', async () => {
    const unit = await buildPump()
    const ofShare = { values: [{ source: 'tank_share', field: 'value' }], equation: 'tank_share.value' }
    const ofDouble = { values: [{ source: 'double', field: 'value' }], equation: 'double.value' }
    await call(createCalculation, { as: person, body: draft(unit.dataId) })
    await call(createCalculation, { as: person, body: draft(unit.dataId, { name: 'double', ...ofShare }) })

    const { status, failure } = await call(updateCalculation, { as: person, body: draft(unit.dataId, ofDouble) })

    assert.deepEqual([status, failure.code], [400, 'calculation/circle'])
    assert.equal(failure.details?.error, 'A source cannot be calculated from itself: tank_share → double → tank_share.')
    assert.equal(failure.details?.equation, 'double.value')
  })
})

describe('GET calculations', () => {
  it('needs a session', async () => {
    const { failure } = await call(listCalculations, { query: { dataID: own.dataId } })

    assert.equal(failure.code, 'auth/missing-token')
  })

  it("answers for another entity's unit as for one that does not exist", async () => {
    const theirs = await call(listCalculations, { as: person, query: { dataID: foreign.dataId } })
    const missing = await call(listCalculations, { as: person, query: { dataID: 'missing' } })

    assert.equal(theirs.status, 404)
    assert.deepEqual(theirs.failure, missing.failure)
  })

  it('needs a dataID', async () => {
    assert.equal((await call(listCalculations, { as: person, query: {} as never })).status, 400)
  })

  it('says how far each is filled', async () => {
    const unit = await buildPump()
    await call(createCalculation, { as: person, body: draft(unit.dataId) })
    await calculations.run()

    const { body } = await call(listCalculations, { as: person, query: { dataID: unit.dataId } })

    assert.deepEqual(
      body.details.map(({ name, progress }) => ({ name, progress })),
      [{ name: 'tank_share', progress: { done: 3, total: 3, finished: true } }],
    )
  })

  for (const [what, startAt, begin] of [
    ['the year 10000', Date.UTC(10_000, 0, 1), '9999-12-31T23:59:59.999Z'],
    ['no year at all', 9e15, '9999-12-31T23:59:59.999Z'],
    ['the year 1930', Date.UTC(1930, 0, 1), '1970-01-01T00:00:00.000Z'],
  ] as const) {
    it(`shows one that is stored with a start date in ${what} with the nearest valid date`, async () => {
      const unit = await buildPump()
      await call(createCalculation, { as: person, body: draft(unit.dataId) })
      const stored = { startAt, filledTo: startAt }
      await db.updateTable('calculation').set(stored).where('dataId', '=', unit.dataId).execute()

      const before = await call(listCalculations, { as: person, query: { dataID: unit.dataId } })
      await calculations.run()
      const after = await call(listCalculations, { as: person, query: { dataID: unit.dataId } })

      assert.deepEqual([before.status, after.status], [200, 200])
      assert.deepEqual(
        after.body.details.map(({ startDate, progress }) => [startDate, progress.finished]),
        [[begin, true]],
      )
    })
  }
})

describe('DELETE calculations/', () => {
  it('needs a session', async () => {
    const { failure } = await call(removeCalculation, { body: { dataID: own.dataId, name: 'tank_share' } })

    assert.equal(failure.code, 'auth/missing-token')
  })

  it("answers for another entity's unit as for one that does not exist", async () => {
    const ask = (dataID: string) => call(removeCalculation, { as: person, body: { dataID, name: 'tank_share' } })
    const theirs = await ask(foreign.dataId)

    assert.equal(theirs.status, 404)
    assert.deepEqual(theirs.failure, (await ask('missing')).failure)
  })

  it('does not know a source that is not calculated', async () => {
    const { status, failure } = await call(removeCalculation, {
      as: person,
      body: { dataID: own.dataId, name: 'tank' },
    })

    assert.deepEqual([status, failure.code], [404, 'calculation/not-found'])
  })

  it('leaves one alone that others are computed from, and names them', async () => {
    const unit = await buildPump()
    await call(createCalculation, { as: person, body: draft(unit.dataId) })
    for (const [name, source] of [
      ['double', 'tank_share'],
      ['triple', 'double'],
    ] as const) {
      const body = draft(unit.dataId, { name, equation: `${source}.value`, values: [{ source, field: 'value' }] })
      await call(createCalculation, { as: person, body })
    }

    const { status, failure } = await call(removeCalculation, {
      as: person,
      body: { dataID: unit.dataId, name: 'tank_share' },
    })

    assert.deepEqual([status, failure.code], [409, 'calculation/in-use'])
    assert.equal(failure.message, 'Other sources are calculated from this one. Delete these first: triple, double.')
  })

  it('removes the source with its records, and writes the audit log', async () => {
    const unit = await buildPump()
    await call(createCalculation, { as: person, body: draft(unit.dataId) })
    await calculations.run()

    const { status } = await call(removeCalculation, {
      as: person,
      body: { dataID: unit.dataId, name: 'tank_share' },
    })

    assert.equal(status, 200)
    const gone = await call(queryData, { as: person, body: { dataID: unit.dataId, subject: 'tank_share' } })
    assert.equal(gone.failure.code, 'data/not-found')
    const log = await db
      .selectFrom('auditLog')
      .select('action')
      .where('subjectId', '=', `${unit.dataId}/tank_share`)
      .orderBy('id')
      .execute()
    assert.deepEqual(
      log.map(({ action }) => action),
      ['create calculated source', 'remove calculated source'],
    )
    await sendRecords(app, unit, 'tank_share', [{ level: 1 }])
  })
})

describe('a paused calculated source', () => {
  it('waits, and catches up when it is paused no more', async () => {
    const admin = await signInAs({ role: 'admin', entity: person.entity })
    const unit = await buildPump()
    const pause = (pausedData: string[]) =>
      call(setPausedData, { as: admin, body: { dataID: unit.dataId, pausedData } })
    await call(createCalculation, { as: person, body: draft(unit.dataId) })
    await calculations.run()
    await pause(['tank_share'])
    await sendRecords(app, unit, 'pump', [{ messageUTC: `${T}5.000Z`, flow: 1 }])
    await calculations.run()
    assert.equal((await recordsOf(unit.dataId, 'tank_share')).length, 2)

    await pause([])
    await calculations.run()

    assert.equal((await recordsOf(unit.dataId, 'tank_share')).length, 3)
  })
})
