import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { preparing } from './prepared.ts'
import type { Tables } from './tables.ts'

/** What stores work on: the database, or a transaction on it. */
export type Db = Kysely<Tables>

export interface Database {
  readonly db: Db
  /** For telemetry, whose statements are written by hand. */
  readonly pool: pg.Pool
  close(): Promise<void>
}

const INT8 = 20

/** Opens a pool. Whole numbers of 64 bits come as numbers: none of ours is above 2^53. */
export function openDatabase(connection: pg.PoolConfig, log: Logger): Database {
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8, Number)
  const pool = new pg.Pool({
    max: 20,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    application_name: 'fieldwatch',
    ...connection,
    types,
  })
  let closing = false
  // Both are needed: the pool listens to idle connections only, and an unheard error ends the process.
  pool.on('error', (error) => {
    // A PostgreSQL that stops with us takes the connections that are just being closed.
    if (!closing) log.warn({ err: error }, 'an idle database connection was lost')
  })
  pool.on('connect', (client) => {
    client.on('error', (error) => log.debug({ err: error }, 'a database connection was lost'))
  })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool) }) })
  const close = async (): Promise<void> => {
    closing = true
    await db.destroy()
  }
  return { db, pool, close }
}
