import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import pg from 'pg'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { createFakeClock } from '#testing/fake-clock.ts'
import { createRecordedLog } from '#testing/recorded-log.ts'
import { buildUnit } from '#testing/build-unit.ts'
import { createMemoryStorage } from '#testing/memory-storage.ts'
import { runCommand, runShell } from '#testing/run-command.ts'
import { sendRecords } from '#testing/send-records.ts'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase, silentLog } from '#testing/test-database.ts'
import { unlessLocked } from '#platform/database/unless-locked.ts'
import { listMigrations, migrateTo } from '#platform/database/migrate.ts'
import { createStoredFileStore } from '#platform/files/stored-file-store.ts'
import { systemClock } from '#platform/time/clock.ts'
import { BackupError } from './backup-format.ts'
import { createBackupSchedule } from './backup-schedule.ts'
import { createCopyStore } from './copy-store.ts'
import { inFrozenDatabase, inOneTransaction } from './one-connection-store.ts'
import { createPieceStore } from './piece-store.ts'
import { restoreBackup } from './restore-backup.ts'
import { verifyBackup } from './verify-backup.ts'
import { writeBackup } from './write-backup.ts'

const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-backup-'))
after(() => rm(folder, { recursive: true, force: true }))
const database = await createTestDatabase()
const files = createMemoryStorage()
const { app, clock, db, signInAs } = await createTestApp({ database, fileStorage: files })
const parts = {
  connection: { connectionString: database.connectionString },
  files,
  clock: systemClock,
  release: '0.1.0',
}

const picture = `${'p'.repeat(43)}.webp`
const lost = `${'l'.repeat(43)}.webp`
const admin = await signInAs({ role: 'admin' })
const stored = createStoredFileStore(db)
for (const name of [picture, lost])
  await stored.create({ name, kind: 'unit', uploadedBy: admin.userId, bytes: 3, at: 0 })
await files.put(picture, Buffer.from('a picture'))
const unit = await buildUnit(db)
await sendRecords(app, unit, 'pump', [{ messageUTC: 1_700_000_000_000, pressure: 4.2, note: 'åska 𝄞', on: true }])

/** Whether everything is written that follows the unit and its records. */
const isSettled = async (): Promise<boolean> => {
  const found = await db.selectFrom('unit').select(['lastActivityAt', 'eventTablesDue']).executeTakeFirstOrThrow()
  return found.lastActivityAt !== null && !found.eventTablesDue
}
while (!(await isSettled())) await new Promise(setImmediate)

const path = (name: string): string => join(folder, name)
const sound = path('sound')
await writeBackup(parts, sound)

