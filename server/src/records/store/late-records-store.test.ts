import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { up as makeLateRecords } from '#platform/database/migrations/0250-late-records.ts'
import { up as storeThemAsText } from '#platform/database/migrations/0288-late-records-as-text.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
/** As migrations get it: they know no tables. */
const db = database.db as unknown as Kysely<unknown>

describe('late records that were stored as arrays', () => {
  it('are read as before once they are text', async () => {
    await sql`drop view record_row; drop table record_late`.execute(db)
    await makeLateRecords(db)
    await sql`
      insert into record_late (source_key, received_at, first_at, last_at, count, at, fields) values
        (1, now(), '2026-01-01 00:00:00.005Z', '2026-01-01 00:00:01Z', 2,
          '{2026-01-01 00:00:00.005Z,2026-01-01 00:00:01Z}', array['{"text":"a\\nb, c"}', '{}']),
        (2, now(), '1969-12-31 23:59:59.5Z', '1969-12-31 23:59:59.5Z', 1, '{1969-12-31 23:59:59.5Z}', array['{"level":1}'])
    `.execute(db)
    const read = async () =>
      (await sql`select source_key, at, fields::text, first_at, last_at from record_row order by 1, 2`.execute(db)).rows
    const before = await read()

    await storeThemAsText(db)

    assert.equal(before.length, 3)
    assert.deepEqual(await read(), before)
    const { rows } = await sql<{ times: string }>`select times from record_late order by source_key`.execute(db)
    assert.deepEqual(rows, [{ times: '1767225600005,1767225601000' }, { times: '-500' }])
  })
})
