import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { getDataOptions } from '@fieldwatch/contract/telemetry/data'
import { ingestSource, ingestUnit } from '@fieldwatch/contract/telemetry/ingest'
import type { BusEvents } from '#platform/bus/bus.ts'
import { createThreadPool } from '#records/threads/thread-pool.ts'
import { compactSource } from '#records/store/compact-source.ts'
import { createMergedReader } from '#records/store/merged-reader.ts'
import { buildUnit, type BuiltUnit } from '#testing/build-unit.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { call, db, bus, clock, metrics, signInAs } = await createTestApp({ database })
const workers = createThreadPool({ size: 1 })
database.defer(() => workers.close())
const reader = createMergedReader({ db, workers, metrics, log: silentLog })

const START = Date.parse('2026-01-01T00:00:00.000Z')

interface Sent {
  messageUTC: number
  level: number
  state?: string
}

function stretch({ from = 0, count = 2_000, level = 0 } = {}): Sent[] {
  return Array.from({ length: count }, (_, index) => ({
    messageUTC: START + (from + index) * 1000,
    level: level + index / 4,
    ...(index % 3 === 0 ? { state: 'running' } : {}),
  }))
}

async function send(unit: BuiltUnit, records: readonly unknown[], source = 'probe') {
  const answer = await call(ingestSource, {
    params: { dataID: unit.dataId, source },
    headers: { authorization: unit.bearer, 'content-type': 'application/json' },
    body: records,
  })
  return answer.body
}

async function sourceKeyOf(unit: BuiltUnit, name = 'probe'): Promise<number> {
  const { sourceKey } = await db
    .selectFrom('source')
    .select('sourceKey')
    .where('dataId', '=', unit.dataId)
    .where('name', '=', name as never)
    .executeTakeFirstOrThrow()
  return sourceKey
}

async function read(unit: BuiltUnit, name = 'probe') {
  const records = []
  const all = { from: -Infinity, to: Infinity }
  for await (const block of reader.readRange(await sourceKeyOf(unit, name), all)) records.push(...block)
  return records.map(({ at, receivedAt, fields }) => ({ messageUTC: at, receivedAt, ...JSON.parse(fields) }))
}

const withoutArrival = (records: Awaited<ReturnType<typeof read>>) =>
  records.map(({ receivedAt: _receivedAt, ...record }) => record)

async function storageOf(unit: BuiltUnit, name = 'probe') {
  const key = await sourceKeyOf(unit, name)
  const rows = await db.selectFrom('record').select('at').where('sourceKey', '=', key).execute()
  const chunks = await db.selectFrom('recordChunk').select('count').where('sourceKey', '=', key).execute()
  const late = await db.selectFrom('recordLate').select('count').where('sourceKey', '=', key).execute()
  const lateCount = late.reduce((sum, { count }) => sum + count, 0)
  return { rows: rows.length, ...(lateCount > 0 && { late: lateCount }), chunks: chunks.map(({ count }) => count) }
}

