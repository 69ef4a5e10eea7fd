import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createEvent, getEventGap, listEventBands, listEvents, refreshEvent } from '@fieldwatch/contract/events/events'
import { getEventSummary } from '@fieldwatch/contract/events/event-summary'
import { getTemplate } from '@fieldwatch/contract/templates/templates'
import { parse } from 'csv-parse/sync'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { buildUnit, type BuiltUnit } from '#testing/build-unit.ts'
import { at, HOT, ENTRY, starts, createEventFleet } from './testing/event-fleet.ts'

const { db, call, events, ada, buildTemplate, build, send, add, pageOf, tablesOf, tag, report } =
  await createEventFleet()

describe('the bands of an event table', () => {
  it('are its occurrences in a range, and together where the drawing is narrow', async () => {
    const unit = await build()
    await add(unit)
    const bandsOf = async (query: object) => {
      const all = { dataID: unit.dataId, name: 'Door open', startDate: at(0), endDate: at(100), ...query }
      const { body, failure } = await call(listEventBands, { as: ada, query: all })
      assert.ok(body.details, failure.message)
      return body.details
    }

    const wide = await bandsOf({ width: 1000 })
    assert.equal(wide.comparison, 'room.temp > 20')
    assert.deepEqual(wide.bands, [
      { startUTC: at(10), endUTC: at(12), count: 1, ongoing: false },
      { startUTC: at(20), endUTC: at(20), count: 1, ongoing: false },
    ])
    assert.deepEqual((await bandsOf({ width: 5 })).bands, [
      { startUTC: at(10), endUTC: at(20), count: 2, ongoing: false },
    ])
    assert.deepEqual((await bandsOf({ startDate: at(11), endDate: at(19) })).bands, [
      { startUTC: at(10), endUTC: at(12), count: 1, ongoing: false },
    ])
    assert.deepEqual((await bandsOf({ startDate: at(50), endDate: at(60) })).bands, [])
  })

  it('are refused for a range that ends before it begins', async () => {
    const unit = await build()
    await add(unit)
    const query = { dataID: unit.dataId, name: 'Door open', startDate: at(10), endDate: at(10) }

    const { status, failure } = await call(listEventBands, { as: ada, query })

    assert.deepEqual([status, failure.code], [400, 'request/invalid'])
  })
})

