import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { encodeChunk } from '#records/chunks/chunk.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import type { PageRequest } from './record-reader.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { type ThreadPool, createThreadPool } from '#records/threads/thread-pool.ts'
import { createChunkStore } from './chunk-store.ts'
import { createMergedReader } from './merged-reader.ts'
import { buildSource } from './testing/write-records.ts'

const database = await createTestDatabase()
const { db } = database
const threads = createThreadPool({ size: 1 })
database.defer(() => threads.close())

const done: string[] = []
const workers: ThreadPool = {
  ...threads,
  run: (task, given, memory) => {
    done.push(task.name)
    return threads.run(task, given, memory)
  },
}
const reader = createMergedReader({ db, workers, metrics: createMetrics(), log: silentLog })

const CHUNKS = 4
const DAY = 86_400_000
const START = Date.parse('2026-01-01T00:00:00Z')

const sourceKey = await buildSource(db)
for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
  const at = Float64Array.from({ length: 2_000 }, (_, index) => START + chunk * DAY + index * 1000)
  const level = at.map((_, index) => chunk * 10_000 + index)
  const encoded = encodeChunk({ at, receivedAt: at, columns: new Map([['level', level]]) })
  const received = { firstReceivedAt: at[0] ?? 0, lastReceivedAt: at.at(-1) ?? 0, block: encoded.arrivals }
  await createChunkStore(db).insert(sourceKey, encoded, received)
}

const read = (request: Partial<PageRequest>, signal?: AbortSignal) =>
  reader.readPage(
    sourceKey,
    { conditions: [], order: { field: 'level', direction: 'desc' }, after: undefined, limit: 2, ...request },
    signal,
  )

const levels = (records: readonly { fields: string }[]) => records.map(({ fields }) => JSON.parse(fields).level)

describe('a page over all of a source', () => {
  it('is looked for in threads, and read as a whole only where it was found', async () => {
    done.length = 0

    assert.deepEqual(levels(await read({})), [31_999, 31_998])
    assert.deepEqual(done, ['select', 'select', 'select', 'select', 'pick'])
  })

  it('by time ends where enough was found', async () => {
    done.length = 0
    const condition = { kind: 'field', name: 'level', operator: '>=', value: 100 } as const

    const found = await read({ order: { field: 'messageUTC', direction: 'asc' }, conditions: [condition] })

    assert.deepEqual(levels(found), [100, 101])
    assert.deepEqual(done, ['select', 'pick'])
  })

  it('ends as soon as no request waits for it', async () => {
    const gone = new AbortController()
    const asked = read({}, gone.signal)
    gone.abort(new Error('gone'))

    await assert.rejects(asked, { message: 'gone' })
  })
})
