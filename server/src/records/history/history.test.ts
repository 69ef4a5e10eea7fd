import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { restoreBackup } from '#platform/backup/restore-backup.ts'
import { verifyBackup } from '#platform/backup/verify-backup.ts'
import { writeBackup } from '#platform/backup/write-backup.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { type Db, openDatabase } from '#platform/database/database.ts'
import { encodeChunk } from '#records/chunks/chunk.ts'
import { gatherRecords } from '#records/chunks/gather-records.ts'
import { createChunkStore } from '#records/store/chunk-store.ts'
import { compactSource } from '#records/store/compact-source.ts'
import { createDetachedSourceStore } from '#records/store/detached-source-store.ts'
import { createMergedReader } from '#records/store/merged-reader.ts'
import { removeOld } from '#records/store/remove-old.ts'
import { onEachStatement } from '#records/store/testing/breaking-database.ts'
import type { ModelRecord } from '#records/store/testing/record-model.ts'
import { readLines } from '#records/store/testing/read-lines.ts'
import { buildSource, createRecordWriter } from '#records/store/testing/write-records.ts'
import { createThreadPool } from '#records/threads/thread-pool.ts'
import { IDLE_WORKER, type WorkKind } from '#platform/work/worker.ts'
import { systemClock } from '#platform/time/clock.ts'
import { createFakeClock, TEST_START } from '#testing/fake-clock.ts'
import { createMemoryStorage } from '#testing/memory-storage.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { bringBackSparse } from './bring-back-chunks.ts'
import { createBucket } from './bucket.ts'
import { checkObjects } from './check-objects.ts'
import { createHistory } from './history.ts'
import { createHistoryStore } from './history-store.ts'
import { moveSome } from './move-chunks.ts'
import { removeObjects } from './start-history.ts'
import { startHistory } from './start-history.ts'
import { startBucketServer } from './testing/bucket-server.ts'

const database = await createTestDatabase()
const { db, pool } = database
const workers = createThreadPool({ size: 1 })
database.defer(() => workers.close())
const service = await startBucketServer()
database.defer(service.close)
const { door, settings } = service
const metrics = createMetrics()
const clock = createFakeClock()
const bucket = createBucket(settings, async () => undefined)
await createHistoryStore(db).begin()

const MINUTE = 60_000
const DAY = 86_400_000
const FROM = TEST_START - 400 * DAY
const RETENTION = { rawDays: undefined, summaryDays: undefined }

/** One that has read nothing yet. */
function createReaders(of: Db = db) {
  const history = createHistory({ db: of, bucket, clock, cacheBytes: settings.cacheBytes, log: silentLog })
  return { history, reader: createMergedReader({ db: of, workers, metrics, history, log: silentLog }) }
}

/** A source with chunks of a year ago, and a new one. */
async function buildOld(): Promise<{ sourceKey: number; expected: ModelRecord[] }> {
  const sourceKey = await buildSource(db)
  const parts = [1, 2, 3].map((part) => build(FROM + part * DAY, 400, part))
  const recent = build(TEST_START - DAY, 300, 390)
  for (const records of [...parts, recent]) {
    const chunk = encodeChunk(gatherRecords(records.map((record) => ({ ...record, fields: { ...record.fields } }))))
    const receivedAt = records[0]?.receivedAt ?? 0
    const arrivals = { firstReceivedAt: receivedAt, lastReceivedAt: receivedAt, block: undefined }
    await createChunkStore(db).insert(sourceKey, chunk, arrivals)
  }
  return { sourceKey, expected: [...parts, recent].flat() }
}

function build(from: number, count: number, received: number): ModelRecord[] {
  return Array.from({ length: count }, (_, index) => ({
    at: from + index * MINUTE,
    receivedAt: FROM + received * DAY,
    fields: { level: Math.sin(index) * received, state: index % 7 === 0 ? 'on' : 'off' },
  }))
}

async function read(sourceKey: number, { reader } = createReaders()): Promise<ModelRecord[]> {
  const records: ModelRecord[] = []
  for await (const block of reader.readRange(sourceKey, { from: -Infinity, to: Infinity })) {
    for (const { at, receivedAt, fields } of block) records.push({ at, receivedAt, fields: JSON.parse(fields) })
  }
  return records
}

