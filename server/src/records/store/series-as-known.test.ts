import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { createThreadPool } from '#records/threads/thread-pool.ts'
import { compactSource } from './compact-source.ts'
import { createMergedReader } from './merged-reader.ts'
import { createRecordModel, type ModelRecord } from './testing/record-model.ts'
import { readLines } from './testing/read-lines.ts'
import { buildSource, createRecordWriter } from './testing/write-records.ts'

const database = await createTestDatabase()
const { db } = database
const workers = createThreadPool({ size: 1 })
database.defer(() => workers.close())
const reader = createMergedReader({ db, workers, metrics: createMetrics(), log: silentLog })

const SECOND = 1000
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = Date.parse('2026-01-01T00:00:00Z')
const fields = ['level', 'on']

/** The same numbers at each run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

const random = createRandom(30)

/** A record a second for six hours. Of ten, three arrive up to two hours late; the others within a second. */
const records: ModelRecord[] = Array.from({ length: 6 * 3_600 }, (_, index) => {
  const at = START + index * SECOND
  const delay = random() < 0.3 ? Math.ceil(random() * 2 * HOUR) : Math.ceil(random() * SECOND)
  return {
    at,
    receivedAt: at + delay,
    fields: { on: index % 50 < 3, level: Math.round(Math.sin(index / 400) * 5_000 + random() * 90) / 100 },
  }
})

/** What had arrived by each hour was compacted then, so that late records lie in chunks, beside them, and among rows. */
async function store(): Promise<{ sourceKey: number; stored: ModelRecord[] }> {
  const sourceKey = await buildSource(db)
  const write = createRecordWriter(db, sourceKey)
  const stored: ModelRecord[] = []
  const arriving = records.toSorted((one, other) => one.receivedAt - other.receivedAt)
  for (let hour = 1; hour <= 8; hour += 1) {
    const [from, to] = [START + (hour - 1) * HOUR, START + hour * HOUR]
    const arrived = arriving.filter(({ receivedAt }) => receivedAt > from && receivedAt <= to)
    await write(arrived)
    stored.push(...arrived)
    if (hour < 8) await compactSource({ db, workers }, sourceKey)
  }
  // Two were sent again later: what was known of them before is not stored any more.
  const again = [1_000, 20_000].map((index) => ({
    at: START + index * SECOND,
    receivedAt: START + 9 * HOUR,
    fields: { level: 7_777, on: true },
  }))
  await write(again)
  return { sourceKey, stored: [...stored, ...again] }
}

const { sourceKey, stored } = await store()
const model = createRecordModel(stored)

describe('a series as it was known at a moment', () => {
  it('has what a plain list says had arrived by each of many moments, drawn wide and every record of it', async () => {
    for (let round = 0; round < 60; round += 1) {
      const from = START + Math.floor(random() * 5 * 3_600) * SECOND
      const to = from + MINUTE * Math.ceil(random() * 360)
      const arrivedBy = START + Math.floor(random() * 9 * HOUR)
      const request = { from, to, width: 1 + Math.floor(random() * 400), fields, arrivedBy }

      const found = await readLines(reader, sourceKey, request)

      const expected = model.series(request, { mayBeComplete: found.complete })
      assert.deepEqual(found, expected, JSON.stringify(request))
      const raw = { ...request, width: 10_000 }
      assert.deepEqual(await readLines(reader, sourceKey, { ...raw, mostRaw: 50_000 }), model.series(raw))
    }
  })

  it('is, once all of it had arrived, the one that is known now', async () => {
    const request = { from: START, to: START + 6 * HOUR, width: 45, fields }

    const then = await readLines(reader, sourceKey, { ...request, arrivedBy: START + 9 * HOUR })

    assert.deepEqual(then, await readLines(reader, sourceKey, request))
    assert.deepEqual(then, model.series(request))
  })

  it('has nothing before the first arrival', async () => {
    const request = { from: START, to: START + 6 * HOUR, width: 45, fields, arrivedBy: START - 1 }

    assert.deepEqual(await readLines(reader, sourceKey, request), model.series(request))
  })
})