async function query(connectionString: string, text: string): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<unknown[]>({ text, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}

/** What a table holds, as one text that differs when a value does. */
async function contents(connectionString: string, table: string): Promise<unknown> {
  const [[sum] = []] = await query(
    connectionString,
    `select md5(string_agg(t::text, '|' order by t::text)) from ${table} t`,
  )
  return sum
}

async function readAll(rows: AsyncIterable<Buffer> & { readonly rowCount: number }) {
  const bytes = Buffer.concat(await Array.fromAsync(rows))
  return { bytes, rowCount: rows.rowCount }
}

async function restoreInto(file: string, storage = createMemoryStorage()) {
  const databaseUrl = await database.createEmpty()
  const dataFolder = path(`data-${randomBytes(4).toString('hex')}`)
  const loaded = await restoreBackup({ dataFolder, databaseUrl, storage, clock }, file, silentLog)
  return { databaseUrl, dataFolder, storage, loaded }
}

describe('a backup', () => {
  it('is restored as it was: tables, numbering, indexes and pictures, with everybody signed out', async () => {
    const { databaseUrl, storage, loaded } = await restoreInto(sound)

    for (const { name } of loaded.about.tables.filter(
      (table) => !['session', 'server', 'record', 'source'].includes(table.name),
    ))
      assert.equal(await contents(databaseUrl, name), await contents(database.connectionString, name), name)
    const [record] = await query(
      databaseUrl,
      `select fields from record join source using (source_key) where name = 'pump'`,
    )
    assert.deepEqual(record, [{ pressure: 4.2, note: 'åska 𝄞', on: true }])
    const schema = `
      select conrelid::regclass::text || conname || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
      union all select indexdef from pg_indexes where schemaname = 'public' order by 1`
    assert.deepEqual(await query(databaseUrl, schema), await query(database.connectionString, schema))
    const next = `select nextval(pg_get_serial_sequence('audit_log', 'id')) > coalesce(max(id), 0) from audit_log`
    assert.deepEqual(await query(databaseUrl, next), [[true]])
    assert.equal(String(await storage.get(picture)), 'a picture')
    assert.deepEqual(loaded.manifest.missingFiles, [lost])
    assert.deepEqual(await query(databaseUrl, 'select count(*)::int from session'), [[0]])
    assert.notDeepEqual(await query(database.connectionString, 'select count(*)::int from session'), [[0]])
  })

  it('holds every record that was acknowledged before it, while others arrive', async () => {
    const acknowledged: number[] = []
    let number = 0
    let sending = true
    const lines = Array.from({ length: 4 }, async () => {
      while (sending) {
        const at = 1_700_000_000_000 + (number += 1) * 1000
        await sendRecords(app, unit, 'busy', [{ messageUTC: at, number: at }])
        acknowledged.push(at)
      }
    })
    while (acknowledged.length < 50) await new Promise(setImmediate)
    const before = [...acknowledged]

    await writeBackup(parts, path('busy'))
    const after = acknowledged.length
    sending = false
    await Promise.all(lines)

    const { databaseUrl } = await restoreInto(path('busy'))
    const rows = await query(
      databaseUrl,
      `select (extract(epoch from at) * 1000)::float8 from record join source using (source_key) where name = 'busy'`,
    )
    const restored = new Set(rows.flat())
    assert.deepEqual(
      before.filter((at) => !restored.has(at)),
      [],
    )
    assert.ok(after > before.length, 'records arrived in the meantime')
  })

  it('is verified by restoring it aside', async () => {
    const { manifest } = await verifyBackup(sound, silentLog)

    assert.equal(manifest.files.count, 1)
    assert.ok(manifest.tables.some(({ name, count }) => name === 'app_user' && count > 0))
  })

  it('keeps no table locked, and is begun again when the database is migrated in the meantime', async () => {
    const change = [
      `alter table unit add column to_come int`,
      `insert into kysely_migration values ('9999-to-come', '')`,
    ]
    const undo = [`alter table unit drop column to_come`, `delete from kysely_migration where name = '9999-to-come'`]
    const locked: unknown[][] = []
    let read = 0
    const get = async (name: string): Promise<Buffer | undefined> => {
      read += 1
      if (read === 1) {
        locked.push(
          ...(await query(
            database.connectionString,
            `select relname from pg_locks join pg_class on pg_class.oid = relation join pg_stat_activity using (pid)
             where application_name = 'fieldwatch-backup' and relkind = 'r' and relnamespace = 'public'::regnamespace
               and relname not like 'kysely%'`,
          )),
        )
        for (const statement of change) await query(database.connectionString, statement)
      }
      return files.get(name)
    }

    await writeBackup({ ...parts, files: { ...files, get } }, path('meanwhile'))
    for (const statement of undo) await query(database.connectionString, statement)

    assert.deepEqual(locked, [])
    assert.equal(read, 4)
    assert.match(
      zstdDecompressSync(await readFile(path('meanwhile'))).toString('latin1'),
      /"9999-to-come"[^]*"to_come"/,
    )
  })

  it('reads a table in pieces as it would at once', async () => {
    const table = { name: 'in_pieces', columns: ['number', 'text'] }
    await query(
      database.connectionString,
      `create table in_pieces as
      select number, repeat('x', number % 900) as text from generate_series(1, 3000) number`,
    )
    await query(database.connectionString, 'delete from in_pieces where number between 100 and 900')
    const { whole, pieces } = await inFrozenDatabase(parts.connection, async (client) => ({
      whole: await readAll(createCopyStore(client).read(table)),
      pieces: await readAll(createPieceStore(client, 7).read(table)),
    }))
    await query(database.connectionString, 'drop table in_pieces')

    assert.equal(whole.rowCount, 2199)
    assert.deepEqual(pieces, whole)
  })

  it('is for the eyes of its owner only', async () => {
    assert.equal((await stat(sound)).mode & 0o777, 0o600)
  })
})

describe('a backup of an older release', () => {
  it('is restored and migrated to the newest schema', async () => {
    const older = await writeOlder()

    const { databaseUrl, loaded } = await restoreInto(older)

    assert.equal(loaded.about.migrations.length, 1)
    assert.deepEqual(await query(databaseUrl, 'select name from entity'), [['Old Works']])
    assert.deepEqual(await query(databaseUrl, `select to_regclass('alert') is not null`), [[true]])
  })

  /** A database with the first migration. */
  async function writeOlder(): Promise<string> {
    const connection = { connectionString: await database.createEmpty() }
    await inOneTransaction(connection, async (client, tx) => {
      const [first = ''] = await listMigrations()
      await migrateTo(tx, first)
      await client.query(`insert into entity (id, name) values ('old', 'Old Works')`)
    })
    await writeBackup({ ...parts, connection }, path('older'))
    return path('older')
  }
})

describe('what is no whole backup', () => {
  /** One for all of them, as each leaves it empty. */
  let empty: Promise<string> | undefined
  const compressed = readFileSync(sound)
  const whole = zstdDecompressSync(compressed)
  const at = (text: string): number => whole.indexOf(text)
  const changed = (text: string, by: string): Buffer => {
    assert.equal(text.length, by.length)
    assert.ok(at(text) > 0)
    return zstdCompressSync(
      Buffer.concat([whole.subarray(0, at(text)), Buffer.from(by), whole.subarray(at(text) + text.length)]),
    )
  }
  const flipped = Buffer.from(compressed)
  flipped[Math.floor(flipped.length / 2)] = (flipped[Math.floor(flipped.length / 2)] ?? 0) ^ 1

  const cases: [string, Buffer, RegExp][] = [
    ['nothing', Buffer.alloc(0), /cut off/],
    ['a text', Buffer.from('pg_dump was here'), /is not a backup of Fieldwatch/],
    ['another archive', zstdCompressSync(whole.subarray(at('database/'))), /is not a backup of Fieldwatch/],
    ['a file that was cut off', compressed.subarray(0, Math.floor(compressed.length * 0.7)), /cut off/],
    ['an archive without its end', zstdCompressSync(whole.subarray(0, at('manifest.json'))), /cut off/],
    [
      'an archive that ends among the tables',
      zstdCompressSync(whole.subarray(0, whole.lastIndexOf('database/') + 100)),
      /cut off/,
    ],
    // Where the bit is decides whether already its first lines are another's.
    ['a file with a bit that changed', flipped, /damaged|is not a backup of Fieldwatch/],
    ['an altered value', changed('Pump station', 'Pump sTation'), /was altered or is damaged \(unit\)/],
    ['an altered picture', changed('a picture', 'a Picture'), /was altered or is damaged \(its pictures\)/],
    ['one of a newer release', changed('0001-initial', '9901-initial'), /made by a newer release/],
    ['one of a format to come', changed('"format": 1', '"format": 2'), /made by a newer release/],
  ]
  for (const [what, bytes, sentence] of cases) {
    it(`is refused with a sentence, and leaves nothing behind: ${what}`, async () => {
      const file = path(`bad-${what.replaceAll(' ', '-')}`)
      await writeFile(file, bytes)
      const databaseUrl = await (empty ??= database.createEmpty())
      const dataFolder = path('data-bad')

      const restoring = restoreBackup({ dataFolder, databaseUrl, storage: undefined, clock }, file, silentLog)

      await assert.rejects(restoring, (error) => error instanceof BackupError && sentence.test(error.message))
      assert.deepEqual(
        await query(databaseUrl, `select relname from pg_class where relnamespace = 'public'::regnamespace`),
        [],
      )
      assert.deepEqual(await readdir(dataFolder), [])
    })
  }
})

describe('nothing is overwritten', () => {
  it('neither a file by a backup', async () => {
    await writeFile(path('mine'), 'precious')

    await assert.rejects(writeBackup(parts, path('mine')), /mine already exists, and is not overwritten/)
    assert.equal(await readFile(path('mine'), 'utf8'), 'precious')
  })

  it('nor another backup that is being written', async () => {
    await writeFile(path('theirs.unfinished'), 'half')

    await assert.rejects(writeBackup(parts, path('theirs')), /another backup is being written/)
    assert.equal(await readFile(path('theirs.unfinished'), 'utf8'), 'half')
  })

  it('nor a database by a restore', async () => {
    const databaseUrl = database.connectionString
    const target = { dataFolder: path('data-full'), databaseUrl, storage: createMemoryStorage(), clock }

    await assert.rejects(
      restoreBackup(target, sound, silentLog),
      /The database is not empty: it has \w+\. Set DATABASE_URL to an empty one/,
    )
  })
})

describe('npm run backup', () => {
  const command = new URL('../../commands/backup.ts', import.meta.url)
  const environment = { FIELDWATCH_DATA: path('data-command'), DATABASE_URL: database.connectionString }

  it('reports what it wrote, what is missing, and that it is secret', async () => {
    const { code, output } = await runCommand(command, [path('backup')], environment)

    assert.equal(code, 0)
    assert.match(output, /backup holds [\d,]+ rows and 0 pictures: \d+\.\d MB in \d+\.\d s\./)
    assert.match(output, /2 pictures could not be found, so the backup doesn't contain them\./)
    assert.match(output, /store it where only you can read it/)
  })

  it('leaves no half file where the disk has no room', async () => {
    const script = `ulimit -f 8 && exec "${process.execPath}" "${command.pathname}" "${path('big')}"`
    await sendRecords(
      app,
      unit,
      'noise',
      Array.from({ length: 400 }, () => ({ text: randomBytes(200).toString('hex') })),
    )

    const { code, errors } = await runShell(script, environment)

    assert.equal(code, 1)
    assert.match(errors, /big cannot be written: the file would be larger than is allowed here\.\n$/)
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.startsWith('big')),
      [],
    )
  })

  it('explains itself when it is not understood', async () => {
    for (const args of [['verify'], ['one', 'two']]) {
      const { code, errors } = await runCommand(command, args, environment)

      assert.equal(code, 2)
      assert.match(errors, /^Usage:/)
    }
  })

  it('says when there is nothing to back up, and makes no data', async () => {
    const empty = path('no-data')

    const { code, errors } = await runCommand(command, [path('never')], { FIELDWATCH_DATA: empty })

    assert.equal(code, 1)
    assert.equal(errors, `There are no data in ${empty}.\n`)
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.startsWith('never') || name === 'no-data'),
      [],
    )
  })
})

