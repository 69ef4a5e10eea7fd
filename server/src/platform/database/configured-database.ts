import { existsSync, readdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { type Database, type DatabaseOptions, openDatabase } from './database.ts'
import { connectionIn, endOfLog, ensureDatabase, findObstacle, startEmbeddedPostgres } from './embedded-postgres.ts'
import { type FolderLock, lockFolder, shareFolder, takeFolder } from './folder-lock.ts'
import { migrate } from './migrate.ts'
import { postgresFolder, requireOwnSocket } from './postgres-folder.ts'
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

/**
 * Opens the database that the configuration names, or starts the embedded one, and migrates it to the newest schema. The data folder of
 * an embedded one is taken for this process, and `prepare` works on it before PostgreSQL starts.
 */
export async function openConfiguredDatabase(
  config: Where,
  log: Logger,
  stack: AsyncDisposableStack,
  prepare?: () => Promise<void>,
): Promise<Database> {
  requireNoUnfinishedRestore(config.dataFolder)
  if (config.databaseUrl !== undefined)
    return open(
      { connectionString: config.databaseUrl, replicaUrl: config.readDatabaseUrl, ...sizeOf(config) },
      log,
      stack,
    )
  const lock = await takeFolder(config.dataFolder, log)
  stack.defer(() => lock.release())
  await prepare?.()
  const database = await startAndOpen(config, log, stack)
  lock.announceRunning()
  stack.defer(() => lock.announceStopping())
  return database
}

/** Is given a sentence when a command has to wait. */
type Tell = (sentence: string) => void

/**
 * As `openConfiguredDatabase`, for a command beside the server: while the server runs, its PostgreSQL is used. A server that is
 * starting is waited for.
 */
export async function openSharedDatabase(
  config: Where,
  log: Logger,
  stack: AsyncDisposableStack,
  tell: Tell,
): Promise<Database> {
  const { databaseUrl, dataFolder } = config
  if (databaseUrl !== undefined) return openConfiguredDatabase(config, log, stack)
  await requireOwnSocket(dataFolder)
  const running = connectionIn(dataFolder)
  const lock = await share(dataFolder, tell)
  if (lock === undefined) return openEmbedded(running, log, stack)
  stack.defer(() => lock.release())
  requireNoUnfinishedRestore(dataFolder)
  return startAndOpen(config, log, stack)
}

/**
 * How a command beside the server connects to the database as it is: nothing is made or migrated. The embedded PostgreSQL is
 * started when no server has it, unless `mayStart` is false. Without `tell`, a server that is starting is not waited for.
 * @throws Error when there is none
 */
export async function findSharedDatabase(
  { databaseUrl, dataFolder, formerPostgres }: Where,
  log: Logger,
  stack: AsyncDisposableStack,
  { mayStart = true, tell }: { readonly mayStart?: boolean; readonly tell?: Tell } = {},
): Promise<pg.ClientConfig> {
  if (databaseUrl !== undefined) return { connectionString: databaseUrl }
  if (!existsSync(dataFolder)) throw noDataIn(dataFolder)
  await requireOwnSocket(dataFolder)
  const running = { ...connectionIn(dataFolder), database: DATABASE_NAME }
  const lock = mayStart
    ? await (tell === undefined ? lockFolder(dataFolder, 'command') : share(dataFolder, tell))
    : undefined
  if (lock === undefined) {
    if (await answers(running)) return running
    throw new Error(`PostgreSQL does not answer. The end of its log:\n${await endOfLog(dataFolder)}`)
  }
  stack.defer(async () => lock.release())
  const { cluster } = postgresFolder(dataFolder)
  if (!existsSync(cluster) || readdirSync(cluster).length === 0) throw noDataIn(dataFolder)
  const postgres = await startEmbeddedPostgres(dataFolder, log, { former: formerPostgres })
  stack.defer(() => postgres.close())
  return { ...postgres.connection, database: DATABASE_NAME }
}

function noDataIn(dataFolder: string): Error {
  return new Error(`There are no data in ${dataFolder}.`)
}

function share(dataFolder: string, tell: Tell): Promise<FolderLock | undefined> {
  return shareFolder(dataFolder, { answers: () => answers(connectionIn(dataFolder)), tell })
}

/** Starts an embedded PostgreSQL in a folder, with the portal's database: an empty one where there is none. */
export async function makeEmbeddedDatabase(
  dataFolder: string,
  log: Logger,
  stack: AsyncDisposableStack,
  former?: string,
): Promise<pg.ClientConfig> {
  const postgres = await startEmbeddedPostgres(dataFolder, log, { former })
  stack.defer(() => postgres.close())
  await ensureDatabase(postgres.connection, DATABASE_NAME)
  return { ...postgres.connection, database: DATABASE_NAME }
}

async function startAndOpen(config: Where, log: Logger, stack: AsyncDisposableStack): Promise<Database> {
  const postgres = await startEmbeddedPostgres(config.dataFolder, log, { former: config.formerPostgres })
  stack.defer(() => postgres.close())
  return openEmbedded({ ...postgres.connection, ...sizeOf(config) }, log, stack)
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
  await migrate(database.background.db, log)
  return database
}

function sizeOf({ databaseConnections }: Where): Pick<DatabaseOptions, 'connections'> {
  return databaseConnections === undefined ? {} : { connections: databaseConnections }
}

/** Waits for a PostgreSQL that is just starting. */
async function answers(connection: pg.ClientConfig): Promise<boolean> {
  for (;;) {
    const obstacle = await findObstacle(connection)
    if (obstacle === undefined) return true
    if ((obstacle as pg.DatabaseError).code !== STARTING_UP) return false
    await delay(STARTING_UP_PAUSE_MS)
  }
}
