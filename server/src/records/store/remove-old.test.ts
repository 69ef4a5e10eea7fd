import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { createFakeClock, TEST_START } from '#testing/fake-clock.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { createThreadPool } from '#records/threads/thread-pool.ts'
import { compactSource } from './compact-source.ts'
import { writeLate } from './late-records-store.ts'
import { createMergedReader } from './merged-reader.ts'
import { removeOld } from './remove-old.ts'
import { readLines } from './testing/read-lines.ts'
import { buildSource, createRecordWriter } from './testing/write-records.ts'

const database = await createTestDatabase()
const { db } = database
const workers = createThreadPool({ size: 1 })
database.defer(() => workers.close())
const metrics = createMetrics()
const clock = createFakeClock()
const reader = createMergedReader({ db, workers, metrics, log: silentLog })

const MINUTE = 60_000
const DAY = 86_400_000
const KEEP_ALL = { rawDays: undefined, summaryDays: undefined }

const remove = (retention: { rawDays: number | undefined; summaryDays: number | undefined } = KEEP_ALL) =>
  removeOld({ db, workers, clock, metrics, log: silentLog, retention })

/** Ten days of a record a minute up to now; all but the last ten records are in chunks as large as they come. */
async function buildHistory(): Promise<number> {
  const sourceKey = await buildSource(db)
  const write = createRecordWriter(db, sourceKey)
  for (let part = 5; part > 0; part -= 1) {
    const from = TEST_START - part * 2 * DAY
    await write(
      Array.from({ length: 2_880 }, (_, index) => ({
        at: from + index * MINUTE,
        receivedAt: from + 3 * DAY + part,
        fields: { level: Math.sin(index / 50), on: index % 2 === 0 },
      })),
    )
    await compactSource({ db, workers }, sourceKey)
  }
  return sourceKey
}

async function countRecords(sourceKey: number): Promise<number> {
  let count = 0
  for await (const block of reader.readRange(sourceKey, { from: -Infinity, to: Infinity })) count += block.length
  return count
}

const drawAll = (sourceKey: number) =>
  readLines(reader, sourceKey, { from: TEST_START - 10 * DAY, to: TEST_START, width: 10, fields: ['level'] })

async function isWaitingForLock(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    database.background.db,
  )
  return rows.length > 0
}

const setDays = (sourceKey: number, days: { rawDays?: number; summaryDays?: number }) =>
  db.updateTable('source').set(days).where('sourceKey', '=', sourceKey).execute()

