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

const HOUR = 3_600_000
const START = Date.parse('2026-01-01T00:00:00Z')
const fields = ['level', 'on']

/** A record a second for six hours, with a gap, and now and then without a level. */
const records: ModelRecord[] = Array.from({ length: 6 * 3_600 }, (_, index) => ({
  at: START + index * 1000,
  receivedAt: START + 7 * HOUR,
  fields: {
    on: index % 50 < 3,
    ...(index % 11 === 0 ? {} : { level: Math.round(Math.sin(index / 400) * 5_000 + ((index * 7919) % 97)) / 100 }),
  },
})).filter((_, index) => index < 9_000 || index > 9_700)

const sourceKey = await buildSource(db)
const write = createRecordWriter(db, sourceKey)
await write(records)
await compactSource({ db, workers }, sourceKey)

/** Summaries only: without columns nothing can be drawn from records. */
const withoutColumns = async (work: () => Promise<void>): Promise<void> => {
  await sql`alter table record_column rename to record_column_away`.execute(db)
  try {
    await work()
  } finally {
    await sql`alter table record_column_away rename to record_column`.execute(db)
  }
}

describe('a series over a wide range', () => {
  it('is drawn from summaries alone, with the very points that all records give where pixels hold whole buckets', async () => {
    const model = createRecordModel(records)
    await withoutColumns(async () => {
      for (const [from, to, width] of [
        [0, 6, 45],
        [1, 5, 30],
        [-3, 9, 10],
      ] as const) {
        const request = { from: START + from * HOUR, to: START + to * HOUR, width, fields }
        assert.deepEqual(await readLines(reader, sourceKey, request), model.series(request))
      }
    })
  })

  it('has only points that are records, each in the range that was asked for, when it cuts buckets', async () => {
    const values = new Map(records.map((record) => [record.at, record.fields]))
    const request = { from: START + 1_234_567, to: START + 5 * HOUR + 777, width: 37, fields }
    const { complete, fields: lines } = await readLines(reader, sourceKey, request)

    assert.equal(complete, false)
    for (const [place, line] of lines.entries()) {
      assert.ok(line.at.length > request.width)
      for (const [index, at] of line.at.entries()) {
        assert.ok(at >= request.from && at < request.to)
        assert.equal(line.values[index], Number(values.get(at)?.[fields[place] ?? '']))
      }
    }
  })

  it('has every record when they are asked for, and is refused when these are too many', async () => {
    const request = { from: START, to: START + 6 * HOUR, width: 10, fields }

    const raw = await readLines(reader, sourceKey, { ...request, mostRaw: records.length })

    assert.equal(raw.complete, true)
    assert.equal(raw.fields[0]?.at.length, records.length)
    await assert.rejects(readLines(reader, sourceKey, { ...request, mostRaw: records.length - 1 }), {
      code: 'data/too-many-values',
    })
  })

  it('shows a late record at once, though it lies in a chunk, and after it was merged', async () => {
    const late = { at: START + 2 * HOUR + 500, receivedAt: START + 8 * HOUR, fields: { level: 999.5, on: true } }
    const model = createRecordModel([...records, late])
    const request = { from: START, to: START + 6 * HOUR, width: 45, fields }
    await write([late])

    assert.deepEqual(await readLines(reader, sourceKey, request), model.series(request))
    await compactSource({ db, workers }, sourceKey)
    await withoutColumns(async () => {
      assert.deepEqual(await readLines(reader, sourceKey, request), model.series(request))
    })
  })
})
