import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import pg from 'pg'
import { findPostgresProgram } from '#platform/database/postgres-program.ts'
import { finishUpgrade } from '#platform/database/upgrade-folders.ts'
import { systemClock } from '#platform/time/clock.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { copyDatabase } from './copy-database.ts'
import { describeShortage, upgradePostgres } from './upgrade-postgres.ts'

const base = await mkdtemp(join(tmpdir(), 'fieldwatch-upgrade-'))
after(() => rm(base, { recursive: true, force: true }))
const database = await createTestDatabase()

/** A data folder with the names of clusters in it, and the version that each is of. */
async function makeFolder(clusters: Readonly<Record<string, number>>): Promise<string> {
  const dataFolder = await mkdtemp(join(base, 'data-'))
  for (const [name, major] of Object.entries(clusters)) {
    await mkdir(join(dataFolder, name), { recursive: true })
    await writeFile(join(dataFolder, name, 'PG_VERSION'), `${major}\n`)
  }
  return dataFolder
}

async function clustersIn(dataFolder: string): Promise<Record<string, number>> {
  const names = await readdir(dataFolder)
  const versions = names.map(async (name) => [
    name,
    Number(await readFile(join(dataFolder, name, 'PG_VERSION'), 'utf8')),
  ])
  return Object.fromEntries(await Promise.all(versions)) as Record<string, number>
}

async function query(connectionString: string, text: string): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<unknown[]>({ text, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}

describe('a cluster that is whole', () => {
  for (const [what, found] of [
    ['with the former one in its place', { postgres: 17, 'postgres-upgraded/postgres': 18 }],
    [
      'after the power failed when the former one was just set aside',
      { 'postgres-17': 17, 'postgres-upgraded/postgres': 18 },
    ],
    [
      'after the power failed when it was just in its place',
      { 'postgres-17': 17, postgres: 18, 'postgres-upgraded/postgres-socket': 0 },
    ],
  ] as const) {
    it(`is moved to its place by the next start, and the former one kept: ${what}`, async () => {
      const dataFolder = await makeFolder(found)

      await finishUpgrade(dataFolder)

      assert.deepEqual(await clustersIn(dataFolder), { postgres: 18, 'postgres-17': 17 })
    })
  }

  it('overwrites nothing: neither a former one that is kept, nor one that was made in the meantime', async () => {
    const kept = await makeFolder({ postgres: 17, 'postgres-17': 17, 'postgres-upgraded/postgres': 18 })
    const made = await makeFolder({ postgres: 18, 'postgres-upgraded/postgres': 18 })

    await assert.rejects(finishUpgrade(kept), /postgres-17 already exists, and the old data would be kept there/)
    await assert.rejects(finishUpgrade(made), /are both there: move away the one that is not wanted/)

    assert.deepEqual((await readdir(kept)).sort(), ['postgres', 'postgres-17', 'postgres-upgraded'])
    assert.deepEqual((await readdir(made)).sort(), ['postgres', 'postgres-upgraded'])
  })
})

describe('the update of PostgreSQL', () => {
  it('has nothing to do in a new folder, nor on data of the version that there is', async () => {
    const { major } = await findPostgresProgram()
    for (const clusters of [{}, { postgres: major }] as Record<string, number>[]) {
      const dataFolder = await makeFolder(clusters)

      await upgradePostgres({ dataFolder, formerPostgres: undefined, clock: systemClock, log: silentLog })

      assert.deepEqual(await clustersIn(dataFolder), clusters)
    }
  })

  it('refuses a disk that cannot hold the data twice, with a sentence', () => {
    const room = { from: 17, to: 18, bytes: 3e9, dataFolder: '/srv/portal' }

    assert.equal(describeShortage({ ...room, free: 3.5e9 }), undefined)
    assert.equal(
      describeShortage({ ...room, free: 1.2e9 }),
      'The data are of PostgreSQL 17 and have to be copied for PostgreSQL 18: that takes 3.4 GB beside them, and 1.2 GB are free ' +
        'for /srv/portal. Make room and start again; nothing was changed.',
    )
  })

  it('copies every table and continues numbering where it was', async () => {
    const unit = await buildUnit(database.db)
    await database.db
      .insertInto('auditLog')
      .values({ at: new Date(0), action: 'kept', subjectKind: 'unit', subjectId: unit.dataId })
      .execute()
    const to = await database.createEmpty()

    const copied = await copyDatabase({
      from: { connectionString: database.connectionString },
      to: { connectionString: to },
      onStep: () => undefined,
      onBytes: () => undefined,
    })

    assert.ok(copied.tables > 40)
    assert.deepEqual(await query(to, 'select data_id from unit'), [[unit.dataId]])
    const next = `select nextval(pg_get_serial_sequence('audit_log', 'id')) - max(id) from audit_log`
    assert.deepEqual(await query(to, next), [['1']])
    const schema = `
      select conrelid::regclass::text || conname || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
      union all select indexdef from pg_indexes where schemaname = 'public' order by 1`
    assert.deepEqual(await query(to, schema), await query(database.connectionString, schema))
  })

  it('leaves data of a newer release as they are', async () => {
    const from = await database.createEmpty()
    const to = await database.createEmpty()
    await query(from, 'create table kysely_migration (name text, timestamp text)')
    await query(from, `insert into kysely_migration values ('9999-things-to-come', '')`)
    const nothing = (): void => undefined

    const copying = copyDatabase({
      from: { connectionString: from },
      to: { connectionString: to },
      onStep: nothing,
      onBytes: nothing,
    })

    await assert.rejects(copying, /newer release of Fieldwatch \(this one does not know 9999-things-to-come/)
  })
})