describe('an event table', () => {
  it('gives a unit without a template one of its own, so that it has a place', async () => {
    const unit = await buildUnit(db, { entity: ada.entity, friendlyName: 'North tank' })
    await send(unit, 'room', [{ messageUTC: at(0), temp: 20 }])
    await send(unit, 'tank', [{ messageUTC: at(0), level: 1 }])

    await add(unit)

    const { customTemplate } = await createUnitStore(db).getDocument(unit.dataId, [ada.entity])
    assert.ok(customTemplate)
    const { body } = await call(getTemplate, { as: ada, params: { id: customTemplate } })
    assert.equal(body.details.title, 'North tank')
    assert.deepEqual(body.details.events, [ENTRY])
  })

  // spec 2-3-02, 2-3-03, 2-3-05, 2-3-06, 2-3-07, 2-3-08, 2-7-18, 2-7-19, 2-9-20
  it('has each occurrence with its values, oldest first', async () => {
    const unit = await build()
    await add(unit)

    const page = await pageOf(unit)

    assert.equal(page.comparison, 'room.temp > 20')
    assert.equal(page.startDate, at(0))
    assert.equal(page.state, 'ready')
    assert.deepEqual(page.occurrences, [
      {
        startUTC: at(10),
        endUTC: at(12),
        duration: 2000,
        tag: null,
        noDataAfter: false,
        'room.temp': 21,
        'room.temp.least': 21,
        'room.temp.greatest': 25.5,
        'room.temp.mean': 23.25,
        'tank.level': -1.25,
        'tank.level.least': -1.25,
        'tank.level.greatest': -1.25,
        'tank.level.mean': -1.25,
      },
      {
        startUTC: at(20),
        // Its source has been silent for longer than the limit since.
        endUTC: at(20),
        duration: 0,
        tag: null,
        noDataAfter: true,
        'room.temp': 22,
        'room.temp.least': 22,
        'room.temp.greatest': 22,
        'room.temp.mean': 22,
        'tank.level': -1.25,
        'tank.level.least': -1.25,
        'tank.level.greatest': -1.25,
        'tank.level.mean': -1.25,
      },
    ])
    assert.deepEqual(new Set(Object.keys(page.occurrences[0] ?? {})), new Set([...page.columns, 'noDataAfter']))
    assert.deepEqual(page.pagination, { page: 1, pageSize: 1000, total: 2, hasNext: false })
  })

  it('is filtered by tag, text and duration, and counts and pages what is left', async () => {
    const unit = await build()
    await add(unit)
    await tag(unit, [10], 'Door')
    const found = async (query: object) => {
      const page = await pageOf(unit, query)
      assert.equal(page.pagination.total, page.occurrences.length)
      return starts(page)
    }

    assert.deepEqual(await found({ tag: 'Door' }), [10])
    assert.deepEqual(await found({ tag: '' }), [20])
    assert.deepEqual(await found({ text: 'doo' }), [10])
    assert.deepEqual(await found({ text: '25.5' }), [10])
    assert.deepEqual(await found({ text: '%' }), [])
    assert.deepEqual(await found({ minDuration: '1' }), [10])
    assert.deepEqual(await found({ maxDuration: '0' }), [20])
    assert.deepEqual(await found({ minDuration: '1', tag: '' }), [])
    for (const [filter, expected] of [
      [{ tag: 'Door' }, [10]],
      [{ maxDuration: '0' }, [20]],
      [{ text: 'nothing' }, []],
    ] as const) {
      const asked = { dataID: unit.dataId, name: 'Door_open', ...filter }
      const summary = (await call(getEventSummary, { as: ada, query: asked })).body.details
      assert.equal(summary.count, expected.length)
      assert.equal(
        summary.periods.reduce((sum, { count }) => sum + count, 0),
        expected.length,
      )
      const { text } = await report(unit, filter)
      assert.equal(parse(text).length - 1, expected.length)
    }
    const { pagination } = await pageOf(unit, { text: '2', sort: 'duration', direction: 'desc', pageSize: '1' })
    assert.deepEqual(pagination, { page: 1, pageSize: 1, total: 2, hasNext: true })
  })

  it('is paged, sorted by any of its columns, and cut to what overlaps a range', async () => {
    const unit = await build()
    await add(unit)
    await tag(unit, [20], 'late')

    assert.deepEqual(starts(await pageOf(unit, { pageSize: 1, page: 2 })), [20])
    assert.equal((await pageOf(unit, { pageSize: 1 })).pagination.hasNext, true)
    assert.deepEqual(starts(await pageOf(unit, { sort: 'room.temp', direction: 'desc' })), [20, 10])
    assert.deepEqual(starts(await pageOf(unit, { sort: 'duration' })), [20, 10])
    assert.deepEqual(starts(await pageOf(unit, { sort: 'tag' })), [20, 10])
    assert.deepEqual(starts(await pageOf(unit, { startDate: at(11), endDate: at(20) })), [10])
    assert.deepEqual(starts(await pageOf(unit, { startDate: at(12) })), [20])
    const { failure } = await call(listEvents, {
      as: ada,
      query: { dataID: unit.dataId, name: 'Door open', sort: 'colour' },
    })
    assert.equal(failure.code, 'request/invalid')
  })

  for (const [problem, draft, message] of [
    ['no name', { name: ' ' }, 'A name is required.'],
    ['no field in its condition', { comparison: 'temp > 20' }, 'Invalid variable reference'],
    ['an unknown field in its condition', { comparison: 'room.colour > 20' }, 'Invalid operation value reference'],
    ['a text in its condition', { comparison: 'room.note > 20' }, 'Invalid operation value reference'],
    ['an unknown source in its condition', { comparison: 'hall.temp > 20' }, 'Invalid operation value reference'],
    ['a word for its constant', { comparison: 'room.temp > warm' }, 'Invalid constant - must be a valid number'],
    ['no start date', { startDate: '' }, 'A start date is required.'],
    ['an unknown value', { values: [{ source: 'room', field: 'x' }] }, '"room.x" is not a value of this unit.'],
  ] as const) {
    // spec 2-5-04, 2-5-05, 2-5-06
    it(`with ${problem} is refused with a sentence`, async () => {
      const unit = await build()
      await send(unit, 'room', [{ messageUTC: at(0), temp: 20, note: 'ok' }])

      const { status, failure } = await call(createEvent, {
        as: ada,
        body: { dataID: unit.dataId, ...HOT, ...draft } as never,
      })

      assert.equal(status, 400)
      assert.ok(Object.values(failure.details?.fields ?? {}).includes(message), JSON.stringify(failure))
    })
  }

  it('of a name that is there is refused, and a missing one is not found', async () => {
    const unit = await build()
    await add(unit)

    const twice = await call(createEvent, { as: ada, body: { dataID: unit.dataId, ...HOT, name: 'Door_open' } })
    const missing = await call(refreshEvent, { as: ada, body: { dataID: unit.dataId, name: 'none' } })

    assert.deepEqual([twice.status, twice.failure.code], [409, 'event/name-taken'])
    assert.deepEqual([missing.status, missing.failure.code], [404, 'event/not-found'])
  })

  // spec 2-7-22
  it('is refreshed with its tags kept, and written to the audit log', async () => {
    const unit = await build()
    await add(unit)
    await tag(unit, [10], 'delivery')

    const { status } = await call(refreshEvent, { as: ada, body: { dataID: unit.dataId, name: 'Door open' } })

    assert.equal(status, 200)
    assert.equal((await pageOf(unit)).state, 'refreshing')
    await events.run()
    const page = await pageOf(unit)
    assert.equal(page.state, 'ready')
    assert.deepEqual(
      page.occurrences.map((one) => one.tag),
      ['delivery', null],
    )
    const log = await db
      .selectFrom('auditLog')
      .select('action')
      .where('subjectId', '=', `${unit.dataId}/Door_open`)
      .orderBy('id')
      .execute()
    assert.deepEqual(
      log.map(({ action }) => action),
      ['create event table', 'set tag', 'refresh event table'],
    )
  })
})

