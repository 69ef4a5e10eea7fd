import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { isDatabaseAway } from './database-away.ts'
import { type Database, type DatabaseOptions, openDatabase } from './database.ts'
import { endOfLog, ensureDatabase, startEmbeddedPostgres } from './embedded-postgres.ts'
import { migrate } from './migrate.ts'
import { postgresFolder, requireOwnSocket } from './postgres-folder.ts'
import { connectionTo } from './primary.ts'
import { requireNoUnfinishedRestore } from './unfinished-restore.ts'

const DATABASE_NAME = 'fieldwatch'
const STARTING_UP = '57P03'
const STARTING_UP_PAUSE_MS = 100

interface Where {
  /** Left out, the embedded PostgreSQL in `dataFolder`. */
  readonly databaseUrl: string | undefined
  readonly dataFolder: string
  /** Folder of a PostgreSQL of a former major version. */
  readonly formerPostgres?: string | undefined
  readonly databaseConnections?: number
  readonly readDatabaseUrl?: string | undefined
}

/** Opens the database that the configuration names, or starts the embedded one, and brings it to the newest schema. */
export async function openConfiguredDatabase(
  config: Where,
  log: Logger,
  stack: AsyncDisposableStack,
): Promise<Database> {
  requireNoUnfinishedRestore(config.dataFolder)
  if (config.databaseUrl !== undefined)
    return open(
      { connectionString: config.databaseUrl, replicaUrl: config.readDatabaseUrl, ...sizeOf(config) },
      log,
      stack,
    )
  const postgres = await startEmbeddedPostgres(config.dataFolder, log, config.formerPostgres)
  stack.defer(() => postgres.close())
  return openEmbedded({ ...postgres.connection, ...sizeOf(config) }, log, stack)
}

/** As `openConfiguredDatabase`, for a command beside the server: while the server runs, its PostgreSQL is used. */
export async function openSharedDatabase(config: Where, log: Logger, stack: AsyncDisposableStack): Promise<Database> {
  if (config.databaseUrl === undefined) await requireOwnSocket(config.dataFolder)
  const running = { host: postgresFolder(config.dataFolder).socket, port: 5432, user: 'postgres' }
  if (config.databaseUrl === undefined && (await answers(running))) return openEmbedded(running, log, stack)
  return openConfiguredDatabase(config, log, stack)
}

/**
 * How a command beside the server connects to the database as it is: nothing is made or migrated. The embedded PostgreSQL is
 * started when nobody has, unless `mayStart` is false, as it is while a server tries to.
 * @throws Error when there is none
 */
export async function findSharedDatabase(
  { databaseUrl, dataFolder, formerPostgres }: Where,
  log: Logger,
  stack: AsyncDisposableStack,
  { mayStart = true } = {},
): Promise<pg.ClientConfig> {
  if (databaseUrl !== undefined) return connectionTo(databaseUrl)
  const { cluster, socket } = postgresFolder(dataFolder)
  if (!existsSync(join(cluster, 'PG_VERSION'))) throw new Error(`There are no data in ${dataFolder}.`)
  await requireOwnSocket(dataFolder)
  const running = { host: socket, port: 5432, user: 'postgres', database: DATABASE_NAME }
  if (await answers(running)) return running
  if (!mayStart) throw new Error(`PostgreSQL does not answer. The end of its log:\n${await endOfLog(dataFolder)}`)
  const postgres = await startEmbeddedPostgres(dataFolder, log, formerPostgres)
  stack.defer(() => postgres.close())
  return { ...postgres.connection, database: DATABASE_NAME }
}

/** Starts an embedded PostgreSQL in a folder, with the portal's database: an empty one where there is none. */
export async function makeEmbeddedDatabase(
  dataFolder: string,
  log: Logger,
  stack: AsyncDisposableStack,
  former?: string,
): Promise<pg.ClientConfig> {
  const postgres = await startEmbeddedPostgres(dataFolder, log, former)
  stack.defer(() => postgres.close())
  await ensureDatabase(postgres.connection, DATABASE_NAME)
  return { ...postgres.connection, database: DATABASE_NAME }
}

async function openEmbedded(
  connection: pg.ClientConfig & DatabaseOptions,
  log: Logger,
  stack: AsyncDisposableStack,
): Promise<Database> {
  await ensureDatabase(connection, DATABASE_NAME)
  return open({ ...connection, database: DATABASE_NAME }, log, stack)
}

async function open(connection: DatabaseOptions, log: Logger, stack: AsyncDisposableStack): Promise<Database> {
  const database = openDatabase(connection, log)
  stack.defer(() => database.close())
  // Migrates by the background connections, whose statements may take longer.
  await migrate(database.background.db)
  return database
}

function sizeOf({ databaseConnections }: Where): Pick<DatabaseOptions, 'connections'> {
  return databaseConnections === undefined ? {} : { connections: databaseConnections }
}

/** Waits for a PostgreSQL that is just starting. */
async function answers(connection: pg.ClientConfig): Promise<boolean> {
  while (true) {
    const client = new pg.Client({ ...connection, database: 'postgres' })
    try {
      await client.connect()
      await client.end()
      return true
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      if ((error as pg.DatabaseError).code !== STARTING_UP) return false
    }
    await delay(STARTING_UP_PAUSE_MS)
  }
}
