import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { createInProcessBus } from '#platform/bus/bus.ts'
import { createRecorder } from '#doors/ingest/record-batch.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { buildUnit, sourceName } from '#testing/build-unit.ts'
import { systemRandom } from '#platform/random/random.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { runUntilKilled } from '#testing/run-until-killed.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { type ThreadPool, createThreadPool } from '#records/threads/thread-pool.ts'
import { compactSource } from './compact-source.ts'
import { createMergedReader } from './merged-reader.ts'
import { startCompaction } from './start-compaction.ts'
import { onEachStatement } from './testing/breaking-database.ts'
import type { ModelRecord } from './testing/record-model.ts'
import { readLines } from './testing/read-lines.ts'
import { buildSource, createRecordWriter } from './testing/write-records.ts'

const database = await createTestDatabase()
const { db, pool } = database
const workers = createThreadPool({ size: 2 })
database.defer(() => workers.close())
const metrics = createMetrics()
const bus = createInProcessBus(silentLog)
const reader = createMergedReader({ db, workers, metrics, log: silentLog })

const START = 1_700_000_000_000

function build({ from = 0, count = 400, every = 1000, received = 1, level = 0 }): ModelRecord[] {
  return Array.from({ length: count }, (_, index) => ({
    at: START + from + index * every,
    receivedAt: START + received * 1000,
    fields: { level: level + index / 10, state: index % 7 === 0 ? 'on' : 'off' },
  }))
}

async function read(sourceKey: number): Promise<ModelRecord[]> {
  const records: ModelRecord[] = []
  for await (const block of reader.readRange(sourceKey, { from: -Infinity, to: Infinity })) {
    for (const { at, receivedAt, fields } of block) records.push({ at, receivedAt, fields: JSON.parse(fields) })
  }
  return records
}

async function storageOf(sourceKey: number) {
  const { rows } = await sql<{ rows: number; chunks: number[] }>`
    select (select count(*) from record where source_key = ${sourceKey}) as rows, array(
      select count from record_chunk where source_key = ${sourceKey} order by start_at
    ) as chunks`.execute(db)
  return rows[0]
}

/** A source with a chunk, rows behind it, late rows in it, and a row that replaces one of its records. */
async function buildMixed(): Promise<{ sourceKey: number; expected: ModelRecord[] }> {
  const sourceKey = await buildSource(db)
  const write = createRecordWriter(db, sourceKey)
  const first = build({})
  const late = build({ from: 500, count: 30, every: 10_000, received: 2 })
  const replacing = build({ from: 40_000, count: 5, received: 3, level: 500 })
  const next = build({ from: 400_000, count: 350, received: 4 })
  await write(first)
  await compactSource({ db, workers }, sourceKey)
  for (const batch of [late, replacing, next]) await write(batch)
  const latest = new Map([...first, ...late, ...replacing, ...next].map((record) => [record.at, record]))
  return { sourceKey, expected: [...latest.values()].sort((one, other) => one.at - other.at) }
}

/** After the last stretch it looks whether there is another one, in its own transaction. */
const STATEMENTS_BEHIND = 5