describe('the condition of an event table', () => {
  const change = ({ dataId }: BuiltUnit, parts: object) =>
    call(refreshEvent, { as: ada, body: { dataID: dataId, name: 'Door open', ...parts } })

  it('is changed in place: its tags stay, and its columns keep what they had until all is found again', async () => {
    const unit = await build()
    await add(unit)
    await tag(unit, [10], 'delivery')

    const { status } = await change(unit, {
      comparison: 'room.temp >= 20',
      values: [
        { source: 'tank', field: 'level' },
        { source: 'room', field: 'temp' },
      ],
      maxGapMinutes: 5,
      version: 1,
    })
    await events.run()

    assert.equal(status, 200)
    const { occurrences, comparison } = await pageOf(unit)
    assert.equal(comparison, 'room.temp >= 20')
    assert.deepEqual(
      occurrences.map((one) => [one.startUTC, one.tag, one['tank.level'], one['room.temp']]),
      [[at(0), 'delivery', null, 20]],
    )
    const [table] = await tablesOf(unit.dataId)
    assert.deepEqual([table?.maxGapMinutes, table?.version], [5, 2])
    const { before, after } = await db
      .selectFrom('auditLog')
      .select(['before', 'after'])
      .where('subjectId', '=', `${unit.dataId}/Door_open`)
      .where('action', '=', 'change event table')
      .executeTakeFirstOrThrow()
    assert.equal((before as { comparison: string }).comparison, 'room.temp > 20')
    assert.equal((after as { comparison: string }).comparison, 'room.temp >= 20')
  })

  it('that begins later finds nothing from before', async () => {
    const unit = await build()
    await add(unit)

    await change(unit, { startDate: at(15) })
    await events.run()

    assert.deepEqual(starts(await pageOf(unit)), [20])
  })

  it('is not overwritten by who has not seen its last change, and has to be one of the unit', async () => {
    const unit = await build()
    await add(unit)
    await change(unit, { comparison: 'room.temp > 21', version: 1 })

    const late = await change(unit, { comparison: 'room.temp > 22', version: 1 })
    const unknown = await change(unit, { comparison: 'room.nothing > 22' })

    assert.deepEqual([late.status, late.failure.code], [409, 'event/changed'])
    assert.deepEqual(unknown.failure.details?.fields, { comparison: 'Invalid operation value reference' })
  })
})

