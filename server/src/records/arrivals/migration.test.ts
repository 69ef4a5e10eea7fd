import assert from 'node:assert/strict'
import { promises as fs } from 'node:fs'
import path from 'node:path'
import { it } from 'node:test'
import { sql } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import { MIGRATIONS, migrate } from '#platform/database/migrate.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const { db } = await createTestDatabase()

it('The cursors of calculated sources survive the change to followers', async () => {
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  const migrator = new Migrator({ db, provider: new FileMigrationProvider({ fs, path, migrationFolder: MIGRATIONS }) })
  const { error } = await migrator.migrateTo('0019-sim-versions')
  assert.equal(error, undefined)
  await sql`insert into unit (data_id, friendly_name, token_hash) values ('pump', 'Pump', '')`.execute(db)
  await sql`
    insert into calculation (data_id, name, equation, unit, start_at, inputs, filled_to, created_at, updated_at) values
    ('pump', 'followed', 'a.x', 'm', 0, '[]', null, now(), now()), ('pump', 'filling', 'a.x', 'm', 0, '[]', 70, now(), now())
  `.execute(db)
  await sql`
    insert into calculation_input (calculation_id, source, received_after, received_at)
    select id, 'a', 1700000000123, case when filled_to is null then 1699999999000 end from calculation`.execute(db)

  await migrate(db)

  const { rows } = await sql`
    select follower.data_id, output, unfinished, held_by, source, received_after, received_at from arrival_follower follower
    join arrival_cursor cursor on cursor.consumer = follower.consumer and cursor.follower = follower.id
    join calculation on calculation.id::text = follower.id where follower.consumer = 'calculations' order by output`.execute(
    db,
  )
  const common = { data_id: 'pump', held_by: null, source: 'a', received_after: 1_700_000_000_123 }
  assert.deepEqual(rows, [
    { ...common, output: 'filling', unfinished: true, received_at: null },
    { ...common, output: 'followed', unfinished: false, received_at: 1_699_999_999_000 },
  ])
})