describe('numbers as they were known at a moment', () => {
  it('are those of the records that had arrived', async () => {
    for (let round = 0; round < 40; round += 1) {
      const from = START + Math.floor(random() * 3 * 3_600) * SECOND
      const request = { from, to: from + HOUR * Math.ceil(random() * 6), field: 'level' }
      const arrivedBy = START + Math.floor(random() * 10 * HOUR)
      const found = { count: 0, sum: 0, max: -Infinity }
      for await (const { columns } of reader.readKnownNumbers(sourceKey, { ...request, arrivedBy })) {
        const numbers = [...(columns[0] ?? [])]
        found.count += numbers.length
        found.sum += numbers.reduce((sum, value) => sum + value, 0)
        found.max = Math.max(found.max, ...numbers)
      }

      const known = model.range(request).filter(({ receivedAt }) => receivedAt <= arrivedBy)
      const levels = known.map(({ fields: own }) => Number(own['level']))
      assert.deepEqual([found.count, found.max], [levels.length, Math.max(-Infinity, ...levels)])
      assert.ok(Math.abs(found.sum - levels.reduce((sum, value) => sum + value, 0)) < 1e-6)
    }
  })
})

describe('records that are thinned out with their arrivals', () => {
  it('are whole ones, at most four a pixel column, with the earliest arrival of each half', async () => {
    const request = { from: START, to: START + 6 * HOUR, width: 100, fields, withArrivals: true }
    const series = await reader.readSeries(sourceKey, request)
    assert.ok(series.complete)
    const found = series.blocks.flatMap(({ at, columns }) =>
      Array.from(at, (time, index) => [time, ...columns.map((column) => column[index])]),
    )

    const all = model.range(request)
    const latest = new Map(all.map((record) => [record.at, record]))
    assert.ok(found.length > 200 && found.length <= 400, String(found.length))
    for (const [at = 0, level, on, receivedAt] of found) {
      const record = latest.get(at)
      assert.deepEqual(
        [level, on, receivedAt],
        [record?.fields['level'], Number(record?.fields['on']), record?.receivedAt],
      )
    }
    const half = (6 * HOUR) / 200
    const times = new Set(found.map(([at]) => at))
    for (let place = 0; place < 200; place += 1) {
      const [from, to] = [START + place * half, START + (place + 1) * half]
      const inside = all.filter(({ at }) => at >= from && at < to)
      const [first] = inside
      const earliest = inside.reduce((best, one) => (one.receivedAt < best.receivedAt ? one : best))
      assert.ok(times.has(first?.at) && times.has(earliest.at), String(place))
    }
  })
})

describe('a series of which retention has left summaries', () => {
  it('has the buckets that end by the moment', async () => {
    const gone = await buildSource(db)
    const write = createRecordWriter(db, gone)
    const live = records.map((record) => ({ ...record, receivedAt: record.at + 10 }))
    await write(live)
    await compactSource({ db, workers }, gone)
    await sql`delete from record where source_key = ${gone}`.execute(db)
    await sql`update record_chunk set times = null, arrivals = null where source_key = ${gone}`.execute(db)
    const arrivedBy = START + 3 * HOUR
    const request = { from: START, to: START + 6 * HOUR, width: 45, fields, arrivedBy }

    const { fields: lines } = await readLines(reader, gone, request)

    const until = createRecordModel(live).series({ ...request, to: request.to, arrivedBy: arrivedBy + 10 })
    for (const [place, line] of lines.entries()) {
      assert.ok(line.at.length > 20)
      assert.ok(line.at.every((at) => at < arrivedBy))
      // Only the last column can end earlier: within it a bucket may go beyond the moment.
      const before = arrivedBy - (6 * HOUR) / 45
      const kept = (points: { at: Float64Array }) => [...points.at].filter((at) => at < before)
      assert.deepEqual(kept(line), kept(until.fields[place] ?? { at: new Float64Array() }))
    }
  })
})