describe('time without data', () => {
  it('ends an event, and is shown with it, in the bands and in the summary, and is no part of the share', async () => {
    const unit = await buildUnit(db, { entity: ada.entity, defaultTemplate: await buildTemplate() })
    // Ten minutes with a record each, an hour without any, ten minutes again; warm from the sixth minute to the silence.
    const minutes = [
      ...Array.from({ length: 10 }, (_, one) => one),
      ...Array.from({ length: 10 }, (_, one) => 70 + one),
    ]
    await send(
      unit,
      'room',
      minutes.map((minute) => ({ messageUTC: at(minute * 60), temp: minute > 4 && minute < 10 ? 30 : 10 })),
    )
    await add(unit, { values: [], maxGapMinutes: 2 })

    const [event] = (await pageOf(unit)).occurrences
    const range = { startDate: at(0), endDate: at(79 * 60) }
    const asked = { as: ada, query: { dataID: unit.dataId, name: 'Door open', ...range } }
    const { noData } = (await call(listEventBands, { ...asked, query: { ...asked.query, width: 1000 } })).body.details
    const summary = (await call(getEventSummary, asked)).body.details

    assert.deepEqual([event?.startUTC, event?.endUTC, event?.noDataAfter], [at(300), at(540), true])
    assert.deepEqual(noData, [{ startUTC: at(540), endUTC: at(70 * 60) }])
    assert.equal(summary.noData, 61 * 60_000)
    assert.equal(summary.share, 4 / 18)
    assert.equal(summary.periods[0]?.noData, 61 * 60_000)
  })
})

describe('the gap that ends an event', () => {
  it('is learned from how often the source has the value, unless a person says otherwise', async () => {
    const unit = await build()
    await send(
      unit,
      'hourly',
      Array.from({ length: 30 }, (_, hour) => ({ messageUTC: at(hour * 3600), flow: hour === 7 ? 9 : 1 })),
    )
    const gapOf = async (source: string, field: string) => {
      const { body } = await call(getEventGap, { as: ada, query: { dataID: unit.dataId, source, field } })
      return body.details
    }

    assert.deepEqual(await gapOf('hourly', 'flow'), { maxGapMinutes: 120, origin: 'learned' })
    assert.deepEqual(await gapOf('room', 'temp'), { maxGapMinutes: 60, origin: 'standard' })
    await add(unit, { comparison: 'hourly.flow > 5' })
    await add(unit, { name: 'by hand', comparison: 'hourly.flow > 5', maxGapMinutes: 30 })
    assert.deepEqual(
      (await tablesOf(unit.dataId)).map(({ name, maxGapMinutes }) => [name, maxGapMinutes]),
      [
        ['Door_open', 120],
        ['by_hand', 30],
      ],
    )
    const durations = async (name: string) => (await pageOf(unit, { name })).occurrences.map(({ duration }) => duration)
    assert.deepEqual(await durations('Door_open'), [3_600_000])
    assert.deepEqual(await durations('by_hand'), [0])
  })
})
