import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readSheet } from 'read-excel-file/node'
import { setImmediate } from 'node:timers/promises'
import { createCalculation } from '@fieldwatch/contract/calculations/calculations'
import {
  createEvent,
  getEventGap,
  type EventPage,
  type EventTable,
  getEventReport,
  listEventBands,
  listEvents,
  listEventTags,
  refreshEvent,
  removeEvent,
  setEventTag,
} from '@fieldwatch/contract/events/events'
import { nameOfEvent } from '@fieldwatch/contract/events/event-columns'
import { getEventSummary } from '@fieldwatch/contract/events/event-summary'
import type { DataId, TemplateId } from '@fieldwatch/contract/api/ids'
import { restoreTemplate } from '@fieldwatch/contract/templates/template-versions'
import { getTemplate, putTemplate, type TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { sql } from 'kysely'
import { createTemplateStore } from '#fleet/templates/template-store.ts'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { type BuiltUnit, buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { createEventStore } from './event-store.ts'

const database = await createTestDatabase()
const { app, db, clock, call, signInAs, features } = await createTestApp({ database })
const { events, eventTables } = features
const ada = await signInAs({ role: 'viewer' })

const START = Date.parse('2026-02-01T00:00:00.000Z')
const at = (second: number): string => new Date(START + second * 1000).toISOString()

const HOT = {
  name: 'Door open',
  comparison: 'room.temp > 20',
  startDate: '2026-02-01',
  values: [
    { source: 'room', field: 'temp' },
    { source: 'tank', field: 'level' },
  ],
}

const SHORT = {
  name: 'short',
  columns: ['Start', 'Nothing', 'For', 'Level'],
  values: ['startUTC', '', 'duration', 'tank.level'],
  formats: ['DD/MM/YYYY HH:MM:SS', '', 'HH:MM:SS', '2 Decimal'],
  includeCoordinates: true,
  times: 'local',
} as const

/** What the template has of it. */
const ENTRY = {
  title: 'Door open',
  columns: ['startUTC', 'endUTC', 'duration', 'tag', 'room.temp', 'tank.level'],
  type: 'event' as const,
}

async function isWaitingForLock(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and application_name = 'fieldwatch' and wait_event_type = 'Lock'`.execute(
    database.background.db,
  )
  return rows.length > 0
}

let templates = 0

async function buildTemplate(definition: Partial<TemplateDefinition> = {}): Promise<TemplateId> {
  const id = `template-${(templates += 1)}` as TemplateId
  await createTemplateStore(db).create({ id, entityId: ada.entity, definition: { title: 'Pump', ...definition } })
  return id
}

/** Two occurrences, 10 to 12 and 20 on. */
async function build(template?: TemplateId): Promise<BuiltUnit> {
  const unit = await buildUnit(db, { entity: ada.entity, default_template: template ?? (await buildTemplate()) })
  const temps: Record<number, number> = { 0: 20, 10: 21, 11: 25.5, 12: 20, 20: 22 }
  await send(
    unit,
    'room',
    Object.entries(temps).map(([second, temp]) => ({ messageUTC: at(Number(second)), temp })),
  )
  await send(unit, 'tank', [{ messageUTC: at(5), level: -1.25 }])
  return unit
}

const send = (unit: BuiltUnit, source: string, records: unknown): Promise<void> =>
  sendRecords(app, unit, source, records)

async function add({ dataId }: BuiltUnit, draft: object = {}): Promise<string> {
  const { status, body, failure } = await call(createEvent, { as: ada, body: { dataID: dataId, ...HOT, ...draft } })
  assert.equal(status, 200, failure.message)
  await events.run()
  return body.status
}

async function pageOf({ dataId }: BuiltUnit, query: object = {}): Promise<EventPage> {
  const { status, body, failure } = await call(listEvents, {
    as: ada,
    query: { dataID: dataId, name: 'Door_open', ...query },
  })
  assert.equal(status, 200, failure.message)
  assert.ok('occurrences' in body.details)
  return body.details
}

async function tablesOf(dataID: DataId): Promise<EventTable[]> {
  const { body } = await call(listEvents, { as: ada, query: { dataID } })
  assert.ok('tables' in body.details)
  return body.details.tables
}

const starts = (page: EventPage): number[] =>
  page.occurrences.map(({ startUTC }) => (Date.parse(startUTC) - START) / 1000)

async function tag({ dataId }: BuiltUnit, seconds: readonly number[], text: string) {
  const eventStartUTC = seconds.map(at)
  return call(setEventTag, { as: ada, body: { dataID: dataId, name: 'Door open', eventStartUTC, tag: text } })
}

async function report({ dataId }: BuiltUnit, query: object = {}) {
  const { status, response, failure } = await call(getEventReport, {
    as: ada,
    query: { dataID: dataId, name: 'Door_open', ...query },
  })
  return { status, failure, text: response.body, headers: response.headers }
}

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
    const unit = await buildUnit(db, { entity: ada.entity, friendly_name: 'North tank' })
    await send(unit, 'room', [{ messageUTC: at(0), temp: 20 }])
    await send(unit, 'tank', [{ messageUTC: at(0), level: 1 }])

    await add(unit)

    const { customTemplate } = await createUnitStore(db).getDocument(unit.dataId, [ada.entity])
    assert.ok(customTemplate)
    const { body } = await call(getTemplate, { as: ada, params: { id: customTemplate } })
    assert.equal(body.details.title, 'North tank')
    assert.deepEqual(body.details.events, [ENTRY])
  })

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
      .selectFrom('audit_log')
      .select('action')
      .where('subject_id', '=', `${unit.dataId}/Door_open`)
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
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('subject_id', '=', `${unit.dataId}/Door_open`)
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
    const unit = await buildUnit(db, { entity: ada.entity, default_template: await buildTemplate() })
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

describe('tags', () => {
  it('are set, changed and removed on many occurrences, and suggested afterwards', async () => {
    const unit = await build()
    await add(unit)
    const tags = async () => (await pageOf(unit)).occurrences.map((one) => one.tag)
    const suggested = async (startsWith = '') =>
      (await call(listEventTags, { as: ada, query: { dataID: unit.dataId, name: 'Door_open', startsWith } })).body
        .details

    await tag(unit, [10, 20], 'visit')
    assert.deepEqual(await tags(), ['visit', 'visit'])
    await tag(unit, [20], 'Leak')
    assert.deepEqual(await tags(), ['visit', 'Leak'])
    assert.deepEqual(await suggested('le'), ['Leak'])
    await tag(unit, [10], '')
    assert.deepEqual(await tags(), [null, 'Leak'])
  })

  it('are set on all that a list shows, however many pages it has, and on nothing else', async () => {
    const unit = await build()
    await add(unit)
    const set = (all: object, text: string, more: object = {}) =>
      call(setEventTag, { as: ada, body: { dataID: unit.dataId, name: 'Door open', all, tag: text, ...more } })
    const tags = async () => (await pageOf(unit)).occurrences.map((one) => one.tag)

    await set({ startDate: at(15) }, 'late')
    assert.deepEqual(await tags(), [null, 'late'])
    await set({ tag: '' }, 'early')
    assert.deepEqual(await tags(), ['early', 'late'])
    await set({ text: 'LAT' }, 'seen')
    assert.deepEqual(await tags(), ['early', 'seen'])
    await set({}, '')
    assert.deepEqual(await tags(), [null, null])
    assert.equal((await set({ minDuration: 1e12 }, 'none')).failure.code, 'event/occurrence-not-found')
    assert.equal((await set({}, 'both', { eventStartUTC: [at(10)] })).failure.code, 'request/invalid')
  })

  it('are there again when the template goes back to a version that has the event table', async () => {
    const template = await buildTemplate()
    const unit = await build(template)
    await add(unit)
    await tag(unit, [10], 'delivery')
    const change = { templateID: template, template: { title: 'Pump', events: [] } }
    await call(putTemplate, { as: ada, body: change })

    const { status } = await call(restoreTemplate, { as: ada, params: { id: template }, body: { restore: 2 } })

    assert.equal(status, 200)
    const { body } = await call(getTemplate, { as: ada, params: { id: template } })
    assert.deepEqual(
      body.details.events?.map(({ title }) => title),
      ['Door open'],
    )
    assert.deepEqual(
      (await pageOf(unit)).occurrences.map((one) => one.tag),
      ['delivery', null],
    )
  })

  it('of occurrences that are gone are published', async () => {
    const unit = await build()
    await add(unit)

    const some = await tag(unit, [10, 11], 'visit')
    const none = await tag(unit, [11], 'visit')

    assert.deepEqual([some.body.status, some.body.message], ['partial_success', '1 of the events no longer exists.'])
    assert.deepEqual([none.status, none.failure.code], [404, 'event/occurrence-not-found'])
  })
})

describe('a template with event tables', () => {
  it('keeps events, columns and reports, and refuses what it does not know', async () => {
    const templateID = await buildTemplate()
    const template = {
      title: 'Pump',
      events: [{ title: 'Door open', type: 'event' as const, columns: ['tag', 'startUTC'] }],
      columns: ['startUTC', 'endUTC'],
      reports: {
        short: { ...SHORT, columns: [...SHORT.columns], values: [...SHORT.values], formats: [...SHORT.formats] },
      },
    }

    const { status } = await call(putTemplate, { as: ada, body: { templateID, template } })
    const { body } = await call(getTemplate, { as: ada, params: { id: templateID } })
    const { failure } = await call(putTemplate, {
      as: ada,
      body: { templateID, template: { ...template, event: [] } as never },
    })

    assert.equal(status, 200)
    const { events: kept, columns, reports } = body.details
    assert.deepEqual({ title: 'Pump', events: kept, columns, reports }, template)
    assert.equal(failure.message, 'Unknown field: event.')
  })

  it('gets an entry with a new table, and gives the table to units that share it', async () => {
    const template = await buildTemplate()
    const [one, other] = [await build(template), await build(template)]
    assert.equal(await add(one), 'success')

    const { body } = await call(getTemplate, { as: ada, params: { id: template } })
    assert.deepEqual(body.details.events, [ENTRY])
    await eventTables.run()
    await events.run()
    assert.deepEqual(starts(await pageOf(other)), [10, 20])
    const entries = await db
      .selectFrom('audit_log')
      .select(['action', 'user_id'])
      .where('subject_id', '=', `${other.dataId}/Door_open`)
      .execute()
    assert.deepEqual(entries, [{ action: 'create event table', user_id: null }])
  })

  it('that takes no other entry is left as it is, and the answer is a partial success', async () => {
    const events = Array.from({ length: 100 }, (_, index) => ({ title: `Table ${index}`, type: 'event' as const }))
    const unit = await build(await buildTemplate({ events }))

    assert.equal(await add(unit), 'partial_success')
    assert.equal((await tablesOf(unit.dataId)).length, 1)
  })

  it('gives its tables to a unit that is new, or that shows it from now on', async () => {
    const template = await buildTemplate()
    await add(await build(template))
    const [late, other] = [await build(template), await build()]

    await createUnitStore(db).setDefaultTemplate(other.dataId, template)
    await eventTables.run()

    for (const { dataId } of [late, other])
      assert.deepEqual(
        (await tablesOf(dataId)).map(({ name }) => name),
        ['Door_open'],
      )
  })

  it('gives a condition to units that have its entry without one', async () => {
    const template = await buildTemplate({ events: [{ title: 'Door open', type: 'event' }] })
    const [one, other] = [await build(template), await build(template)]
    await eventTables.run()

    await add(one)
    await eventTables.run()

    assert.deepEqual(
      (await tablesOf(other.dataId)).map(({ name }) => name),
      ['Door_open'],
    )
  })

  it('gives a table that the template gets while the worker reads it', async () => {
    const template = await buildTemplate()
    const { dataId } = await build(template)
    await createUnitStore(db).setDefaultTemplate(dataId, template)

    const change = await database.background.db.transaction().execute(async (tx) => {
      await createEventStore(tx).takeDue(dataId)
      let isDone = false
      const changing = createTemplateStore(db)
        .setDefinition(template, { title: 'Pump', events: [{ ...ENTRY, type: 'event' }] })
        .then(() => (isDone = true))
      while (!isDone && !(await isWaitingForLock())) await setImmediate()
      return { changing }
    })
    await change.changing

    const { event_tables_due: isDue } = await db
      .selectFrom('unit')
      .select('event_tables_due')
      .where('data_id', '=', dataId)
      .executeTakeFirstOrThrow()
    assert.equal(isDue, true)
  })

  it('loses the entry with the last table, and does not bring back what was removed from a unit', async () => {
    const template = await buildTemplate()
    const [one, other] = [await build(template), await build(template)]
    await add(one)
    await eventTables.run()
    const entries = async () => (await call(getTemplate, { as: ada, params: { id: template } })).body.details.events
    const remove = ({ dataId }: BuiltUnit) =>
      call(removeEvent, { as: ada, body: { dataID: dataId, name: 'Door_open' } })

    assert.equal((await remove(one)).body.status, 'success')
    await createUnitStore(db).setDefaultTemplate(one.dataId, template)
    await eventTables.run()
    assert.deepEqual(await tablesOf(one.dataId), [])
    assert.equal((await entries())?.length, 1)
    assert.equal((await remove(other)).body.status, 'success')
    assert.deepEqual(await entries(), [])
  })

  it('gets and loses all entries of tables that people add to and remove from its units at once', async () => {
    const template = await buildTemplate()
    const units = await Promise.all(Array.from({ length: 4 }, () => build(template)))
    const named = units.map(({ dataId: dataID }, index) => ({ dataID, name: `Door ${index}` }))
    const entries = async () =>
      (await call(getTemplate, { as: ada, params: { id: template } })).body.details.events ?? []

    const added = await Promise.all(named.map((one) => call(createEvent, { as: ada, body: { ...HOT, ...one } })))
    assert.deepEqual(new Set(added.map(({ body }) => body.status)), new Set(['success']))
    assert.deepEqual(
      (await entries()).map(({ title }) => title).toSorted(),
      named.map(({ name }) => name),
    )

    await eventTables.run()
    const all = units.flatMap(({ dataId: dataID }) => named.map(({ name }) => ({ dataID, name: nameOfEvent(name) })))
    const removed = await Promise.all(all.map((one) => call(removeEvent, { as: ada, body: one })))
    assert.deepEqual(new Set(removed.map(({ body }) => body.status)), new Set(['success']))
    assert.deepEqual(await entries(), [])
  })

  it('that cannot be changed keeps the entry of a removed table, and the answer is a partial success', async () => {
    // Of before: more entries than a template may have today.
    const titles = ['Door open', ...Array.from({ length: 101 }, (_, index) => `Table ${index}`)]
    const events = titles.map((title) => ({ title, type: 'event' as const }))
    const template = await buildTemplate()
    const unit = await build(template)
    const { dataId: dataID } = unit
    await add(unit)
    await createTemplateStore(db).setDefinition(template, { title: 'Pump', events })

    const { body } = await call(removeEvent, { as: ada, body: { dataID, name: 'Door_open' } })

    assert.equal(body.status, 'partial_success')
    assert.deepEqual(await tablesOf(dataID), [])
    const stored = await db.selectFrom('template').select('definition').where('id', '=', template).executeTakeFirst()
    assert.equal(stored?.definition.events?.length, titles.length)
  })

  it('of another entity is left alone: the unit gets its own copy', async () => {
    const elsewhere = await signInAs()
    const id = 'template-elsewhere' as TemplateId
    await createTemplateStore(db).create({ id, entityId: elsewhere.entity, definition: { title: 'Theirs' } })
    const unit = await build(id)
    await add(unit)

    const { custom_template: own } = await db
      .selectFrom('unit')
      .select('custom_template')
      .where('data_id', '=', unit.dataId)
      .executeTakeFirstOrThrow()
    assert.ok(own !== null)
    const { body } = await call(getTemplate, { as: ada, params: { id: own } })
    assert.deepEqual(body.details.events, [ENTRY])
  })
})

describe('columns of texts, booleans and dates', () => {
  const VALUES = [
    { source: 'door', field: 'state' },
    { source: 'door', field: 'locked' },
    { source: 'room', field: 'since' },
    { source: 'room', field: 'temp' },
  ]
  const WORDS = {
    name: 'words',
    columns: ['State', 'Locked', 'Since'],
    values: ['door.state', 'door.locked', 'room.since'],
    formats: ['uppercase', 'yes/no', 'DD/MM/YYYY'],
    includeCoordinates: false,
    times: 'UTC',
  } as const

  async function buildDoor(): Promise<BuiltUnit> {
    const template = await buildTemplate({ reports: { words: { ...WORDS } as never } })
    const unit = await build(template)
    await send(unit, 'door', [
      { messageUTC: at(1), state: 'shut', locked: true },
      { messageUTC: at(10), state: 'open' },
      { messageUTC: at(15), state: null, locked: false },
    ])
    await send(unit, 'room', [{ messageUTC: at(20), temp: 22, since: '2026-01-31' }])
    return unit
  }

  const cells = ({ occurrences }: EventPage): unknown[][] =>
    occurrences.map((one) => VALUES.map(({ source, field }) => one[`${source}.${field}`]))

  it('have the latest value by the start, of the own source that of the record, live, late and found again', async () => {
    const unit = await buildDoor()
    await add(unit, { values: VALUES })
    const first = cells(await pageOf(unit))
    await send(unit, 'room', [{ messageUTC: at(40), temp: 5 }])
    await send(unit, 'door', [{ messageUTC: at(41), state: 'ajar' }])
    await send(unit, 'room', [{ messageUTC: at(42), temp: 30, since: '2026-02-01' }])
    await events.run()
    const live = cells(await pageOf(unit))
    await send(unit, 'door', [{ messageUTC: at(9), state: 'forced' }])
    await send(unit, 'door', [{ messageUTC: at(19), locked: true }])
    await events.run()
    const late = cells(await pageOf(unit))
    await call(refreshEvent, { as: ada, body: { dataID: unit.dataId, name: 'Door_open' } })
    await events.run()

    const expected = [
      ['open', true, null, 21],
      ['open', false, '2026-01-31', 22],
    ]
    assert.deepEqual(first, expected)
    assert.deepEqual(live, [...expected, ['ajar', false, '2026-02-01', 30]])
    assert.deepEqual(late, [
      ['open', true, null, 21],
      ['open', true, '2026-01-31', 22],
      ['ajar', true, '2026-02-01', 30],
    ])
    assert.deepEqual(cells(await pageOf(unit)), late)
  })

  it('are found by the search of the table, in its list, summary and report', async () => {
    const unit = await buildDoor()
    await add(unit, { values: VALUES })
    for (const [text, expected] of [
      ['2026-01', [20]],
      ['OPE', [10, 20]],
      ['false', [20]],
      ['shut', []],
    ] as const) {
      const page = await pageOf(unit, { text })
      assert.deepEqual(starts(page), expected, text)
      assert.equal(page.pagination.total, expected.length)
      const asked = { dataID: unit.dataId, name: 'Door_open', text, fromUTC: at(11) }
      const summary = (await call(getEventSummary, { as: ada, query: asked })).body.details
      assert.equal(summary.count, expected.length, text)
      assert.equal(parse((await report(unit, { text })).text).length - 1, expected.length)
    }
  })

  it('sort occurrences, and are written in reports as their formats say', async () => {
    const unit = await buildDoor()
    await send(unit, 'room', [
      { messageUTC: at(40), temp: 5 },
      { messageUTC: at(42), temp: 30 },
    ])
    await send(unit, 'door', [{ messageUTC: at(41), state: 'ajar' }])
    await add(unit, { values: VALUES })

    const sorted = async (direction: 'asc' | 'desc') =>
      (await pageOf(unit, { sort: 'door.state', direction })).occurrences.map((one) => one['door.state'])
    const raw = parse((await report(unit)).text)
    const place = raw[0]?.indexOf('door.state') ?? -1

    assert.deepEqual(await sorted('asc'), ['ajar', 'open', 'open'])
    assert.deepEqual(await sorted('desc'), ['open', 'open', 'ajar'])
    assert.deepEqual(
      raw.slice(1).map((row) => row[place]),
      ['open', 'open', 'ajar'],
    )
    assert.deepEqual(parse((await report(unit, { report: 'words' })).text), [
      ['State', 'Locked', 'Since'],
      ['OPEN', 'yes', ''],
      ['OPEN', 'no', '31/01/2026'],
      ['AJAR', 'no', ''],
    ])
  })

  it('reach units that share the template, and follow a calculated source', async () => {
    const template = await buildTemplate()
    const [one, other] = [await build(template), await build(template)]
    await send(other, 'door', [{ messageUTC: at(1), state: 'shut' }])
    await send(one, 'door', [{ messageUTC: at(1), state: 'open' }])
    const made = await call(createCalculation, {
      as: ada,
      body: {
        dataID: one.dataId,
        name: 'double',
        equation: 'room.temp * 2',
        unit: '°C',
        startDate: '2026-02-01',
        values: [{ source: 'room', field: 'temp' }],
      },
    })
    assert.equal(made.status, 200, made.failure.message)
    await features.calculations.run()

    await add(one, {
      comparison: 'double.value > 40',
      values: [
        { source: 'double', field: 'unit' },
        { source: 'door', field: 'state' },
      ],
    })
    await eventTables.run()
    await events.run()

    const [first] = (await pageOf(one)).occurrences
    assert.deepEqual([first?.['double.unit'], first?.['door.state']], ['°C', 'open'])
    assert.deepEqual(
      (await tablesOf(other.dataId)).map(({ values }) => values.length),
      [2],
    )
  })
})

describe('a report', () => {
  it('of raw data has every column as it is', async () => {
    const unit = await build()
    await add(unit)

    const { status, text, headers } = await report(unit)

    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'text/csv; charset=utf-8')
    assert.equal(headers['content-disposition'], `attachment; filename="${unit.dataId}_raw_data.csv"`)
    const [header, first, ...others] = parse(text)
    assert.deepEqual(header, [...(await pageOf(unit)).columns, 'ongoing'])
    assert.deepEqual(first?.slice(0, 5), [at(10), at(12), '2000', '', '21'])
    assert.equal(first?.at(-1), 'false')
    assert.equal(others.length, 1)
  })

  it('has its headings in the language of who downloads it', async () => {
    const unit = await build()
    await add(unit)
    const query = { dataID: unit.dataId, name: 'Door_open' }

    const { response } = await call(getEventReport, { as: ada, query, headers: { 'accept-language': 'de' } })

    const [header, first] = parse(response.body)
    assert.deepEqual(header?.slice(0, 4), ['Beginn (UTC)', 'Ende (UTC)', 'Dauer (ms)', 'Markierung'])
    assert.deepEqual(first?.slice(0, 3), [at(10), at(12), '2000'])
  })

  it('is a workbook with moments of the zone of its reader, and units in its headings', async () => {
    const unit = await build()
    await add(unit)
    const query = { dataID: unit.dataId, name: 'Door_open', format: 'xlsx', timeZone: 'Asia/Tokyo' } as const

    const { response } = await call(getEventReport, { as: ada, query })

    const [headings, first, ...others] = await readSheet(response.rawPayload)
    assert.deepEqual(headings?.slice(0, 4), ['Start (Asia/Tokyo)', 'End (Asia/Tokyo)', 'Duration (ms)', 'tag'])
    const wall = (moment: string): number => Date.parse(moment) + 9 * 60 * 60_000
    assert.deepEqual(
      first?.slice(0, 2).map((cell) => (cell instanceof Date ? Math.round(cell.getTime() / 1000) * 1000 : cell)),
      [wall(at(10)), wall(at(12))],
    )
    assert.deepEqual([first?.[2], first?.[4], first?.at(-1)], [2000, 21, false])
    assert.equal(others.length, 1)
    assert.match(String(response.headers['content-disposition']), /_raw_data\.xlsx"$/)
  })

  it('leaves the end of an ongoing event empty, and says so', async () => {
    const unit = await buildUnit(db, { entity: ada.entity, default_template: await buildTemplate() })
    const now = clock()
    await send(unit, 'room', [
      { messageUTC: new Date(now - 60_000).toISOString(), temp: 10 },
      { messageUTC: new Date(now - 30_000).toISOString(), temp: 30 },
    ])
    await add(unit, { values: [] })

    const [header = [], row = []] = parse((await report(unit)).text)

    assert.deepEqual([row[header.indexOf('endUTC')], row[header.indexOf('ongoing')]], ['', 'true'])
  })

  it('writes columns as it says, in the time zone of the request, with where the unit was', async () => {
    const unit = await build(await buildTemplate({ reports: { short: { ...SHORT } as never } }))
    await send(unit, 'gpgga_Internal', [
      { messageUTC: at(9), lat: 1, lon: 1 },
      { messageUTC: at(10), lat: 59.5, lon: -18.25 },
      { messageUTC: at(12), lat: 59.625, lon: 18 },
    ])
    await add(unit)

    const { text, headers } = await report(unit, { report: 'short', timeZone: 'Europe/Stockholm' })
    const missing = await report(unit, { report: 'long' })
    const inherited = await report(unit, { report: 'constructor' })
    const nowhere = await report(unit, { report: 'short', timeZone: 'Mars/Olympus' })

    assert.deepEqual(parse(text), [
      ['Start', 'Nothing', 'For', 'Level', 'coordinates'],
      ['01/02/2026 01:00:10', '', '00:00:02', '-1.25', '59.5 -18.25; 59.625 18'],
      ['01/02/2026 01:00:20', '', '00:00:00', '-1.25', ''],
    ])
    assert.equal(headers['x-time-zone'], 'Europe/Stockholm')
    assert.deepEqual([missing.status, missing.failure.code], [404, 'event/report-not-found'])
    assert.deepEqual([inherited.status, inherited.failure.code], [404, 'event/report-not-found'])
    assert.deepEqual([nowhere.status, nowhere.failure.message], [400, 'There is no such time zone.'])
  })

  it('that says nothing of its times has those of the person who downloads it', async () => {
    const { times: _times, ...silent } = SHORT
    const reports = { silent: { ...silent, name: 'silent' }, utc: { ...silent, name: 'utc', times: 'UTC' } } as never
    const unit = await build(await buildTemplate({ reports }))
    await add(unit)
    const zone = { timeZone: 'Europe/Stockholm' }

    const [local, utc, raw] = [
      await report(unit, { report: 'silent', ...zone }),
      await report(unit, { report: 'utc', ...zone }),
      await report(unit, zone),
    ]

    assert.deepEqual(
      [local, utc, raw].map(({ headers }) => headers['x-time-zone']),
      ['Europe/Stockholm', 'UTC', 'UTC'],
    )
    assert.equal(parse(local.text)[1]?.[0], '01/02/2026 01:00:10')
    assert.equal(parse(utc.text)[1]?.[0], '01/02/2026 00:00:10')
  })

  it('brings back every tag from its CSV, and lets none of them be computed', async () => {
    const unit = await build()
    await add(unit)
    const text = fc.string({
      unit: fc.constantFrom('=', '+', '-', '@', '"', ',', ';', "'", 'a', '1', 'ö', '😀'),
      minLength: 1,
      maxLength: 8,
    })
    await fc.assert(
      fc.asyncProperty(text, async (written) => {
        await tag(unit, [10], written)
        const [, first] = parse((await report(unit)).text)
        const cell = first?.[3] ?? ''
        assert.equal(cell.replaceAll("'", ''), written.replaceAll("'", ''))
        assert.doesNotMatch(cell, /(^|;)[=@]|^[+]/)
      }),
      { numRuns: 40 },
    )
  })

  it('has all of many occurrences, and the first of them for a preview', async () => {
    const unit = await build()
    await add(unit)
    await sql`
      insert into event_occurrence (event_table, start_at, end_at, last_at, figures)
      select id, begun, begun + 500, begun, array_fill(n, array[8])
      from event_table, generate_series(1, 5000) n, lateral (select ${START}::bigint + 100000 + n * 1000 as begun) at
      where data_id = ${unit.dataId}`.execute(db)

    assert.equal(parse((await report(unit)).text).length, 5_003)
    assert.equal(parse((await report(unit, { limit: 10 })).text).length, 11)
    assert.equal(parse((await report(unit, { endDate: at(15) })).text).length, 2)
  })
})