const moveWith = (at: Db) => moveSome({ db: at, bucket, clock, server: 'one', settings, free: async () => undefined })

/** Goes through all sources once. */
async function moveAll(): Promise<number> {
  await sql`update history_move set due_at = 0, source_key = 0, start_at = 0`.execute(db)
  let moved = 0
  for (;;) {
    const { chunks, isMore } = await moveWith(db)
    moved += chunks
    if (!isMore) return moved
  }
}

async function countMoved(sourceKey: number): Promise<{ moved: number; stayed: number }> {
  const { rows } = await sql<{ moved: number; stayed: number }>`
    select count(object_id)::int as moved, count(*) filter (where object_id is null)::int as stayed
    from record_chunk where source_key = ${sourceKey} and times is not null`.execute(db)
  return rows[0] ?? { moved: 0, stayed: 0 }
}

async function countObjects(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from history_object`.execute(db)
  return rows[0]?.count ?? 0
}

/** Connections that wait within a transaction. */
async function countHeld(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where state like 'idle in transaction%' and datname = current_database()`.execute(db)
  return rows[0]?.count ?? 0
}

async function whileDoor<T>(how: Partial<typeof door>, work: () => Promise<T>): Promise<T> {
  const before = { ...door }
  Object.assign(door, how)
  try {
    return await work()
  } finally {
    Object.assign(door, { ...before, requests: door.requests })
  }
}

const year = (sourceKey: number, reader = createReaders().reader) =>
  readLines(reader, sourceKey, { from: FROM, to: TEST_START, width: 1, fields: ['level'] })

describe('old chunks', () => {
  it('move to the bucket, and are read from there as they were', async () => {
    const { sourceKey, expected } = await buildOld()
    const before = await countMoved(sourceKey)

    await moveAll()

    const after = await countMoved(sourceKey)
    assert.ok(after.moved > 0)
    assert.equal(after.moved + after.stayed, before.stayed)
    assert.deepEqual(await read(sourceKey), expected)
    assert.equal(await moveAll(), 0)
  })

  it('take no more than references and summaries in PostgreSQL', async () => {
    const { sourceKey } = await buildOld()

    await moveAll()

    const { rows } = await sql<{ bytes: number }>`
      select max(octet_length(data))::int as bytes from record_column
      join record_chunk using (source_key, start_at)
      where source_key = ${sourceKey} and object_id is not null`.execute(db)
    assert.equal(rows[0]?.bytes, 20)
  })

  it('stay when something arrived in them during the last hour', async () => {
    const { sourceKey } = await buildOld()
    await sql`update record_chunk set last_received_at = ${clock()} where source_key = ${sourceKey}`.execute(db)

    await moveAll()

    assert.equal((await countMoved(sourceKey)).moved, 0)
  })
})

describe('a server with a bucket', () => {
  it('moves old chunks by its background work, and reads them', async () => {
    await moveAll()
    const { sourceKey, expected } = await buildOld()
    const kinds: WorkKind[] = []
    const add = (kind: WorkKind) => {
      kinds.push(kind)
      return IDLE_WORKER.add(kind)
    }
    const worker = { ...IDLE_WORKER, add }
    const parts = { database, clock, pause: async () => undefined, log: silentLog, worker, server: 'two', settings }
    const history = startHistory({ ...parts, free: async () => undefined })
    await sql`update history_move set due_at = 0`.execute(db)

    await kinds[0]?.run({ signal: new AbortController().signal, again: () => undefined })

    assert.ok((await countMoved(sourceKey)).moved > 0)
    const reader = createMergedReader({ db, workers, metrics, history, log: silentLog })
    assert.deepEqual(await read(sourceKey, { history, reader }), expected)
  })
})

