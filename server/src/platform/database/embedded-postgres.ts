import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { every } from '#platform/time/every.ts'
import { isDatabaseAway } from './database-away.ts'
import { postgresFolder } from './postgres-folder.ts'
import {
  clearLeftovers,
  type PostgresProcess,
  type PostgresSettings,
  preparePostgres,
  spawnPostgres,
} from './postgres-process.ts'
import { readEndOfLog, rotateLog } from './rotate-log.ts'
import { withClient } from './with-client.ts'

const LOG_LINES = 5
const START_ATTEMPTS = 20
const READY_PAUSE_MS = 40
const RESTART_PAUSE_MS = 300
const ROTATION_PAUSE_MS = 60_000

/**
 * Starts the PostgreSQL that comes with the product in `folder` and watches over it: when it dies it is started again.
 * It stops with our process, however that ends. `former` is the folder of a PostgreSQL for a cluster of a former major version.
 * @throws Error when it cannot be started, with the end of its log
 */
export async function startEmbeddedPostgres(
  folder: string,
  log: Logger,
  { former, settings }: { readonly former?: string | undefined; readonly settings?: PostgresSettings } = {},
) {
  const program = await preparePostgres(folder, former)
  const connection = connectionIn(folder)
  let closing = false
  const start = (): Promise<PostgresProcess> =>
    startUntilReady(folder, connection, () => spawnPostgres(folder, program, settings))
  let current = await start()
  const watching = watch()
  const rotation = every(ROTATION_PAUSE_MS, rotate, log)
  return {
    /** How to connect, but for the name of the database. */
    connection,
    close: async (): Promise<void> => {
      closing = true
      await rotation.close()
      await current.close()
      await watching
    },
  }

  async function rotate(): Promise<void> {
    const { logFile } = postgresFolder(folder)
    if (await rotateLog(logFile)) log.info({ logFile }, 'the log of PostgreSQL had grown, and begins anew')
  }

  async function watch(): Promise<void> {
    while (true) {
      const code = await current.exited
      if (closing) return
      log.error({ code, logFile: postgresFolder(folder).logFile }, 'PostgreSQL stopped; restarting it')
      try {
        current = await start()
        log.info('PostgreSQL is back')
      } catch (error) {
        log.error({ err: error }, 'restarting PostgreSQL failed; retrying')
      }
      if (closing) await current.close()
    }
  }
}

/** How to connect to the PostgreSQL of a folder, but for the name of the database. */
export function connectionIn(folder: string): { host: string; port: number; user: string } {
  return { host: postgresFolder(folder).socket, port: 5432, user: 'postgres' }
}

/** Tries several times: the remains of a killed postmaster can block a new one for a moment. */
async function startUntilReady(
  folder: string,
  connection: pg.ClientConfig,
  spawn: () => Promise<PostgresProcess>,
): Promise<PostgresProcess> {
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt += 1) {
    await clearLeftovers(folder)
    const started = await spawn()
    if (await becomesReady(started, connection)) return started
    await delay(RESTART_PAUSE_MS)
  }
  throw new Error(`PostgreSQL does not start. The end of its log:\n${await endOfLog(folder)}`)
}

/** The last lines that PostgreSQL wrote. */
export async function endOfLog(folder: string): Promise<string> {
  return (await readEndOfLog(postgresFolder(folder).logFile, LOG_LINES)) ?? '(it has not begun)'
}

/** Resolves to false when the process ends before it accepts connections. */
async function becomesReady(started: PostgresProcess, connection: pg.ClientConfig): Promise<boolean> {
  let ended = false
  const exited = started.exited.then(() => {
    ended = true
  })
  while (!ended) {
    if ((await findObstacle(connection)) === undefined) return true
    await Promise.race([delay(READY_PAUSE_MS), exited])
  }
  return false
}

/** Why it accepts no connection for the moment; undefined: it does. */
export async function findObstacle(connection: pg.ClientConfig): Promise<unknown> {
  try {
    return await withClient({ ...connection, database: 'postgres' }, async () => undefined)
  } catch (error) {
    if (isDatabaseAway(error)) return error
    throw error
  }
}

/** What PostgreSQL says when another process makes the same database: before it looks, and while both make it. */
const MADE_BY_ANOTHER: readonly unknown[] = ['42P04', '23505']

/** Makes a database unless it is there, or a command beside the server makes it just then. */
export async function ensureDatabase(connection: pg.ClientConfig, name: string): Promise<void> {
  try {
    await withClient({ ...connection, database: 'postgres' }, async (client) => {
      const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
      if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
    })
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && MADE_BY_ANOTHER.includes(error.code))) throw error
  }
}