describe('a long stretch of one source', () => {
  it('becomes a chunk at once, but for its last record', async () => {
    const unit = await buildUnit(db)

    const { status, details } = await send(unit, stretch())

    assert.deepEqual([status, details.stored], ['success', 2_000])
    assert.deepEqual(await storageOf(unit), { rows: 1, chunks: [1_999] })
    assert.deepEqual(withoutArrival(await read(unit)), stretch())
  })

  it('is published on the bus once, without its records, with one time of arrival', async () => {
    const unit = await buildUnit(db)
    const published: BusEvents['records'][] = []
    const stop = bus.subscribe('records', (event) => published.push(event))
    await send(unit, stretch({ count: 600 }))
    stop()

    assert.equal(published.length, 1)
    const [event] = published
    assert.equal(event?.receivedAt, clock())
    const arrivals = new Set((await read(unit)).map(({ receivedAt }) => receivedAt))
    assert.deepEqual([...arrivals], [event?.receivedAt])
    assert.deepEqual([event?.count, event?.previousReceivedAt, event?.records], [600, 0, undefined])
  })

  it('that is sent again replaces itself, and so does a part of it', async () => {
    const unit = await buildUnit(db)
    await send(unit, stretch())
    await send(unit, stretch())
    await send(unit, stretch({ from: 500, count: 700, level: 9000 }))

    const expected = stretch()
    expected.splice(500, 700, ...stretch({ from: 500, count: 700, level: 9000 }))
    assert.deepEqual(withoutArrival(await read(unit)), expected)
  })

  it('goes round what is stored already', async () => {
    const unit = await buildUnit(db)
    await send(unit, stretch({ from: 1_000, count: 1_000 }))
    await send(unit, [{ messageUTC: START + 3_000_500, level: -1 }])
    await send(unit, stretch({ count: 5_000 }))

    const { rows, late, chunks } = await storageOf(unit)
    assert.deepEqual(
      chunks.toSorted((one, other) => one - other),
      [999, 1_000, 1_001, 1_998],
    )
    assert.equal(rows, 1 + 1 + 1)
    assert.equal(late, 999)
    const records = withoutArrival(await read(unit))
    assert.deepEqual(
      records.filter(({ level }) => level !== -1),
      stretch({ count: 5_000 }),
    )
  })

  it('that falls into a chunk replaces what has the same time, and joins the chunk in the background', async () => {
    const unit = await buildUnit(db)
    await send(unit, stretch({ count: 4_000 }))
    const before = (await read(unit)).at(-1)?.receivedAt ?? 0

    await send(unit, stretch({ from: 400, count: 1_600, level: 5_000 }))
    await send(unit, stretch({ from: 1_200, count: 1_600, level: 9_000 }))
    await send(unit, [{ messageUTC: START + 1_400_000, level: -1 }])

    const expected = stretch({ count: 4_000 })
    expected.splice(400, 800, ...stretch({ from: 400, count: 1_600, level: 5_000 }).slice(0, 800))
    expected.splice(1_200, 1_600, ...stretch({ from: 1_200, count: 1_600, level: 9_000 }))
    expected[1_400] = { messageUTC: START + 1_400_000, level: -1 }
    assert.deepEqual(await storageOf(unit), { rows: 2, late: 2_400, chunks: [3_999] })
    assert.deepEqual(withoutArrival(await read(unit)), expected)
    const key = await sourceKeyOf(unit)
    const arrivals = await reader.readArrivals(key, { receivedAfter: before, at: undefined, limit: 4_000 })
    assert.equal(arrivals.length, 2_400)

    await compactSource({ db, workers }, key)
    assert.deepEqual(await storageOf(unit), { rows: 1, chunks: [3_999] })
    assert.deepEqual(withoutArrival(await read(unit)), expected)
  })

  it('may come in any order, with times that repeat: the last record of a time wins', async () => {
    const unit = await buildUnit(db)
    const records = stretch()
    const shuffled = [...records.slice(1_000), ...records.slice(0, 1_000), { messageUTC: START, level: 77 }]

    const { details } = await send(unit, shuffled)

    assert.equal(details.stored, 2_001)
    assert.deepEqual(withoutArrival(await read(unit)), [{ messageUTC: START, level: 77 }, ...records.slice(1)])
  })

  it('that several requests bring at once is stored once', async () => {
    const unit = await buildUnit(db)
    const bodies = [0, 1, 2, 3].map((part) => stretch({ from: part * 900, count: 1_200 }))

    await Promise.all(bodies.map((body) => send(unit, body)))

    const times = (await read(unit)).map(({ messageUTC }) => messageUTC)
    assert.deepEqual(
      times,
      stretch({ count: 3_900 }).map(({ messageUTC }) => messageUTC),
    )
  })

  it('gives its fields types', async () => {
    const person = await signInAs()
    const unit = await buildUnit(db, { entity: person.entity })
    await send(unit, stretch())

    const { body } = await call(getDataOptions, { as: person, params: { id: unit.dataId } })

    assert.deepEqual(body.body.details, { probe: { level: 'float', state: 'string' } })
  })

  it('is answered record by record when some are refused', async () => {
    const unit = await buildUnit(db)
    const records: unknown[] = stretch()
    records[7] = { messageUTC: 'yesterday', level: 1 }

    const { status, details } = await send(unit, records)

    assert.equal(status, 'partial_success')
    assert.equal(details.stored, 1_999)
    assert.deepEqual(
      details.refused.map(({ index, code }) => [index, code]),
      [[7, 'record/time-invalid']],
    )
  })

  it('of a paused collection is not stored', async () => {
    const unit = await buildUnit(db, { pausedData: ['probe' as never] })

    const { details } = await send(unit, stretch())

    assert.deepEqual([details.stored, details.paused], [0, 2_000])
  })

  it('without times is stored by arrival', async () => {
    const unit = await buildUnit(db)
    const records = stretch().map(({ level }) => ({ level }))

    const { details } = await send(unit, records)

    assert.equal(details.stored, 2_000)
    assert.equal((await read(unit)).length, 2_000)
  })

  it('of positions updates where the unit is', async () => {
    const unit = await buildUnit(db)
    const records = stretch().map(({ messageUTC }, index) => ({ messageUTC, lat: index / 100, lon: 7 }))

    await send(unit, records, 'location')

    const { currentLat } = await db
      .selectFrom('unit')
      .select('currentLat')
      .where('dataId', '=', unit.dataId)
      .executeTakeFirstOrThrow()
    assert.equal(currentLat, 19.99)
  })

  it('may come with other sources in one body', async () => {
    const unit = await buildUnit(db)
    const body = { probe: stretch(), short: stretch({ count: 5 }) }

    const answer = await call(ingestUnit, {
      params: { dataID: unit.dataId },
      headers: { authorization: unit.bearer, 'content-type': 'application/json' },
      body,
    })

    assert.equal(answer.body.details.stored, 2_005)
    assert.deepEqual(await storageOf(unit), { rows: 1, chunks: [1_999] })
    assert.deepEqual(await storageOf(unit, 'short'), { rows: 5, chunks: [] })
  })

  it('is not acknowledged when its unit is gone', async () => {
    const unit = await buildUnit(db)
    await send(unit, stretch())
    await db.deleteFrom('unit').where('dataId', '=', unit.dataId).execute()

    const answer = await call(ingestSource, {
      params: { dataID: unit.dataId, source: 'probe' },
      headers: { authorization: unit.bearer, 'content-type': 'application/json' },
      body: stretch({ from: 9_000 }),
    })

    assert.equal(answer.status, 404)
  })
})
