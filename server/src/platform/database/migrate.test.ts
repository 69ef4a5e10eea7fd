import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { createTestDatabase } from '#testing/test-database.ts'
import { migrate } from './migrate.ts'

const database = await createTestDatabase()

describe('migrations', () => {
  it('bring a database to the newest schema and may run again, even twice at once', async () => {
    await Promise.all([migrate(database.db), migrate(database.db)])

    const { rows } = await sql<{ found: boolean }>`select to_regclass('record') is not null as found`.execute(
      database.db,
    )
    assert.deepEqual(rows, [{ found: true }])
  })
})
