import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import pg from 'pg'
import { pino } from 'pino'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'

/** Set by the test command: a PostgreSQL for this run, with the migrated database `fieldwatch_template` in it. */
export const TEST_POSTGRES = 'FIELDWATCH_TEST_POSTGRES'

export const TEMPLATE_DATABASE = 'fieldwatch_template'

/** Several files share one PostgreSQL. */
const TEST_CONNECTIONS = 20

/** Linux keeps its files in memory. Containers often have a small one. */
const MEMORY_FOLDER = '/dev/shm'
const NEEDED_MEMORY_BYTES = 4_000_000_000

const FOLDER_PREFIX = 'fieldwatch-test-'
const LEFT_FOLDER = /^fieldwatch-test-(\d+)-/

/**
 * Processes are killed here, never the machine: each file that ends makes a checkpoint, which waits for the disk otherwise. Several files of
 * several processes have their servers connected at the same time.
 */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '600',
  // The log may be in memory.
  max_wal_size: '512MB',
  // The kernel copies the files of the template: a fifth of the processor time of copying them by reading and writing.
  ...(process.platform === 'linux' ? { file_copy_method: 'clone' } : {}),
}

export const silentLog = pino({ level: 'silent' })

export interface TestDatabase extends Database {
  /** For processes that are started with `DATABASE_URL`. */
  readonly connectionString: string
  /** Closes something that uses the database before it goes: hooks of a file run in the order of their registration. */
  readonly defer: (close: () => Promise<void>) => void
  /** Makes an empty database beside it, without migrations; gone after the file too. */
  readonly createEmpty: () => Promise<string>
}

/**
 * A migrated database of its own for a test file, gone after it. Call it at the top level of the file: hooks of hooks run too early.
 * `ofOwnPostgres` starts another PostgreSQL, for what belongs to all databases of one.
 */
export async function createTestDatabase({ ofOwnPostgres = false } = {}): Promise<TestDatabase> {
  const given = ofOwnPostgres ? undefined : process.env[TEST_POSTGRES]
  const own = given === undefined ? await startTestPostgres() : undefined
  const server = given ?? own?.server ?? ''
  const name = `test_${randomBytes(8).toString('hex')}`
  // Copying files takes a third of the time that writing them to the log does.
  await administer(server, `create database ${name} template ${TEMPLATE_DATABASE} strategy file_copy`)
  const connectionString = databaseUrl(server, name)
  const database = openDatabase({ connectionString, connections: TEST_CONNECTIONS }, silentLog)
  const users = new AsyncDisposableStack()
  after(async () => {
    await users.disposeAsync()
    await database.close()
    await administer(server, `drop database ${name} with (force)`)
    await own?.close()
  })
  return {
    ...database,
    connectionString,
    defer: (close) => users.defer(close),
    createEmpty: async () => {
      const empty = `test_${randomBytes(8).toString('hex')}`
      await administer(server, `create database ${empty}`)
      users.defer(() => administer(server, `drop database ${empty} with (force)`))
      return databaseUrl(server, empty)
    },
  }
}

export interface TestPostgres {
  /** Value for the environment variable `FIELDWATCH_TEST_POSTGRES`. */
  readonly server: string
  close(): Promise<void>
}

/** Starts a PostgreSQL in a temporary folder and migrates the template database. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const parent = await findFastFolder()
  await removeLeftFolders(parent)
  const folder = await mkdtemp(join(parent, `${FOLDER_PREFIX}${process.pid}-`))
  await chmod(folder, 0o755)
  const postgres = await startEmbeddedPostgres(folder, silentLog, { settings: SETTINGS })
  const server = `postgresql://postgres@localhost/?host=${encodeURIComponent(postgres.connection.host)}`
  await administer(server, `create database ${TEMPLATE_DATABASE}`)
  const template = openDatabase({ connectionString: databaseUrl(server, TEMPLATE_DATABASE) }, silentLog)
  await migrate(template.background.db)
  await template.close()
  return {
    server,
    close: async () => {
      await postgres.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A database is copied in memory with a tenth of the processor time that a disk takes for its thousand files. */
async function findFastFolder(): Promise<string> {
  const memory = await statfs(MEMORY_FOLDER).catch(() => undefined)
  return memory !== undefined && memory.bavail * memory.bsize > NEEDED_MEMORY_BYTES ? MEMORY_FOLDER : tmpdir()
}

/** A run that was killed has left its folder, which may be in memory. */
async function removeLeftFolders(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const [, pid] = LEFT_FOLDER.exec(name) ?? []
    if (pid === undefined || isRunning(Number(pid))) continue
    // Another user's folder stays.
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

export function databaseUrl(server: string, name: string): string {
  return server.replace(/@[^/]*\//, (authority) => `${authority}${name}`)
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(server, 'postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
