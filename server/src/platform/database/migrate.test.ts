import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { createRecordedLog } from '#testing/recorded-log.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

const database = await createTestDatabase()

describe('migrations', () => {
  it('update a database to the newest schema and may run again, even twice at once', async () => {
    await Promise.all([migrate(database.db), migrate(database.db)])

    const { rows } = await sql<{ found: boolean }>`select to_regclass('record') is not null as found`.execute(
      database.db,
    )
    assert.deepEqual(rows, [{ found: true }])
  })

  it('of a newer release are refused with a sentence, and nothing is changed', async () => {
    const add = sql`insert into kysely_migration (name, timestamp) values ('9999-things-to-come', '2030-01-01')`
    await add.execute(database.db)

    await assert.rejects(
      migrate(database.db),
      /newer release of Fieldwatch \(this one does not know 9999-things-to-come\)/,
    )

    const { numAffectedRows } = await sql`delete from kysely_migration where name = '9999-things-to-come'`.execute(
      database.db,
    )
    assert.equal(numAffectedRows, 1n)
  })

  it('that wait for others are tried again, and continue when they are done', async () => {
    const connectionString = await database.createEmpty()
    const waiting = openDatabase({ connectionString }, silentLog)
    await using stack = new AsyncDisposableStack()
    stack.defer(() => waiting.close())
    const { db } = waiting
    const { log, lines } = createRecordedLog()
    const free = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const holding = db.transaction().execute(async (tx) => {
      await sql`create table entity (id text)`.execute(tx)
      held.resolve()
      await free.promise
      await sql`drop table entity`.execute(tx)
    })
    await held.promise

    const migrating = migrate(waiting.background.db, log)
    while (lines.length === 0) await sql`select`.execute(db)
    free.resolve()
    await Promise.all([holding, migrating])

    assert.equal(lines[0]?.msg, 'a migration waits for a table that others use')
    await sql`select viewers_may_edit from entity`.execute(db)
  })
})
