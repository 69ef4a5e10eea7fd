import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createZoneClock } from '@fieldwatch/contract/time/time-zone'
import { ARROW_STREAM, exportData, exportWorkbook, getSeries } from '@fieldwatch/contract/telemetry/data'
import { XLSX_TYPE } from '@fieldwatch/contract/tables/xlsx-cells'
import type { TemplateId } from '@fieldwatch/contract/api/ids'
import { TemplateDefinition } from '@fieldwatch/contract/templates/templates'
import { createTemplateStore } from '#fleet/templates/template-store.ts'
import { tableFromIPC } from '@uwdata/flechette'
import { readSheet } from 'read-excel-file/node'
import { buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { parsePosition } from './stream-cursor.ts'

const database = await createTestDatabase()
const { app, db, call, clock, signInAs } = await createTestApp({ database })
const person = await signInAs()
const unit = await buildUnit(db, { entity: person.entity })
const foreign = await buildUnit(db)

const START = Date.parse('2026-02-01T00:00:00Z')
const COUNT = 12_000
const NOW = new Date(clock()).toISOString()

const wave = (index: number): number => Math.sin(index / 300) * 100 + ((index * 7919) % 13)

await sendRecords(app, foreign, 'probe', { a: 1 })
await sendRecords(app, unit, 'probe', [
  { messageUTC: START, level: 1.5, on: true, note: '=1+1', n: 1 },
  { messageUTC: START + 1000, on: false, note: 'say "hi", then\ngo', n: -2 },
  { messageUTC: START + 2000, level: 2.5, note: 'plain' },
])
await sendRecords(
  app,
  unit,
  'wave',
  Array.from({ length: COUNT }, (_, index) => ({
    messageUTC: START + index * 1000,
    value: wave(index),
    half: index / 2,
  })),
)

interface Asked {
  subject?: string
  query?: Record<string, string>
  dataID?: string
  headers?: Record<string, string>
}

const range = { from: new Date(START).toISOString(), to: String(START + COUNT * 1000) }

const askSeries = ({ subject = 'probe', query, dataID = unit.dataId, headers = {} }: Asked = {}) =>
  call(getSeries, { as: person, params: { dataID, subject }, query: { ...range, ...query }, headers })

const askExport = ({ subject = 'probe', query = {}, dataID = unit.dataId }: Asked = {}) =>
  call(exportData, { as: person, params: { dataID, file: `${subject}.csv` }, query: query })

function decode(answer: Awaited<ReturnType<typeof askSeries>>): Record<string, unknown[]> {
  const table = tableFromIPC(new Uint8Array(answer.response.rawPayload))
  return Object.fromEntries(table.names.map((name, index) => [name, [...table.getChildAt(index)]]))
}

describe('a series', () => {
  it('asks for a sign-in', async () => {
    const answer = await call(getSeries, {
      params: { dataID: unit.dataId, subject: 'probe' },
      query: range,
    })

    assert.equal(answer.failure.code, 'auth/missing-token')
  })

  it("answers for another entity's unit as for one that is not there", async () => {
    const theirs = await askSeries({ dataID: foreign.dataId })

    assert.equal(theirs.failure.code, 'unit/not-found')
    assert.equal(theirs.response.body, (await askSeries({ dataID: 'unknown' })).response.body)
  })

  it('refuses fields that are not there, and ranges that are none', async () => {
    assert.equal((await askSeries({ query: { fields: 'level,nope' } })).failure.code, 'data/field-not-found')
    assert.equal((await askSeries({ query: { from: 'yesterday' } })).failure.code, 'request/invalid')
    assert.equal((await askSeries({ query: { width: '0' } })).failure.code, 'request/invalid')
    assert.equal((await askSeries({ subject: 'nothing' })).failure.code, 'data/not-found')
  })

  it('holds every record when they are few, with null where a field is missing', async () => {
    const answer = await askSeries({ query: { fields: 'level,on' } })

    assert.equal(answer.status, 200)
    assert.equal(answer.response.headers['content-type'], ARROW_STREAM)
    assert.equal(answer.response.headers['x-sampling'], 'raw')
    assert.deepEqual(decode(answer), {
      t: [START, START + 1000, START + 2000],
      level: [1.5, null, 2.5],
      on: [1, 0, null],
    })
  })

  it('holds every record of many unless a width or samples are asked for', async () => {
    const unasked = await askSeries({ subject: 'wave', query: { fields: 'value' } })
    const samples = await askSeries({ subject: 'wave', query: { fields: 'value', sampling: 'm4' } })
    const sampled = decode(samples)['value']?.length ?? 0

    assert.equal(unasked.response.headers['x-sampling'], 'raw')
    assert.equal(decode(unasked)['value']?.length, COUNT)
    assert.equal(samples.response.headers['x-sampling'], 'm4')
    assert.ok(sampled > 0 && sampled < COUNT)
  })

  it('holds every record of many when it is asked for raw, up to a number of values', async () => {
    const reduced = await askSeries({ subject: 'wave', query: { fields: 'value', width: '100' } })
    const raw = await askSeries({ subject: 'wave', query: { fields: 'value', width: '100', sampling: 'raw' } })

    assert.equal(reduced.response.headers['x-sampling'], 'm4')
    assert.equal(raw.response.headers['x-sampling'], 'raw')
    assert.deepEqual(
      decode(raw)['value'],
      Array.from({ length: COUNT }, (_, index) => wave(index)),
    )
  })

  it('refuses times out of the years 1970 to 9999', async () => {
    for (const from of ['0075-01-01T00:00:00Z', '-1', '9999-12-31T23:59:59-12:00', '253402300800000']) {
      const answer = await askSeries({ query: { from } })

      assert.equal(answer.status, 400, from)
      assert.equal(answer.failure.message, 'A time is in the years 1970 to 9999 (UTC).')
    }
  })

  it('takes a time without a zone as UTC', async () => {
    const answer = await askSeries({ query: { fields: 'level', from: '2026-02-01T00:00:01' } })

    assert.deepEqual(decode(answer)['t'], [START + 1000, START + 2000])
  })

  it('keeps the numbers of a field that got a word once, from rows and from chunks, and a CSV has both', async () => {
    const chunked = Array.from({ length: 2_500 }, (_, index) => ({
      messageUTC: START + index * 1000,
      temp: index === 700 ? 'ERR' : index / 4,
      note: 'fine',
    }))
    const [last] = [{ messageUTC: START + 2_500_000, temp: 1.5, note: 'fine' }]
    await sendRecords(app, unit, 'mixed', chunked)
    await sendRecords(app, unit, 'mixed', last)

    const named = await askSeries({ subject: 'mixed', query: { fields: 'temp' } })
    const reduced = await askSeries({ subject: 'mixed', query: { width: '20' } })
    const csv = await askExport({ subject: 'mixed', query: { fields: 'temp' } })

    const values = decode(named)['temp'] ?? []
    assert.equal(values.length, 2_501)
    assert.deepEqual([values[699], values[700], values[701], values[2_500]], [699 / 4, null, 701 / 4, 1.5])
    assert.deepEqual(Object.keys(decode(reduced)), ['t', 'temp'])
    assert.equal(Math.max(...(decode(reduced)['temp']?.filter((value) => typeof value === 'number') ?? [])), 2_499 / 4)
    assert.match(csv.response.body, /,ERR\r\n/)
    assert.match(csv.response.body, /,624\.75\r\n/)
  })

  it('of a field that is only text has the times without values', async () => {
    assert.deepEqual(decode(await askSeries({ query: { fields: 'note' } }))['note'], [null, null, null])
  })

  it('holds all numeric fields by default', async () => {
    assert.deepEqual(Object.keys(decode(await askSeries())), ['t', 'level', 'n', 'on'])
  })

  it('begins with the range and ends before its end', async () => {
    const answer = await askSeries({ query: { from: String(START + 1000), to: String(START + 2000) } })

    assert.deepEqual(decode(answer)['t'], [START + 1000])
  })

  it('is empty where nothing is', async () => {
    for (const query of [
      { from: '0', to: '1000' },
      { from: String(START + 1), to: String(START) },
      { from: '9999-12-31', to: '9999-12-31T23:59:59.999Z' },
    ]) {
      assert.deepEqual(decode(await askSeries({ query }))['t'], [])
    }
  })

  it('has a cursor behind everything that it holds', async () => {
    const answer = await askSeries()

    const position = parsePosition(String(answer.response.headers['x-cursor']))
    assert.deepEqual(position, { kind: 'arrivals', receivedAfter: clock(), at: undefined })
  })

  it('is not sent again to who has it, as long as it is the same', async () => {
    const subject = 'growing'
    await sendRecords(app, unit, subject, { messageUTC: START, level: 1 })
    const first = await askSeries({ subject })
    const headers = { 'if-none-match': String(first.response.headers['etag']) }

    const again = await askSeries({ subject, headers })
    await sendRecords(app, unit, subject, { messageUTC: START + 1000, level: 2 })
    const later = await askSeries({ subject, headers })

    assert.equal(first.response.headers['cache-control'], 'private, no-cache')
    assert.equal(again.status, 304)
    assert.equal(again.response.rawPayload.length, 0)
    assert.equal(again.response.headers['x-cursor'], first.response.headers['x-cursor'])
    assert.equal(later.status, 200)
    assert.deepEqual(decode(later)['level'], [1, 2])
  })

  it("answers for another entity's unit as for one that is not there, whatever who asks has", async () => {
    const theirs = await askSeries({ dataID: foreign.dataId, headers: { 'if-none-match': '*' } })

    assert.equal(theirs.failure.code, 'unit/not-found')
  })

  it('is reduced to first, last, lowest and highest of each pixel column when records are many', async () => {
    const width = 100
    const answer = await askSeries({ subject: 'wave', query: { fields: 'value,half', width: String(width) } })

    assert.equal(answer.response.headers['x-sampling'], 'm4')
    const { t, value } = decode(answer) as { t: number[]; value: (number | null)[] }
    const drawn = new Map(t.map((time, index) => [time, value[index]] as const).filter(([, y]) => y !== null))
    assert.ok(drawn.size <= 4 * width)
    const perColumn = COUNT / width
    for (let column = 0; column < width; column += 1) {
      const indices = Array.from({ length: perColumn }, (_, offset) => column * perColumn + offset)
      const lowest = indices.reduce((best, index) => (wave(index) < wave(best) ? index : best))
      const highest = indices.reduce((best, index) => (wave(index) > wave(best) ? index : best))
      for (const index of [indices[0], indices.at(-1), lowest, highest]) {
        assert.equal(drawn.get(START + Number(index) * 1000), wave(Number(index)))
      }
    }
  })

  it('holds every record up to four a pixel column', async () => {
    const answer = await askSeries({ subject: 'wave', query: { fields: 'value', width: String(COUNT / 4) } })

    assert.equal(answer.response.headers['x-sampling'], 'raw')
    assert.equal(Number(answer.response.headers['content-length']), answer.response.rawPayload.length)
    assert.deepEqual(
      decode(answer)['value'],
      Array.from({ length: COUNT }, (_, index) => wave(index)),
    )
  })
})

describe('an export', () => {
  it('asks for a sign-in, and knows nothing of the units of others', async () => {
    const anonymous = await call(exportData, { params: { dataID: unit.dataId, file: 'probe.csv' } })

    assert.equal(anonymous.failure.code, 'auth/missing-token')
    assert.equal((await askExport({ dataID: foreign.dataId })).failure.code, 'unit/not-found')
    assert.equal((await askExport({ dataID: 'unknown' })).failure.code, 'unit/not-found')
  })

  it('refuses what cannot be', async () => {
    const params = { dataID: unit.dataId, file: 'probe.exe' } as never

    assert.equal((await call(exportData, { as: person, params })).failure.code, 'request/invalid')
    assert.equal((await askExport({ query: { fields: 'nope' } })).failure.code, 'data/field-not-found')
    assert.equal((await askExport({ query: { from: 'x' } })).failure.code, 'request/invalid')
    assert.equal((await askExport({ subject: 'nothing' })).failure.code, 'data/not-found')
  })

  it('is CSV with every record, quoted where needed, harmless for spreadsheets', async () => {
    const { status, response } = await askExport()

    assert.equal(status, 200)
    assert.equal(response.headers['content-disposition'], `attachment; filename="${unit.dataId}-probe.csv"`)
    const iso = (offset: number) => new Date(START + offset).toISOString()
    assert.equal(
      response.body,
      [
        'messageUTC,recieveUTC,level,n,note,on',
        `${iso(0)},${NOW},1.5,1,'=1+1,true`,
        `${iso(1000)},${NOW},,-2,"say ""hi"", then\ngo",false`,
        `${iso(2000)},${NOW},2.5,,plain,`,
        '',
      ].join('\r\n'),
    )
  })

  it('is in other units of measure where that is asked for, and as sent otherwise', async () => {
    const definition = {
      title: 'Warm',
      timeSeries: {
        charts: [
          {
            title: 'a',
            type: 'timeseries',
            specifications: {
              warm: [{ field: 'temp', friendlyName: 'Air', unit: '°C' }],
            },
          },
        ],
      },
    }
    const id = 'warm' as TemplateId
    await createTemplateStore(db).create({
      id,
      entityId: person.entity,
      definition: TemplateDefinition.parse(definition),
    })
    const { dataId: dataID, ...warm } = await buildUnit(db, { entity: person.entity, defaultTemplate: id })
    await sendRecords(app, { dataId: dataID, ...warm }, 'warm', { messageUTC: START, temp: 38, note: '38', n: 38 })
    const columns = async (units?: string) => {
      const { response } = await askExport({ dataID, subject: 'warm', query: units === undefined ? {} : { units } })
      return response.body
        .split('\r\n')
        .slice(0, 2)
        .map((line) => line.split(',').slice(2).join(','))
    }

    assert.deepEqual(await columns(), ['n,note,temp', '38,38,38'])
    assert.deepEqual(await columns('US'), ['n,note,temp (°F)', '38,38,100.4'])
    assert.deepEqual(await columns('metric'), ['n,note,temp (°C)', '38,38,38'])
    assert.deepEqual(await columns('preferred'), ['n,note,temp (°C)', '38,38,38'])
    const measures = JSON.stringify({ system: 'US' })
    await db.updateTable('entity').set({ measures }).where('id', '=', person.entity).execute()
    assert.deepEqual(await columns('preferred'), ['n,note,temp (°F)', '38,38,100.4'])
    assert.equal((await askExport({ query: { units: 'feet' } })).failure.code, 'request/invalid')
  })

  it('holds the fields and the range that were asked for', async () => {
    const { response } = await askExport({
      query: { fields: 'n', from: String(START + 1000), to: String(START + 2000) },
    })

    assert.deepEqual(
      response.body
        .split('\r\n')
        .slice(0, -1)
        .map((line) => line.split(',').at(-1)),
      ['n', '-2'],
    )
  })

  it('has no cap', async () => {
    const { response } = await askExport({ subject: 'wave' })

    assert.equal(response.body.split('\r\n').length, COUNT + 2)
  })
})

describe('an export as a workbook', () => {
  const askWorkbook = ({ subject = 'probe', query = {}, dataID = unit.dataId, headers = {} }: Asked = {}) =>
    call(exportWorkbook, { as: person, params: { dataID, subject }, query, headers })

  it('asks for a sign-in, and knows nothing of the units of others', async () => {
    const anonymous = await call(exportWorkbook, { params: { dataID: unit.dataId, subject: 'probe' } })

    assert.equal(anonymous.failure.code, 'auth/missing-token')
    assert.equal((await askWorkbook({ dataID: foreign.dataId })).failure.code, 'unit/not-found')
  })

  it('refuses what cannot be', async () => {
    assert.equal((await askWorkbook({ query: { fields: 'nope' } })).failure.code, 'data/field-not-found')
    assert.equal((await askWorkbook({ query: { timeZone: 'Mars/Olympus' } })).failure.code, 'request/invalid')
    assert.equal((await askWorkbook({ subject: 'nothing' })).failure.code, 'data/not-found')
  })

  it('has the values of the CSV, with times of the zone and headings in the language of the reader', async () => {
    const csv = (await askExport({ subject: 'wave' })).response.body.trim().split('\r\n')
    const { status, response } = await askWorkbook({
      subject: 'wave',
      query: { timeZone: 'Europe/Berlin' },
      headers: { 'accept-language': 'de' },
    })

    assert.equal(status, 200)
    assert.equal(response.headers['content-type'], XLSX_TYPE)
    assert.equal(response.headers['content-disposition'], `attachment; filename="${unit.dataId}-wave.xlsx"`)
    const [headings, ...rows] = await readSheet(response.rawPayload)
    assert.deepEqual(headings, ['Zeit (Europe/Berlin)', 'Empfangen (Europe/Berlin)', 'half', 'value'])
    assert.equal(rows.length, COUNT)
    const { wallOf } = createZoneClock('Europe/Berlin')
    for (const [index, [time, , ...values]] of rows.entries()) {
      const [at = '', , ...expected] = csv[index + 1]?.split(',') ?? []
      // The reader rounds what is a fraction of a day.
      assert.ok(time instanceof Date && Math.abs(time.getTime() - wallOf(Date.parse(at))) <= 1)
      assert.deepEqual(values, expected.map(Number))
    }
  })
})