describe('compaction', () => {
  it('moves rows into chunks, late and repeated ones into the chunk that is there, and keeps the newest rows', async () => {
    const { sourceKey, expected } = await buildMixed()
    assert.deepEqual(await read(sourceKey), expected)

    await compactSource({ db, workers }, sourceKey)

    assert.deepEqual(await storageOf(sourceKey), { rows: 10, chunks: [expected.length - 10] })
    assert.deepEqual(await read(sourceKey), expected)
  })

  it('leaves everything as it was when it fails at any statement, and succeeds the next time', async () => {
    let failures = 0
    for (let last = 1; ; last += 1) {
      const { sourceKey, expected } = await buildMixed()
      let statements = 0
      const breaking = onEachStatement(pool, () => {
        statements += 1
        if (statements === last) throw new Error('the statement fails')
      })
      const failed = await compactSource({ db: breaking, workers }, sourceKey).then(
        () => false,
        () => true,
      )
      assert.deepEqual(await read(sourceKey), expected)
      if (!failed) break
      failures += 1
      await compactSource({ db, workers }, sourceKey)
      assert.deepEqual(await read(sourceKey), expected)
      assert.equal((await storageOf(sourceKey))?.rows, 10)
    }
    assert.ok(failures > 10)
  })

  it('loses and doubles nothing when its process is killed while it replaces what is stored', async () => {
    let statements = 0
    const counting = onEachStatement(pool, () => (statements += 1))
    await compactSource({ db: counting, workers }, (await buildMixed()).sourceKey)
    const commit = statements - STATEMENTS_BEHIND

    for (const last of [commit, commit - 1, commit - 2, commit - 4]) {
      const { sourceKey, expected } = await buildMixed()
      const script = join(import.meta.dirname, 'testing/compact-until-killed.ts')
      const { signal } = await runUntilKilled(database, script, [sourceKey, last])

      assert.equal(signal, 'SIGKILL')
      assert.deepEqual(await read(sourceKey), expected)
      await compactSource({ db, workers }, sourceKey)
      assert.deepEqual(await read(sourceKey), expected)
    }
  })

  it('joins small chunks side by side', async () => {
    const sourceKey = await buildSource(db)
    const write = createRecordWriter(db, sourceKey)
    for (let part = 0; part < 5; part += 1) {
      await write(build({ from: part * 400_000, received: part + 1 }))
      await compactSource({ db, workers }, sourceKey)
    }

    assert.deepEqual(await storageOf(sourceKey), { rows: 10, chunks: [1_990] })
  })

  it('makes one chunk of what two of it compact at once', async () => {
    const { sourceKey, expected } = await buildMixed()

    await Promise.all([compactSource({ db, workers }, sourceKey), compactSource({ db, workers }, sourceKey)])

    assert.deepEqual(await read(sourceKey), expected)
    assert.deepEqual(await storageOf(sourceKey), { rows: 10, chunks: [expected.length - 10] })
  })

  it('shows each record exactly once while records arrive', async () => {
    const { dataId } = await buildUnit(db)
    const clock = createFakeClock()
    const recorder = createRecorder({
      pool,
      workers,
      bus: createInProcessBus(silentLog),
      clock,
      metrics,
      random: systemRandom,
      log: silentLog,
    })
    const acknowledged = new Map<number, number>()
    const record = async (version: number): Promise<void> => {
      const times = Array.from({ length: 60 }, (_, index) => START + ((version * 40 + index) % 1_500) * 1000)
      clock.advance(1_000)
      const records = times.map((at) => ({ source: 'probe', at, fields: { version }, json: `{"version":${version}}` }))
      const refusals = {
        refused: [],
        refusedByCode: new Map(),
        pausedData: new Set<string>(),
        calculatedSources: new Set<string>(),
      }
      await recorder.recordBatch({ ...refusals, dataId, records, channel: 'http', arrivedAt: clock() })
      for (const at of times) acknowledged.set(at, version)
    }
    await record(0)
    const { sourceKey } = await db
      .selectFrom('source')
      .select('sourceKey')
      .where('dataId', '=', dataId)
      .where('name', '=', sourceName('probe'))
      .executeTakeFirstOrThrow()
    let writing = true
    const compacting = async (): Promise<void> => {
      while (writing) await compactSource({ db, workers }, sourceKey)
    }
    const reading = async (): Promise<number> => {
      let readings = 0
      for (; writing; readings += 1) {
        const before = [...acknowledged]
        const records = await read(sourceKey)
        const found = new Map(records.map(({ at, fields }) => [at, Number(fields['version'])]))
        assert.equal(found.size, records.length)
        for (const [at, version] of before)
          assert.ok((found.get(at) ?? -1) >= version, `${at} is older than acknowledged`)
      }
      return readings
    }
    const writes = async (): Promise<void> => {
      for (let version = 1; version <= 120; version += 1) await record(version)
      writing = false
    }

    const [readings] = await Promise.all([reading(), compacting(), writes()])
    await recorder.close()

    assert.ok(readings > 3)
    const records = await read(sourceKey)
    assert.deepEqual(
      new Map(records.map(({ at, fields }) => [at, fields['version']])),
      new Map([...acknowledged].sort(([one], [other]) => one - other)),
    )
  })

  it('says how many rows are due, since when, and does what is due', async () => {
    const sourceKey = await buildSource(db)
    await createRecordWriter(db, sourceKey)(build({ count: 5_010 }))
    const own = createMetrics()
    const clock = createFakeClock(START + 61_000)
    const compaction = startCompaction({ db, bus, workers, clock, metrics: own, log: silentLog })
    await compaction.run()
    await compaction.close()

    assert.deepEqual(await storageOf(sourceKey), { rows: 10, chunks: [5_000] })
    const text = await own.registry.metrics()
    assert.match(text, /^fieldwatch_compaction_waiting_records 0$/m)
    assert.match(text, /^fieldwatch_records_compacted_total \d{4,}$/m)
  })

  it('tries again with the next look when another server wrote chunks in the meantime', async () => {
    const { sourceKey, expected } = await buildMixed()
    let meddled = false
    const meddling: ThreadPool = {
      ...workers,
      run: async (task, given, memory) => {
        const done = await workers.run(task, given, memory)
        if (!meddled) {
          meddled = true
          await sql`update record_chunk set last_received_at = last_received_at + 1
            where source_key = ${sourceKey}`.execute(db)
        }
        return done
      },
    }
    const own = createMetrics()
    const clock = createFakeClock(START + 3_600_000)
    const compaction = startCompaction({ db, bus, workers: meddling, clock, metrics: own, log: silentLog })

    await compaction.run()
    assert.equal(meddled, true)
    assert.notEqual((await storageOf(sourceKey))?.rows, 10)
    await compaction.run()
    await compaction.close()

    assert.equal((await storageOf(sourceKey))?.rows, 10)
    assert.deepEqual(
      (await read(sourceKey)).map(({ at }) => at),
      expected.map(({ at }) => at),
    )
    assert.match(await own.registry.metrics(), /^fieldwatch_compaction_failures_total 0$/m)
  })
})

