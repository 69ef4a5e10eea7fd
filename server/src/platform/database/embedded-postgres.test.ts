import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import { silentLog } from '#testing/test-database.ts'
import { isDatabaseAway } from './database-away.ts'
import { openDatabase } from './database.ts'
import { ensureDatabase, startEmbeddedPostgres } from './embedded-postgres.ts'
import { postgresFolder } from './postgres-folder.ts'
import { findFormerProgram, findPostgresProgram } from './postgres-program.ts'

const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-embedded-'))
await chmod(folder, 0o755)
const postgres = await startEmbeddedPostgres(folder, silentLog)
await ensureDatabase(postgres.connection, 'fieldwatch')
const database = openDatabase({ ...postgres.connection, database: 'fieldwatch' }, silentLog)
after(async () => {
  await database.close()
  await postgres.close()
  await rm(folder, { recursive: true, force: true })
})

const pidFile = join(postgresFolder(folder).cluster, 'postmaster.pid')
/** Undefined while there is none. */
const postmaster = async (): Promise<number | undefined> => {
  const lines = await readFile(pidFile, 'utf8').catch(() => undefined)
  return lines === undefined ? undefined : Number(lines.split('\n', 1)[0])
}

const readState = async (): Promise<{ since: string; notes: number }> => {
  const { rows } = await sql<{ since: string; notes: number }>`
    select pg_postmaster_start_time()::text as since, (select count(*)::int from note) as notes`.execute(database.db)
  return rows[0] ?? assert.fail()
}

/** Asks again and again until another postmaster answers; a connection may outlive the old one by a moment. */
async function countNotesAfter(since: string): Promise<number> {
  for (;;) {
    try {
      const state = await readState()
      if (state.since !== since) return state.notes
    } catch (error) {
      assert.ok(isDatabaseAway(error), String(error))
    }
  }
}

describe('the embedded PostgreSQL', () => {
  it('is started again when it is killed, with everything that was committed', async () => {
    await sql`create table note (text text)`.execute(database.db)
    await sql`insert into note values ('committed')`.execute(database.db)
    const { since } = await readState()

    process.kill((await postmaster()) ?? assert.fail(), 'SIGKILL')

    assert.equal(await countNotesAfter(since), 1)
  })

  it('gets a database once, however many make it at the same moment', async () => {
    await Promise.all(Array.from({ length: 4 }, () => ensureDatabase(postgres.connection, 'at_once')))

    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_database where datname = 'at_once'
    `.execute(database.db)
    assert.deepEqual(rows, [{ count: 1 }])
  })

  it('does not start on a folder that another server holds', async () => {
    await assert.rejects(startEmbeddedPostgres(folder, silentLog), /Another Fieldwatch is using/)
  })

  for (const [what, major, sentence] of [
    ['a newer', '99', /are of PostgreSQL 99, .* has PostgreSQL 18\. Start the newer release/],
    ['a former', '9', /are of PostgreSQL 9, .* It brings no PostgreSQL 9 .* Set FIELDWATCH_FORMER_POSTGRES to/],
  ] as const) {
    it(`does not start on the files of ${what} major version that it has no program for, and says what to do`, async () => {
      const other = await mkdtemp(join(tmpdir(), 'fieldwatch-embedded-'))
      await chmod(other, 0o755)
      const { cluster } = postgresFolder(other)
      await mkdir(cluster)
      await writeFile(join(cluster, 'PG_VERSION'), `${major}\n`)

      await assert.rejects(startEmbeddedPostgres(other, silentLog), sentence)

      assert.deepEqual(await readdir(cluster), ['PG_VERSION'])
      await rm(other, { recursive: true, force: true })
    })
  }

  it('refuses a PostgreSQL of another version, or none, for the files of a former one', async () => {
    const { postgres: own } = await findPostgresProgram()

    await assert.rejects(findFormerProgram(17, join(own, '../..')), /names PostgreSQL 18: name one of PostgreSQL 17/)
    await assert.rejects(findFormerProgram(17, folder), /There is no .*bin\/postgres that can be run/)
  })

  it('starts over the pid file of a process that is gone', async () => {
    const other = await mkdtemp(join(tmpdir(), 'fieldwatch-embedded-'))
    await chmod(other, 0o755)
    const first = await startEmbeddedPostgres(other, silentLog)
    await first.close()
    await writeFile(join(postgresFolder(other).cluster, 'postmaster.pid'), `${process.pid}\n`)

    const second = await startEmbeddedPostgres(other, silentLog)

    await second.close()
    await rm(other, { recursive: true, force: true })
  })
})