describe('what is over age', () => {
  it('is nothing unless a retention is set', async () => {
    const sourceKey = await buildHistory()

    assert.deepEqual(await remove(), { records: 0, chunks: 0 })
    assert.equal(await countRecords(sourceKey), 14_400)
  })

  it('is removed by the days of its source, and counted; its summaries are still drawn', async () => {
    const sourceKey = await buildHistory()
    const before = await drawAll(sourceKey)
    await setDays(sourceKey, { rawDays: 1 })

    const removed = await remove()

    assert.equal(removed.records, 9 * 1_440)
    assert.equal(await countRecords(sourceKey), 1_440)
    const drawn = await drawAll(sourceKey)
    assert.deepEqual(drawn.fields[0]?.at.length, before.fields[0]?.at.length)
    assert.deepEqual(drawn, before)
    assert.deepEqual(await remove(), { records: 0, chunks: 0 })
  })

  it('goes with its summaries when these are over age too', async () => {
    const sourceKey = await buildHistory()
    await setDays(sourceKey, { rawDays: 1, summaryDays: 1 })

    await remove()

    const [line] = (await drawAll(sourceKey)).fields
    const { startAt: firstChunk } = await db
      .selectFrom('recordChunk')
      .select((expression) => expression.fn.min('startAt').as('startAt'))
      .where('sourceKey', '=', sourceKey)
      .executeTakeFirstOrThrow()
    assert.ok((line?.at[0] ?? 0) >= Math.min(firstChunk ?? Infinity, TEST_START - DAY))
    const blocks = await db.selectFrom('recordSummary').select('startAt').where('sourceKey', '=', sourceKey).execute()
    assert.ok(blocks.every(({ startAt }) => startAt >= (firstChunk ?? Infinity)))
  })

  it('is removed by the days of the entity, of which the source may have others', async () => {
    const [short, long] = [await buildHistory(), await buildHistory()]
    for (const sourceKey of [short, long]) {
      await db
        .updateTable('entity')
        .set({ rawDays: 2 })
        .where('id', 'in', (query) =>
          query
            .selectFrom('unitEntity')
            .innerJoin('source', 'source.dataId', 'unitEntity.dataId')
            .select('entityId')
            .where('sourceKey', '=', sourceKey),
        )
        .execute()
    }
    await setDays(long, { rawDays: 100 })

    await remove()

    assert.ok((await countRecords(short)) < 14_400)
    assert.equal(await countRecords(long), 14_400)
  })

  it('is removed by the days of the portal where nothing else is set, rows included', async () => {
    const sourceKey = await buildSource(db)
    const at = TEST_START - 4 * DAY
    await createRecordWriter(
      db,
      sourceKey,
    )([
      { at, receivedAt: at, fields: {} },
      { at: at + 2 * DAY, receivedAt: at, fields: {} },
    ])

    await remove({ rawDays: 3, summaryDays: undefined })

    assert.equal(await countRecords(sourceKey), 1)
  })

  it('stays away from late records that lie among summaries', async () => {
    const sourceKey = await buildHistory()
    await setDays(sourceKey, { rawDays: 1 })
    await remove()
    const late = { at: TEST_START - 5 * DAY + 1, receivedAt: TEST_START, fields: { level: 99 } }
    await createRecordWriter(db, sourceKey)([late])
    await compactSource({ db, workers }, sourceKey)

    const page = await reader.readPage(sourceKey, {
      conditions: [],
      order: { field: 'messageUTC', direction: 'asc' },
      after: undefined,
      limit: 1,
    })

    assert.deepEqual(
      page.map(({ at, fields }) => [at, JSON.parse(fields)]),
      [[late.at, { level: 99 }]],
    )
    assert.ok((await drawAll(sourceKey)).fields[0]?.values.includes(99))
  })

  it('leaves late records to a commit that has locked their source, so that neither waits for the other', async () => {
    const sourceKey = await buildSource(db)
    const at = TEST_START - 4 * DAY
    const part = { startAt: at, endAt: at, count: 1, times: String(at), json: '{}' }
    await writeLate(database.pool, { sourceKey, receivedAt: at, late: [part] })
    assert.equal(await countRecords(sourceKey), 1)
    let isRemoved = false
    const removing = await db.transaction().execute(async (commit) => {
      await sql`update source set field_types = field_types where source_key = ${sourceKey}`.execute(commit)
      const removed = remove({ rawDays: 3, summaryDays: undefined }).finally(() => (isRemoved = true))
      while (!isRemoved && !(await isWaitingForLock())) await setImmediate()
      await sql`select from record_late where source_key = ${sourceKey} for update nowait`.execute(commit)
      return { removed }
    })

    await removing.removed
    assert.equal(await countRecords(sourceKey), 0)
  })

  it('goes of every other source, and as far as may be of its own, when a chunk is damaged', async () => {
    const [damaged, sound] = [await buildHistory(), await buildHistory()]
    const cut = TEST_START - 5 * DAY
    const chunk = await db
      .selectFrom('recordChunk')
      .select('startAt')
      .where('sourceKey', '=', damaged)
      .where('startAt', '<=', cut)
      .where('endAt', '>=', cut)
      .executeTakeFirstOrThrow()
    await db
      .updateTable('recordColumn')
      .set({ data: Buffer.from('nothing that was sealed') })
      .where('sourceKey', '=', damaged)
      .where('startAt', '=', chunk.startAt)
      .execute()
    for (const sourceKey of [damaged, sound]) await setDays(sourceKey, { rawDays: 5 })

    await remove()

    assert.equal(await countRecords(sound), 5 * 1_440)
    const { first } = await db
      .selectFrom('recordChunk')
      .select((expression) => expression.fn.min('startAt').as('first'))
      .where('sourceKey', '=', damaged)
      .where('times', 'is not', null)
      .executeTakeFirstOrThrow()
    assert.equal(first, chunk.startAt)
    assert.match(await metrics.registry.metrics(), /^fieldwatch_retention_failures_total 1$/m)
  })
})