describe('a bucket that is away', () => {
  it('is not asked for a chart of the year, nor for recent records', async () => {
    const { sourceKey } = await buildOld()
    const before = await year(sourceKey)
    await moveAll()
    const asked = door.requests.length

    const drawn = await year(sourceKey)
    const { reader } = createReaders()
    const latest = await reader.readLatest([sourceKey])

    assert.deepEqual(drawn, before)
    assert.equal(latest.get(sourceKey)?.at, TEST_START - DAY + 299 * MINUTE)
    assert.equal(door.requests.length, asked)
  })

  it('is asked for the last record up to a moment among moved ones', async () => {
    const { sourceKey, expected } = await buildOld()
    await moveAll()
    const { reader } = createReaders()
    const old = expected[Math.floor(expected.length / 3)] ?? assert.fail('nothing was built')

    const found = await reader.readAsOf([sourceKey], { at: old.at + 1, arrivedBy: undefined })

    const { fields = '{}', ...times } = found.get(sourceKey) ?? {}
    assert.deepEqual({ ...times, fields: JSON.parse(fields) }, old)
  })

  it('is an error for those who read old records, at once when it failed just before', async () => {
    const { sourceKey, expected } = await buildOld()
    await moveAll()
    const readers = createReaders()

    await whileDoor({ isClosed: true }, async () => {
      await assert.rejects(read(sourceKey, readers), { code: 'data/history-away' })
      const asked = door.requests.length
      await assert.rejects(read(sourceKey, readers), { code: 'data/history-away' })
      assert.equal(door.requests.length, asked)
    })

    clock.advance(10_000)
    assert.deepEqual(await read(sourceKey, readers), expected)
  })

  it('is away for a portal without its settings, as are late records among moved ones', async () => {
    const { sourceKey, expected } = await buildOld()
    const drawn = await year(sourceKey)
    await moveAll()
    const reader = createMergedReader({ db, workers, metrics, log: silentLog })

    await assert.rejects(read(sourceKey, { ...createReaders(), reader }), { code: 'data/history-away' })
    assert.deepEqual(await year(sourceKey, reader), drawn)

    const late: ModelRecord = { at: FROM + DAY + MINUTE / 2, receivedAt: TEST_START, fields: { level: 7, state: 'on' } }
    await createRecordWriter(db, sourceKey)([late])
    await assert.rejects(compactSource({ db, workers }, sourceKey), { code: 'data/history-away' })
    assert.deepEqual(
      await read(sourceKey),
      [...expected, late].sort((one, other) => one.at - other.at),
    )
  })

  it('stops the move, which continues when it is back', async () => {
    const { sourceKey, expected } = await buildOld()

    await whileDoor({ isClosed: true }, () => assert.rejects(moveAll(), { name: 'BucketAwayError' }))

    assert.equal((await countMoved(sourceKey)).moved, 0)
    assert.deepEqual(await read(sourceKey), expected)
    await moveAll()
    assert.ok((await countMoved(sourceKey)).moved > 0)
    assert.deepEqual(await read(sourceKey), expected)
  })

  it('keeps late records among moved ones as they arrived, until it is back', async () => {
    const { sourceKey, expected } = await buildOld()
    await moveAll()
    const late: ModelRecord[] = [
      { at: FROM + DAY + MINUTE / 2, receivedAt: TEST_START, fields: { level: 7, state: 'on' } },
    ]
    await createRecordWriter(db, sourceKey)(late)
    const { history } = createReaders()
    const all = [...expected, ...late].sort((one, other) => one.at - other.at)

    await whileDoor({ isClosed: true }, () =>
      assert.rejects(compactSource({ db, workers, history }, sourceKey), { code: 'data/history-away' }),
    )
    assert.deepEqual(await read(sourceKey), all)

    clock.advance(MINUTE * 2)
    const compacted = await compactSource({ db, workers, history }, sourceKey)
    assert.equal(compacted.rows, 1)
    assert.deepEqual(await read(sourceKey), all)
  })
})

describe('a bucket in trouble', () => {
  it('that fails every third request is asked again', async () => {
    const { sourceKey, expected } = await buildOld()
    await whileDoor({ failsEveryThird: true }, async () => {
      await moveAll()
      assert.deepEqual(await read(sourceKey), expected)
    })
    assert.ok((await countMoved(sourceKey)).moved > 0)
  })

  it('that is full leaves everything where it was', async () => {
    const { sourceKey, expected } = await buildOld()
    await whileDoor({ isFull: true }, () => assert.rejects(moveAll(), { name: 'BucketAwayError' }))
    assert.equal((await countMoved(sourceKey)).moved, 0)
    assert.deepEqual(await read(sourceKey), expected)
  })

  it('that takes two seconds for each answer holds no connection of the database', async () => {
    const { sourceKey, expected } = await buildOld()
    await moveAll()
    await whileDoor({ delayMs: 2_000 }, async () => {
      const asked = once(door.arrivals, 'request')
      const reading = read(sourceKey)
      await asked
      assert.equal(await countHeld(), 0)
      assert.deepEqual(await reading, expected)
    })
  })
})

