import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { encodeChunk } from '#records/chunks/chunk.ts'
import { createChunkStore } from '#records/store/chunk-store.ts'
import { buildSource } from '#records/store/testing/write-records.ts'
import { TEST_START } from '#testing/fake-clock.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { createIngestStore } from './ingest-store.ts'
import type { KnownSource, SourceGroup } from './ingest-batch.ts'

const database = await createTestDatabase()
const { db, pool } = database
const store = createIngestStore(pool)

async function isWaitingForLock(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    database.background.db,
  )
  return rows.length > 0
}

/** A chunk of a source whose key is not known, as imports and a server that has just started send it. */
async function buildGroup(sourceKey: number): Promise<SourceGroup> {
  const { dataId, name } = await db
    .selectFrom('source')
    .select(['dataId', 'name'])
    .where('sourceKey', '=', sourceKey)
    .executeTakeFirstOrThrow()
  const source: KnownSource = {
    id: `${dataId}/${name}`,
    dataId,
    name,
    key: undefined,
    types: new Map(),
    lastStandInTime: 0,
    newestAt: 0,
  }
  const at = Float64Array.from({ length: 300 }, (_, index) => TEST_START + index * 1000)
  const chunk = encodeChunk({ at, receivedAt: at, columns: new Map([['level', at]]) })
  const types = new Map([['level', 'int' as const]])
  return { source, records: [], stretches: [{ source, chunks: [chunk], late: [], types }], widened: types }
}

describe('a commit of chunks', () => {
  it('waits for the chunks of its source before it locks the source, also when it has to look the source up', async () => {
    const sourceKey = await buildSource(db)
    const groups = [await buildGroup(sourceKey)]
    let isCommitted = false
    const committing = await db.transaction().execute(async (tx) => {
      await createChunkStore(tx).lock(sourceKey)
      const committed = store
        .commit({ now: TEST_START, groups, units: [], rejections: [] })
        .finally(() => (isCommitted = true))
      while (!isCommitted && !(await isWaitingForLock())) await setImmediate()
      await sql`select from source where source_key = ${sourceKey} for no key update nowait`.execute(tx)
      return { committed }
    })

    assert.equal((await committing.committed).kind, 'stored')
  })
})
