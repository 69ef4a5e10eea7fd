import assert from 'node:assert/strict'
import { promises as fs } from 'node:fs'
import path from 'node:path'
import { it } from 'node:test'
import { sql } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import { MIGRATIONS, migrate } from '#platform/database/migrate.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const { db } = await createTestDatabase()

it('Occurrences that were found before are added up by the hour, but for the newest hour', async () => {
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  const migrator = new Migrator({ db, provider: new FileMigrationProvider({ fs, path, migrationFolder: MIGRATIONS }) })
  assert.equal((await migrator.migrateTo('0030-events')).error, undefined)
  await sql`insert into unit (data_id, friendly_name, token_hash) values ('pump', 'Pump', '')`.execute(db)
  await sql`
    insert into event_table (data_id, name, title, source, field, operator, constant, comparison, start_at, gap_ms, inputs, created_at)
    select 'pump', name, '', 'room', 'temp', '>', 20, '', 0, 60000, '[]', now() from unnest('{full,empty}'::text[]) name`.execute(
    db,
  )
  await sql`
    insert into event_occurrence (event_table, start_at, end_at, last_at, figures)
    select id, given.start_at, given.end_at, given.last_at, '{}' from event_table, unnest(
      '{3600000,3700000,3800000,7200001}'::bigint[], '{3600500,3700900,NULL,NULL}'::bigint[], '{3600400,3700800,3800900,7200001}'::bigint[]
    ) given (start_at, end_at, last_at) where name = 'full'`.execute(db)

  await migrate(db)

  const hours = await sql`
    select hour, count, duration, longest, longest_at from event_hour join event_table on id = event_table.id and name = 'full'`.execute(
    db,
  )
  const tables = await sql`select name, summed_to from event_table order by name`.execute(db)
  assert.deepEqual(hours.rows, [{ hour: 3_600_000, count: 3, duration: 2300, longest: 900, longest_at: 3_700_000 }])
  assert.deepEqual(tables.rows, [
    { name: 'empty', summed_to: 0 },
    { name: 'full', summed_to: 7_200_000 },
  ])
})