describe('a move that ends ahead of any of its statements', () => {
  it('loses nothing, and leaves no object for ever', async () => {
    await moveAll()
    const { sourceKey, expected } = await buildOld()
    let ended = 0
    for (let last = 1; ; last += 1) {
      await sql`update history_move set due_at = 0, source_key = ${sourceKey - 1}, start_at = 0`.execute(db)
      let statements = 0
      const breaking = onEachStatement(pool, () => {
        statements += 1
        if (statements >= last) throw new Error('killed')
      })
      const isKilled = await moveWith(breaking).then(
        () => false,
        () => true,
      )
      assert.deepEqual(await read(sourceKey), expected)
      if (!isKilled) break
      ended += 1
    }
    assert.ok(ended > 5)
    assert.ok((await countMoved(sourceKey)).moved > 0)

    clock.advance(2 * DAY)
    assert.ok((await removeObjects({ db, bucket, clock, settings })) > 0)
    assert.deepEqual(await read(sourceKey), expected)
  })
})

describe('a deleted source', () => {
  it('leaves its records in no chunk, and its object goes', async () => {
    await moveAll()
    await removeObjects({ db, bucket, clock, settings })
    const { sourceKey } = await buildOld()
    await moveAll()
    const before = await countObjects()

    while ((await db.transaction().execute((tx) => createDetachedSourceStore(tx).removePiece(sourceKey))) > 0);
    await removeObjects({ db, bucket, clock, settings })
    clock.advance(36 * DAY)
    await removeObjects({ db, bucket, clock, settings })

    assert.equal(await countObjects(), before - 1)
  })
})

describe('objects that no chunk uses', () => {
  it('stay for as long as backups are kept, and go then', async () => {
    await moveAll()
    const { sourceKey, expected } = await buildOld()
    await moveAll()
    await removeObjects({ db, bucket, clock, settings })
    const before = await countObjects()
    await sql`update source set raw_days = 200 where source_key = ${sourceKey}`.execute(db)
    const { history } = createReaders()

    await removeOld({ db, workers, clock, history, metrics, log: silentLog, retention: RETENTION })
    await removeObjects({ db, bucket, clock, settings })
    assert.deepEqual(await read(sourceKey), expected.slice(-300))
    assert.equal(await countObjects(), before)

    clock.advance(36 * DAY)
    assert.equal(await removeObjects({ db, bucket, clock, settings }), 1)
    assert.equal(await countObjects(), before - 1)
  })
})

describe('objects of which most records were removed', () => {
  it('give their other chunks back, which move again, and go; nothing is lost', async () => {
    await moveAll()
    const [gone, kept] = [await buildOld(), await buildOld()]
    await moveAll()
    const before = await countObjects()
    while ((await db.transaction().execute((tx) => createDetachedSourceStore(tx).removePiece(gone.sourceKey))) > 0);
    assert.equal(await bringBackSparse({ db, bucket }), 0, 'half of them are used')
    await createChunkStore(db).remove(kept.sourceKey, [FROM + DAY])
    const expected = kept.expected.slice(400)

    assert.equal(await bringBackSparse({ db, bucket }), 2)
    assert.deepEqual(await countMoved(kept.sourceKey), { moved: 0, stayed: 3 })
    assert.deepEqual(await read(kept.sourceKey), expected)
    await moveAll()
    await removeObjects({ db, bucket, clock, settings })
    clock.advance(36 * DAY)
    await removeObjects({ db, bucket, clock, settings })

    assert.equal((await countMoved(kept.sourceKey)).moved, 2)
    assert.equal(await countObjects(), before)
    assert.deepEqual(await read(kept.sourceKey), expected)
    assert.equal(await bringBackSparse({ db, bucket }), 0)
  })

  it('stay as they are when the bucket is away', async () => {
    await moveAll()
    const { sourceKey, expected } = await buildOld()
    await moveAll()
    await createChunkStore(db).remove(sourceKey, [FROM + DAY, FROM + 2 * DAY])

    await whileDoor({ isClosed: true }, () => assert.rejects(bringBackSparse({ db, bucket })))

    assert.deepEqual(await read(sourceKey), expected.slice(800))
    assert.equal(await bringBackSparse({ db, bucket }), 1)
    assert.deepEqual(await read(sourceKey), expected.slice(800))
  })
})

