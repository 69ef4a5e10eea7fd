import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { buildUnit } from '#testing/build-unit.ts'
import { createRecordedLog } from '#testing/recorded-log.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { openDatabase } from './database.ts'

const database = await createTestDatabase()
const { app, db } = await createTestApp({ database })

/** Takes all connections of a pool, as reads do that take long. */
async function takeAll({ pool }: { pool: pg.Pool }): Promise<() => void> {
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  return () => {
    for (const client of clients) client.release()
  }
}

describe('an idle connection that is lost', () => {
  it('is a short line of the log', async () => {
    const { log, lines } = createRecordedLog()
    const other = openDatabase({ connectionString: database.connectionString }, log)
    database.defer(() => other.close())
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(other.db)

    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db)
    while (lines.length === 0) await setImmediate()

    const { msg, reason } = lines[0] ?? assert.fail()
    assert.equal(msg, 'idle database connection lost')
    assert.match(String(reason), /terminat/)
    assert.ok(JSON.stringify(lines[0]).length < 300)
  })
})

describe('while long reads and calculations have all connections that they can get', () => {
  it('records of units are stored', async () => {
    const unit = await buildUnit(db)
    const release = await Promise.all([database, database.reads, database.background].map(takeAll))

    await sendRecords(app, unit, 'probe', { level: 1 })

    for (const give of release) give()
    const { count } = await db
      .selectFrom('source')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('dataId', '=', unit.dataId)
      .executeTakeFirstOrThrow()
    assert.equal(count, 1)
  })
})
