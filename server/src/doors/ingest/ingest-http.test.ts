import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { sentenceOfCode } from '@fieldwatch/messages/server-sentences'
import { inEnglish } from '#platform/errors/domain-error.ts'
import { ingestSource, ingestUnit } from '@fieldwatch/contract/telemetry/ingest'
import { PAUSE_MARKER, SENSOR_SOURCES } from '@fieldwatch/contract/units/units'
import type { BusEvents } from '#platform/bus/bus.ts'
import { buildUnit, type BuiltUnit } from '#testing/build-unit.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { app, db, bus, clock, call, metrics } = await createTestApp({ database })

const NOW = new Date(clock()).toISOString()

interface Sent {
  source?: string
  body: unknown
  headers?: Record<string, string | undefined>
}

async function send(unit: BuiltUnit, { source = 'probe', body, headers }: Sent) {
  const response = await app.inject({
    method: 'POST',
    url: `/api/v1/ingest/${unit.dataId}${source === '' ? '' : `/${source}`}`,
    headers: { authorization: unit.bearer, 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  })
  return { status: response.statusCode, body: response.json() }
}

async function stored(unit: BuiltUnit) {
  const rows = await db
    .selectFrom('record')
    .innerJoin('source', 'source.sourceKey', 'record.sourceKey')
    .select(['source.name', 'at', 'receivedAt', 'fields'])
    .where('dataId', '=', unit.dataId)
    .orderBy('name')
    .orderBy('at')
    .execute()
  return rows.map(({ name, at, fields }) => ({ name, at: at.toISOString(), fields }))
}

const rejected = (unit: BuiltUnit) =>
  db
    .selectFrom('rejectedMessage')
    .select(['source', 'channel', 'code', 'message', 'payload'])
    .where('dataId', '=', unit.dataId)
    .orderBy('id')
    .execute()

const unitRow = (unit: BuiltUnit) =>
  db.selectFrom('unit').selectAll().where('dataId', '=', unit.dataId).executeTakeFirstOrThrow()

describe('records by HTTP', () => {
  it('are refused without a token, with a wrong one, and for an unknown unit in the same words', async () => {
    const unit = await buildUnit(db)
    const other = await buildUnit(db)
    const params = { dataID: unit.dataId, source: 'probe' }

    const answers = [
      await call(ingestSource, { params, body: { a: 1 } }),
      await call(ingestSource, { params, body: { a: 1 }, headers: { authorization: other.bearer } }),
      await call(ingestSource, {
        params: { dataID: 'unknown', source: 'probe' },
        body: { a: 1 },
        headers: { authorization: unit.bearer },
      }),
    ]

    for (const { status, failure } of answers) {
      assert.equal(status, 401)
      assert.deepEqual(failure, {
        statusCode: 401,
        status: 'error',
        code: 'unit/invalid-token',
        message: 'The unit’s token is not valid.',
      })
    }
    assert.deepEqual(await stored(unit), [])
  })

  // spec 1-3-45
  it('are stored before the answer, nested objects flattened', async () => {
    const unit = await buildUnit(db)

    const answer = await send(unit, { body: { messageUTC: '2026-03-01T10:00:00Z', level: { tank: 1.5 }, on: true } })

    assert.equal(answer.status, 200)
    assert.deepEqual(answer.body, { status: 'success', details: { stored: 1, paused: 0, refused: [] } })
    assert.deepEqual(await stored(unit), [
      { name: 'probe', at: '2026-03-01T10:00:00.000Z', fields: { level_tank: 1.5, on: true } },
    ])
  })

  it('without messageUTC get the time of arrival, and none replaces another', async () => {
    const unit = await buildUnit(db)

    await send(unit, { body: [{ a: 1 }, { a: 2 }] })
    await send(unit, { body: { a: 3 } })

    const start = clock()
    assert.deepEqual(
      (await stored(unit)).map(({ at, fields }) => [Date.parse(at) - start, fields]),
      [
        [0, { a: 1 }],
        [1, { a: 2 }],
        [2, { a: 3 }],
      ],
    )
  })

  it('may be a bare number, text or boolean, which is the field value', async () => {
    const unit = await buildUnit(db)

    await send(unit, { body: '21.5' })
    await send(unit, { source: '', body: { door: 'open', pump: [true, false] } })

    assert.deepEqual(
      (await stored(unit)).map(({ name, fields }) => [name, fields]),
      [
        ['door', { value: 'open' }],
        ['probe', { value: 21.5 }],
        ['pump', { value: true }],
        ['pump', { value: false }],
      ],
    )
  })

  it('with the same messageUTC replace each other, the last one wins', async () => {
    const unit = await buildUnit(db)

    await send(unit, {
      body: [
        { messageUTC: 1_700_000_000, a: 1 },
        { messageUTC: 1_700_000_000_000, a: 2 },
      ],
    })
    await send(unit, { body: { messageUTC: '1700000000', a: 3, b: 'x' } })

    assert.deepEqual(await stored(unit), [{ name: 'probe', at: '2023-11-14T22:13:20.000Z', fields: { a: 3, b: 'x' } }])
  })

  it('that are good are stored although others of the message are refused', async () => {
    const unit = await buildUnit(db)

    const { status, body } = await send(unit, {
      body: '[{"messageUTC":"2026-03-01T10:00:00Z","a":1},{"a":[1]},null,{"a b":1},{"messageUTC":"yesterday"},{"a":1e999}]',
    })

    assert.equal(status, 200)
    assert.equal(body.status, 'partial_success')
    assert.equal(body.details.stored, 1)
    assert.deepEqual(
      body.details.refused.map(({ index, code }: { index: number; code: string }) => [index, code]),
      [
        [1, 'record/value-invalid'],
        [2, 'record/not-an-object'],
        [3, 'record/field-name-invalid'],
        [4, 'record/time-invalid'],
        [5, 'record/value-invalid'],
      ],
    )
    assert.deepEqual((await rejected(unit))[0], {
      source: 'probe',
      channel: 'http',
      code: 'record/value-invalid',
      message: sentenceOfCode('record/value-invalid'),
      payload: '{"a":[1]}',
    })
  })

  it('of several sources come in one message', async () => {
    const unit = await buildUnit(db)

    const { status, body } = await send(unit, {
      source: '',
      body: { first: { a: 1 }, second: [{ b: 1 }, { b: 2 }], 'third one': { c: 1 } },
    })

    assert.equal(status, 200)
    assert.deepEqual([body.status, body.details.stored], ['partial_success', 3])
    assert.deepEqual(
      body.details.refused.map(({ source, code }: { source: string; code: string }) => [source, code]),
      [['third one', 'record/source-name-invalid']],
    )
  })

  it('are accepted as gzip, as plain text and without a content type', async () => {
    const unit = await buildUnit(db)
    const text = JSON.stringify({ a: 1 })

    const packed = await send(unit, { body: gzipSync(text), headers: { 'content-encoding': 'gzip' } })
    const plain = await send(unit, { body: text, headers: { 'content-type': 'text/plain; charset=utf-8' } })
    const bare = await send(unit, { body: text, headers: { 'content-type': undefined } })

    assert.deepEqual([packed.status, plain.status, bare.status], [200, 200, 200])
  })

  for (const [what, sent, status, code, sentence = inEnglish(sentenceOfCode(code))] of [
    ['malformed JSON', { body: '{"a":1' }, 400, 'record/malformed-json'],
    ['bytes that are not UTF-8', { body: Buffer.from([0x22, 0xff, 0x22]) }, 400, 'record/malformed-json'],
    ['an empty body', { body: '' }, 400, 'record/malformed-json'],
    ['null', { body: 'null' }, 400, 'record/not-an-object'],
    ['NaN', { body: '{"a":NaN}' }, 400, 'record/malformed-json'],
    ['a NUL in a text', { body: { a: 'x\0y' } }, 400, 'record/text-invalid'],
    ['half of a surrogate pair', { body: String.raw`{"a":"\ud800"}` }, 400, 'record/text-invalid'],
    ['a time that is days ahead', { body: { messageUTC: '2026-03-05T00:00:00Z' } }, 400, 'record/time-in-future'],
    [
      'a name that breaks out of SQL',
      { source: "x');drop table record;--", body: { a: 1 } },
      400,
      'record/source-name-invalid',
    ],
    [
      '257 fields',
      { body: Object.fromEntries(Array.from({ length: 257 }, (_, i) => [`f${i}`, i])) },
      400,
      'record/too-many-fields',
    ],
    ['a record over 64 KiB', { body: { a: 'ü'.repeat(33_000) } }, 413, 'record/too-large'],
    [
      'a gzip bomb',
      { body: gzipSync(Buffer.alloc(17 * 1024 * 1024, ' ')), headers: { 'content-encoding': 'gzip' } },
      413,
      'request/too-large',
      'A body has at most 16 MiB, also when unpacked. Send it in parts.',
    ],
    [
      'damaged gzip',
      { body: 'nothing', headers: { 'content-encoding': 'gzip' } },
      400,
      'request/invalid',
      'The body is not valid gzip.',
    ],
    ['an image', { body: 'nothing', headers: { 'content-type': 'image/png' } }, 415, 'request/unsupported-media-type'],
    [
      'three million records in a few kilobytes of gzip',
      { body: gzipSync(`[${'{},'.repeat(2_999_999)}{}]`), headers: { 'content-encoding': 'gzip' } },
      413,
      'request/too-large',
      'A body has at most 100,000 records. Send them in several requests.',
    ],
    [
      'a body over 16 MiB',
      { body: Buffer.alloc(16 * 1024 * 1024 + 1, ' ') },
      413,
      'request/too-large',
      'A body has at most 16 MiB, also when unpacked. Send it in parts.',
    ],
    [
      'more fields than a body may have',
      { body: Array.from({ length: 2001 }, (_, index) => ({ [`f${index}`]: 'x'.repeat(20) })) },
      413,
      'request/too-large',
      'A body has at most 4,000,000 values: the records of each source times its fields. Send it in parts.',
    ],
    ['a long body that ends too soon', { body: `[${'{"a":1},'.repeat(10_000)}` }, 400, 'record/malformed-json'],
  ] as const) {
    it(`are refused and kept as a rejected message when they hold ${what}`, async () => {
      const unit = await buildUnit(db)
      const { source, ...rest } = { source: 'probe', ...sent }

      const answer = await send(unit, { ...rest, source: encodeURIComponent(source) })

      assert.equal(answer.status, status)
      assert.equal(answer.body.code, code)
      assert.equal(answer.body.status, 'error')
      assert.equal(answer.body.message, sentence)
      assert.deepEqual(
        (await rejected(unit)).map((message) => [message.code, inEnglish(message.message)]),
        [[code, sentence]],
      )
      assert.deepEqual(await stored(unit), [])
    })
  }

  it('keep names of the language harmless', async () => {
    const unit = await buildUnit(db)

    const { status } = await send(unit, {
      source: '__proto__',
      body: '{"messageUTC":1700000000,"__proto__":1,"constructor":{"prototype":2}}',
    })

    assert.equal(status, 200)
    const [record] = await stored(unit)
    assert.equal(record?.name, '__proto__')
    assert.deepEqual(Object.entries(record.fields), [
      ['__proto__', 1],
      ['constructor_prototype', 2],
    ])
  })

  it('of paused sources are acknowledged and counted, and not stored', async () => {
    const unit = await buildUnit(db, { pausedData: ['probe' as never] })

    const { body } = await send(unit, { source: '', body: { probe: { a: 1 }, other: { a: 1 } } })

    assert.deepEqual(body, { status: 'success', details: { stored: 1, paused: 1, refused: [] } })
    assert.deepEqual(
      (await stored(unit)).map(({ name }) => name),
      ['other'],
    )
    assert.match(await metrics.registry.metrics(), /fieldwatch_records_paused_total\{channel="http"\} 1/)
  })

  // spec 2-3-20
  it('of a sensor that is paused by its marker are not stored, whatever their source', async () => {
    const unit = await buildUnit(db, { pausedData: [PAUSE_MARKER] })
    const bodies = Object.fromEntries([...SENSOR_SOURCES, 'probe'].map((source) => [source, [{ value: 1 }]]))

    const { body } = await send(unit, { source: '', body: bodies })

    assert.deepEqual(body, { status: 'success', details: { stored: 1, paused: SENSOR_SOURCES.length, refused: [] } })
    assert.deepEqual(
      (await stored(unit)).map(({ name }) => name),
      ['probe'],
    )
  })

  it('widen the types of fields', async () => {
    const unit = await buildUnit(db)
    const types = async () => {
      const row = await db
        .selectFrom('source')
        .select('fieldTypes')
        .where('dataId', '=', unit.dataId)
        .executeTakeFirst()
      return row?.fieldTypes
    }

    await send(unit, { body: { a: 1, b: true, c: null } })
    assert.deepEqual(await types(), { a: 'int', b: 'bool' })
    await send(unit, { body: { a: 1.5, b: 2, c: 'x' } })
    assert.deepEqual(await types(), { a: 'float', b: 'mixed', c: 'string' })
  })

  // spec 1-3-24, 1-3-25, 1-3-46
  it('bring the unit up to date: last activity, last message, position', async () => {
    const unit = await buildUnit(db)

    await send(unit, { source: 'location', body: { messageUTC: '2026-03-01T11:00:00Z', lat: 48.1, lon: 11.5 } })

    const row = await unitRow(unit)
    assert.deepEqual(
      [row.lastActivityAt?.toISOString(), row.lastMessage, row.currentLat, row.currentLon],
      [NOW, 'location', 48.1, 11.5],
    )
  })

  it('do not move the unit back to an older position, nor to one that is none', async () => {
    const unit = await buildUnit(db)

    await send(unit, { source: 'location', body: { messageUTC: '2026-03-01T11:00:00Z', lat: 48.1, lon: 11.5 } })
    clock.advance(2000)
    await send(unit, {
      source: 'location',
      body: [
        { messageUTC: '2026-03-01T10:00:00Z', lat: 1, lon: 1 },
        { messageUTC: '2026-03-01T11:30:00Z', lat: 91, lon: 1 },
        { messageUTC: '2026-03-01T11:31:00Z', lat: 'x', lon: 1 },
      ],
    })

    const row = await unitRow(unit)
    assert.deepEqual([row.currentLat, row.currentLon], [48.1, 11.5])
  })

  it('move the unit to a position after one that is stamped an hour ahead', async () => {
    const unit = await buildUnit(db)
    const placeOf = async () => {
      const { currentLat, currentLon } = await unitRow(unit)
      return [currentLat, currentLon]
    }

    await send(unit, { source: 'location', body: { messageUTC: clock() + 3_600_000, lat: 1, lon: 1 } })
    assert.deepEqual(await placeOf(), [1, 1])
    clock.advance(2000)
    await send(unit, { source: 'location', body: { messageUTC: clock() - 500, lat: 48.1, lon: 11.5 } })
    assert.deepEqual(await placeOf(), [48.1, 11.5])
    clock.advance(2000)
    await send(unit, {
      source: 'location',
      body: [
        { messageUTC: clock() - 400, lat: 48.2, lon: 11.6 },
        { messageUTC: clock() + 3_600_000, lat: 2, lon: 2 },
      ],
    })
    // The newest by its arrival.
    assert.deepEqual(await placeOf(), [2, 2])
  })

  it('reach the bus after the commit, with the cursor behind them', async () => {
    const unit = await buildUnit(db)
    const heard: BusEvents['records'][] = []
    const stop = bus.subscribe('records', (event) => heard.push(event))

    await send(unit, { body: { messageUTC: '2026-03-01T10:00:00Z', a: 1 } })
    await send(unit, { body: { messageUTC: '2026-03-01T10:00:01Z', a: 2 } })
    stop()

    const [first, second] = heard
    assert.ok(first && second)
    assert.equal(first.dataId, unit.dataId)
    assert.deepEqual(first.records, [{ at: Date.parse('2026-03-01T10:00:00.000Z'), fields: '{"a":1}' }])
    assert.deepEqual([first.previousReceivedAt, first.count], [0, 1])
    assert.equal(second.receivedAt, first.receivedAt + 1)
    assert.equal(second.previousReceivedAt, first.receivedAt)
  })

  it('reach the bus as plain data, and without themselves when they are many or long', async () => {
    const unit = await buildUnit(db)
    const heard: BusEvents['records'][] = []
    const stop = bus.subscribe('records', (event) => heard.push(structuredClone(event)))
    const times = (count: number) => Array.from({ length: count }, (_, index) => clock() - 600_000 + index)

    await send(unit, { body: times(500).map((messageUTC) => ({ messageUTC, a: 1 })) })
    await send(unit, { body: times(501).map((messageUTC) => ({ messageUTC, a: 2 })) })
    await send(unit, { body: times(3).map((messageUTC) => ({ messageUTC, a: 'x'.repeat(30_000) })) })
    stop()

    assert.deepEqual(
      heard.map(({ count, records }) => [count, records?.length]),
      [
        [500, 500],
        [501, undefined],
        [3, undefined],
      ],
    )
  })

  it('of a token that was rotated are refused at once', async () => {
    const unit = await buildUnit(db)
    await send(unit, { body: { a: 1 } })

    await db
      .updateTable('unit')
      .set({ tokenHash: Buffer.alloc(32, 1) })
      .where('dataId', '=', unit.dataId)
      .execute()
    bus.publish('unit-access-changed', { dataId: unit.dataId, connectionsEnd: true })

    assert.equal((await send(unit, { body: { a: 2 } })).status, 401)
  })

  it('of a token that another process rotated are refused after five seconds', async () => {
    const unit = await buildUnit(db)
    await send(unit, { body: { a: 1 } })

    await db
      .updateTable('unit')
      .set({ tokenHash: Buffer.alloc(32, 1) })
      .where('dataId', '=', unit.dataId)
      .execute()
    clock.advance(5_001)

    assert.equal((await send(unit, { body: { a: 2 } })).status, 401)
  })

  it('that are refused are kept up to the newest thousand of a unit', async () => {
    const unit = await buildUnit(db)
    const bad = JSON.stringify(Array.from({ length: 100 }, () => null))

    for (let message = 0; message < 11; message += 1) await send(unit, { body: bad })

    const kept = await rejected(unit)
    assert.equal(kept.length, 1000)
  })

  it('are stored whole when there are very many in one message', async () => {
    const unit = await buildUnit(db)
    const many = Array.from({ length: 12_000 }, (_, index) => ({ messageUTC: 1_700_000_000 + index, a: index }))

    const { body } = await send(unit, { body: many })

    assert.equal(body.details.stored, 12_000)
    const chunks = await db
      .selectFrom('recordChunk')
      .innerJoin('source', 'source.sourceKey', 'recordChunk.sourceKey')
      .select('count')
      .where('dataId', '=', unit.dataId)
      .execute()
    const inChunks = chunks.reduce((sum, { count }) => sum + count, 0)
    assert.equal((await stored(unit)).length + inChunks, 12_000)
  })

  it('of a unit that is gone in the meantime are not acknowledged', async () => {
    const unit = await buildUnit(db)
    await send(unit, { body: { a: 1 } })
    await db.deleteFrom('unit').where('dataId', '=', unit.dataId).execute()

    const { status, body } = await send(unit, { body: { a: 2 } })

    assert.equal(status, 404)
    assert.equal(body.code, 'unit/not-found')
  })

  it('need a body that names sources when no source is in the address', async () => {
    const unit = await buildUnit(db)

    const answer = await call(ingestUnit, {
      params: { dataID: unit.dataId },
      body: [],
      headers: { authorization: unit.bearer },
    })

    assert.equal(answer.failure.code, 'record/not-an-object')
  })
})