describe('two servers that move the same chunks', () => {
  it('move each once, and lose nothing', async () => {
    await moveAll()
    const { sourceKey, expected } = await buildOld()
    await sql`update history_move set due_at = 0, source_key = 0, start_at = 0`.execute(db)

    const results = await Promise.allSettled([moveWith(db), moveWith(db), moveWith(db)])

    assert.ok(results.some(({ status }) => status === 'fulfilled'))
    assert.deepEqual(await read(sourceKey), expected)
    await moveAll()
    assert.deepEqual(await countMoved(sourceKey), { moved: 3, stayed: 1 })
    assert.deepEqual(await read(sourceKey), expected)
  })
})

describe('a backup from before retention was shortened and a source was deleted', () => {
  it('has their moved records when it is restored as long as backups are kept, and says what is missing later', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-history-'))
    after(() => rm(folder, { recursive: true, force: true }))
    const file = join(folder, 'backup')
    const [shortened, deleted] = [await buildOld(), await buildOld()]
    await moveAll()
    const backup = { connection: { connectionString: database.connectionString }, files: createMemoryStorage() }
    await writeBackup({ ...backup, clock: systemClock, release: '0.1.0' }, file)
    const { history } = createReaders()

    await sql`update source set raw_days = 200 where source_key = ${shortened.sourceKey}`.execute(db)
    await removeOld({ db, workers, clock, history, metrics, log: silentLog, retention: RETENTION })
    while ((await db.transaction().execute((tx) => createDetachedSourceStore(tx).removePiece(deleted.sourceKey))) > 0);
    await removeObjects({ db, bucket, clock, settings })
    clock.advance(34 * DAY)
    await removeObjects({ db, bucket, clock, settings })
    let checked = 0
    await verifyBackup(file, silentLog, async (aside) => void (checked = await checkObjects(aside, bucket)))
    const databaseUrl = await database.createEmpty()
    await restoreBackup(
      { dataFolder: join(folder, 'data'), databaseUrl, storage: backup.files, clock },
      file,
      silentLog,
    )
    const portal = openDatabase({ connectionString: databaseUrl }, silentLog)
    database.defer(() => portal.close())
    const restored: ModelRecord[][] = []
    for (const { sourceKey } of [shortened, deleted]) restored.push(await read(sourceKey, createReaders(portal.db)))
    clock.advance(2 * DAY)
    await removeObjects({ db, bucket, clock, settings })

    assert.ok(checked > 0)
    assert.deepEqual(restored, [shortened.expected, deleted.expected])
    assert.deepEqual(await read(shortened.sourceKey), shortened.expected.slice(-300))
    await assert.rejects(
      verifyBackup(file, silentLog, async (aside) => void (await checkObjects(aside, bucket))),
      /Old records that this backup refers to cannot be read/,
    )
  })
})

describe('a check of what a backup refers to', () => {
  it('counts the objects, and names one that is missing', async () => {
    await moveAll()
    const { sourceKey } = await buildOld()
    await moveAll()
    const objects = await createHistoryStore(db).listUsed()
    assert.equal(await checkObjects(db, bucket), objects.length)
    const { key } = objects.at(-1) ?? assert.fail('nothing was moved')
    await bucket.remove(key)

    await assert.rejects(checkObjects(db, bucket), new RegExp(key))
    // One missing object is no reason to keep others from being read.
    const readers = createReaders()
    await assert.rejects(read(sourceKey, readers), { code: 'data/history-away' })
    assert.equal(readers.history.isAway(), false)
  })
})