describe('a damaged block', () => {
  const damage = (sourceKey: number) =>
    sql`update record_column set data = set_byte(data, 20, 255 - get_byte(data, 20))
        where source_key = ${sourceKey} and field = 'level'`.execute(db)
  const draw = (sourceKey: number, field: string) =>
    readLines(reader, sourceKey, { from: START, to: START + 100_000, width: 500, fields: [field] })

  it('is reported and never returned, while other fields are', async () => {
    const { sourceKey } = await buildMixed()
    await damage(sourceKey)

    await assert.rejects(draw(sourceKey, 'level'), { code: 'data/damaged' })
    await assert.rejects(read(sourceKey), { code: 'data/damaged' })
    assert.equal((await draw(sourceKey, 'state')).complete, true)
    assert.match(await metrics.registry.metrics(), /^fieldwatch_damaged_blocks_total 2$/m)
  })

  it('is not compacted away, nor are the rows beside it', async () => {
    const { sourceKey } = await buildMixed()
    await damage(sourceKey)
    const before = await storageOf(sourceKey)

    await assert.rejects(compactSource({ db, workers }, sourceKey), { name: 'DamagedBlockError' })

    assert.deepEqual(await storageOf(sourceKey), before)
  })

  it('that is missing is reported as well', async () => {
    const { sourceKey } = await buildMixed()
    await sql`delete from record_column where source_key = ${sourceKey} and field = 'level'`.execute(db)

    await assert.rejects(draw(sourceKey, 'level'), { code: 'data/damaged' })
  })
})
