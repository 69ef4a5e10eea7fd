import assert from 'node:assert/strict'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, it } from 'node:test'
import { queryData } from '@fieldwatch/contract/data'
import pg from 'pg'
import { openDatabase } from '#platform/database/database.ts'
import { listMigrations, migrate, migrateTo, MIGRATIONS } from '#platform/database/migrate.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { listTaken, readSchema } from './schema.ts'
import { findRefused, readReleased } from './statements.ts'

const database = await createTestDatabase()
const { release, lastMigration, statements } = readReleased()
const isPrepared = (statement: string): boolean => statement.startsWith('/* prepared ')

/** A connection to a database as the last release made it, and what changes that. */
async function openLastRelease() {
  const connectionString = await database.createEmpty()
  const opened = openDatabase({ connectionString, connections: 4 }, silentLog)
  const client = new pg.Client({ connectionString })
  database.defer(async () => {
    await client.end()
    await opened.close()
  })
  await migrateTo(opened.db, lastMigration)
  await client.connect()
  return { db: opened.db, client }
}

/** Runs in a transaction of the newest schema, and takes it back. */
async function withClient<Result>(run: (client: pg.ClientBase) => Promise<Result>): Promise<Result> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    return await run(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** The release that no longer used what a migration takes away, if it says so. */
async function contractionOf(migration: string): Promise<string | undefined> {
  const file = pathToFileURL(join(MIGRATIONS, `${migration}.ts`)).href
  return ((await import(file)) as { contractionOf?: string }).contractionOf
}

const isAtMost = (one: string, other: string): boolean => one.localeCompare(other, 'en', { numeric: true }) <= 0

describe('a migration of the next release', () => {
  it('takes nothing away that the last one has, unless it says which release no longer used it', async () => {
    const { db, client } = await openLastRelease()
    const next = (await listMigrations()).filter((name) => name > lastMigration)
    for (const migration of next) {
      const before = await readSchema(client)
      await migrateTo(db, migration)

      const of = await contractionOf(migration)
      const taken = of !== undefined && isAtMost(of, release) ? [] : listTaken(before, await readSchema(client))
      assert.deepEqual(taken, [], `${migration} would break servers of ${release} that still run beside it`)
    }
  })

  it('is refused when it drops, renames, retypes or requires something', async () => {
    const changes = {
      'alter table unit drop column size': ['the column unit.size is gone'],
      'alter table unit rename column size to extent': ['the column unit.size is gone'],
      'drop table portal': ['the table portal is gone'],
      'alter table unit alter column last_message type bytea using null': [
        'the column unit.last_message is bytea in place of text',
      ],
      'alter table unit alter column default_template set not null': ['the column unit.default_template is not null'],
      'alter table unit add column height int not null': ['the new column unit.height is not null and has no default'],
      'alter table unit add column height int not null default 0': [],
      'create table height (id int not null)': [],
    }
    await withClient(async (client) => {
      const before = await readSchema(client)
      for (const [change, taken] of Object.entries(changes)) {
        await client.query('savepoint unchanged')
        await client.query(change)
        assert.deepEqual(listTaken(before, await readSchema(client)), taken, change)
        await client.query('rollback to savepoint unchanged')
      }
    })
  })
})

describe('the last release on the schema of the next one', () => {
  it('finds all that it asks for', async () => {
    assert.deepEqual(await withClient((client) => findRefused(client, statements)), [])
  })

  it('does not find what is gone', async () => {
    const [refused] = await withClient(async (client) => {
      await client.query('alter table unit drop column last_message')
      return findRefused(client, statements)
    })

    assert.match(refused ?? '', /column .*last_message.* does not exist/)
  })

  it('goes on with the statements that its connections prepared before, whatever columns are added', async () => {
    const { db, client } = await openLastRelease()
    const prepared = statements.filter(isPrepared)
    assert.ok(prepared.length > 0)
    // Plans that do not look at the parameters, which are nulls here.
    await client.query('set plan_cache_mode = force_generic_plan')
    for (const [number, statement] of prepared.entries()) await client.query(`prepare asked_${number} as ${statement}`)

    await migrate(db)
    for (const table of (await readSchema(client)).keys())
      await client.query(`alter table "${table}" add column added int`)

    for (const [number, statement] of prepared.entries()) {
      const nulls = [...new Set(statement.match(/\$\d+/g))].map(() => 'null')
      const list = nulls.length === 0 ? '' : `(${nulls.join()})`
      await client.query(`explain execute asked_${number}${list}`)
    }
  })
})

describe('a server that runs while a newer one has changed the schema', () => {
  it('goes on, although it would not start any more', async () => {
    const { app, call, db, signInAs, signInWith } = await createTestApp({ database })
    const person = await signInAs()
    const unit = await buildUnit(db, { entity: person.entity })
    const send = (level: number) => sendRecords(app, unit, 'tank', { messageUTC: '2026-01-01T00:00:00Z', level })
    const read = () => call(queryData, { as: person, body: { dataID: unit.dataId, subject: 'tank', limit: 10 } })
    await send(1)
    await read()

    await database.pool.query(`insert into kysely_migration (name, timestamp) values ('9999-things-to-come', '2030')`)
    const tables = await withClient(readSchema)
    for (const table of tables.keys()) await database.pool.query(`alter table "${table}" add column added int`)

    await send(2)
    const { body } = await read()
    assert.deepEqual(
      body.body.details.data.map(({ level }) => level),
      [2],
    )
    await signInWith(person.email)
    await assert.rejects(migrate(database.db), /newer release/)
  })
})