describe('the schedule of backups', () => {
  const clock = createFakeClock(Date.UTC(2026, 10, 22, 2, 30))
  const plan = { folder: path('kept'), everyHours: 24, keep: 2 }
  const metrics = createMetrics()
  const { log, lines } = createRecordedLog()
  const schedule = createBackupSchedule({ ...parts, plan, clock, metrics, log })
  const value = async (metric: 'backupLastTime' | 'backupFailures'): Promise<number | undefined> =>
    (await metrics[metric].get()).values[0]?.value

  it('writes one when it is due, and reports when that was', async () => {
    await schedule.look()
    await schedule.look()

    assert.deepEqual(await readdir(plan.folder), ['fieldwatch-20261122T023000Z.tar.zst'])
    assert.equal(await value('backupLastTime'), Date.UTC(2026, 10, 22, 2, 30) / 1000)
    assert.deepEqual(
      lines.map(({ msg }) => msg),
      ['backup written'],
    )
  })

  it('continues after a restart, and keeps the configured number, and every file that is not its own', async () => {
    for (const name of ['mine.tar.zst', 'fieldwatch-20261122T090000Z.tar.zst.unfinished'])
      await writeFile(join(plan.folder, name), '')
    const restarted = createBackupSchedule({ ...parts, plan, clock, metrics: createMetrics(), log })

    await restarted.look()
    for (let day = 0; day < 2; day += 1) {
      clock.advance(24 * 60 * 60_000)
      await restarted.look()
    }

    assert.deepEqual(await readdir(plan.folder), [
      'fieldwatch-20261123T023000Z.tar.zst',
      'fieldwatch-20261124T023000Z.tar.zst',
      'mine.tar.zst',
    ])
  })

  it('leaves it to another server that is at it', async () => {
    clock.advance(24 * 60 * 60_000)

    await unlessLocked(parts.connection, 'backup', () => schedule.look())

    assert.equal((await readdir(plan.folder)).length, 3)
  })

  it('reports a failure, and tries again a quarter of an hour later', async () => {
    await rm(plan.folder, { recursive: true })
    await writeFile(plan.folder, 'not a folder')

    await schedule.look()
    await schedule.look()
    const failures = await value('backupFailures')
    await rm(plan.folder)
    clock.advance(15 * 60_000)
    await schedule.look()

    assert.equal(failures, 1)
    assert.match(String(lines.at(-2)?.msg), /backup failed; retrying/)
    assert.equal((await readdir(plan.folder)).length, 1)
  })

  it('ends a backup that is under way when the portal stops', async () => {
    const stopped = createBackupSchedule({ ...parts, plan: { ...plan, folder: path('stopped') }, clock, metrics, log })

    const looking = stopped.look()
    await stopped.close()
    await looking

    assert.deepEqual(await readdir(path('stopped')), [])
  })
})
