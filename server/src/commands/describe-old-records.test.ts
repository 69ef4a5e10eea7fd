import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { createBucket } from '#records/history/bucket.ts'
import { createHistoryStore } from '#records/history/history-store.ts'
import { startBucketServer } from '#records/history/testing/bucket-server.ts'
import { buildSource } from '#records/store/testing/write-records.ts'
import { TEST_START } from '#testing/fake-clock.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { checkOldRecords, describeOldRecords } from './describe-old-records.ts'

const database = await createTestDatabase()
const { db } = database
const service = await startBucketServer()
database.defer(service.close)
const bucket = createBucket(service.settings, async () => undefined)

/** A chunk whose records are in an object. */
async function buildMoved(): Promise<string> {
  const sourceKey = await buildSource(db)
  const object = { hash: 'a'.repeat(64), bytes: 4, chunks: 1, prefix: service.settings.prefix, now: TEST_START }
  const { id, key } = await createHistoryStore(db).announce(object)
  await bucket.put(key, Buffer.from('data'))
  await sql`
    insert into record_chunk (source_key, start_at, end_at, count, first_received_at, last_received_at, levels, times, object_id)
    values (${sourceKey}, 1, 2, 2, 1, 1, '{}', '', ${id})`.execute(db)
  return key
}

describe('old records after a restore', () => {
  it('are not mentioned when all records are in PostgreSQL', async () => {
    assert.equal(await describeOldRecords(db, bucket), '')
  })

  it('are in the bucket, or the missing object is named', async () => {
    const key = await buildMoved()

    assert.equal(await describeOldRecords(db, bucket), 'Old records are in 1 object of a bucket; all of it is there.\n')
    await bucket.remove(key)
    assert.match(await describeOldRecords(db, bucket), new RegExp(`^WARNING: .*${key}`))
    await assert.rejects(checkOldRecords(db, bucket), { name: 'BackupError', message: new RegExp(key) })
  })

  it('need the settings of the bucket', async () => {
    assert.match(await describeOldRecords(db, undefined), /^WARNING: Old records .* FIELDWATCH_HISTORY_S3_ENDPOINT/)
  })
})
