import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCalculation } from '@fieldwatch/contract/calculations/calculations'
import { getEventReport, refreshEvent, type EventPage } from '@fieldwatch/contract/events/events'
import { getEventSummary } from '@fieldwatch/contract/events/event-summary'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { buildUnit, type BuiltUnit } from '#testing/build-unit.ts'
import { START, at, SHORT, starts, createEventFleet } from './testing/event-fleet.ts'

const {
  db,
  clock,
  call,
  features,
  events,
  eventTables,
  ada,
  buildTemplate,
  build,
  send,
  add,
  pageOf,
  tablesOf,
  tag,
  report,
} = await createEventFleet()

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

  // spec 2-3-06
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

  // spec 2-5-13
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
  // spec 2-5-23
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
    const unit = await buildUnit(db, { entity: ada.entity, defaultTemplate: await buildTemplate() })
    const now = clock()
    await send(unit, 'room', [
      { messageUTC: new Date(now - 60_000).toISOString(), temp: 10 },
      { messageUTC: new Date(now - 30_000).toISOString(), temp: 30 },
    ])
    await add(unit, { values: [] })

    const [header = [], row = []] = parse((await report(unit)).text)

    assert.deepEqual([row[header.indexOf('endUTC')], row[header.indexOf('ongoing')]], ['', 'true'])
  })

  // spec 2-1-04, 2-3-13, 2-3-14, 2-3-15, 2-3-16, 2-7-12, 2-7-13
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

  // spec 2-5-24
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
