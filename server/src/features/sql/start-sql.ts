import { Socket } from 'node:net'
import pg from 'pg'
import { createProgramTokenStore } from '#people/credentials/program-token-store.ts'
import { connectionOf } from '#platform/database/connection-of.ts'
import { ensureDatabase } from '#platform/database/embedded-postgres.ts'
import type { Platform } from '#platform/floor.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import { every } from '#platform/time/every.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import { createAnalystDatabaseStore } from './analyst-database-store.ts'
import { connectionToAnalysts, findMissingRights } from './analyst-rights-store.ts'
import { createRowsServer } from './rows-server.ts'
import { createConnectAnalyst } from './connect-analyst.ts'
import { createSqlListener, type SqlListenerParts } from './sql-listener.ts'
import type { AnalystLimits } from './watch-analysts.ts'

interface Parts extends Pick<Platform, 'database' | 'clock' | 'random' | 'log' | 'server'> {
  readonly reader: RecordReader
  readonly metrics: Pick<Metrics, 'sqlConnections'>
  readonly tls: SqlListenerParts['tls']
  readonly requiresTls: boolean
  /** The standard when left out. */
  readonly limits?: Partial<AnalystLimits> & { readonly mostRows?: number }
}

const STATEMENT_SECONDS = 300
const MOST_ROWS = 10_000_000
const MOST_MEMORY = 1024 ** 3
const MOST_DISK = 8 * 1024 ** 3
const ANNOUNCE_MS = 15_000
const CONNECTIONS = 3

/** Lets analysts sign in with SQL. What they reach is made when the first of them comes. */
export async function startSql(
  parts: Parts,
  address: { host: string; port: number },
  outer: AsyncDisposableStack,
): Promise<number> {
  // What is made later is closed with the rest.
  const stack = outer.use(new AsyncDisposableStack())
  const { database, clock, random, log, limits = {} } = parts
  const connection = connectionToAnalysts(connectionOf(database.pool))
  const pool = new pg.Pool({ ...connection, max: CONNECTIONS })
  pool.on('error', (error) => log.debug({ err: error }, 'connection to the database of analysts lost'))
  stack.defer(() => pool.end())
  const store = createAnalystDatabaseStore(pool, connection.database)
  const secret = random.secret()
  const { statementSeconds = STATEMENT_SECONDS, memory = MOST_MEMORY, disk = MOST_DISK, mostRows = MOST_ROWS } = limits
  const reading = { ...parts, db: database.db, reads: database.reads.db }
  const rows = createRowsServer({ ...reading, secret, mostRows })
  stack.defer(() => rows.close())
  let rowsPort: Promise<number> | undefined
  const prepare = once(async () => {
    try {
      await ensureDatabase(connection, connection.database)
      await store.prepare(random.secret())
    } finally {
      await sayMissingRights()
    }
    await store.removeLogins(await createProgramTokenStore(database.db).listIds(clock()))
    const host = await ownAddress(pool)
    const announced = { server: parts.server, host, port: await (rowsPort ??= rows.listen(host)), secret }
    await store.announce(announced)
    const announcing = every(ANNOUNCE_MS, () => store.announce(announced), log)
    stack.defer(async () => {
      await announcing.close()
      await store
        .withdraw(parts.server)
        .catch((error: unknown) => log.debug({ err: error }, 'withdrawing this server from SQL failed'))
    })
  })
  async function sayMissingRights(): Promise<void> {
    const { needed, advised } = await findMissingRights(connectionOf(database.pool))
    if (needed.length > 0)
      log.warn(
        { statements: needed },
        'SQL for analysts lacks rights in PostgreSQL: a superuser can run these statements',
      )
    else if (advised.length > 0)
      log.info({ statements: advised }, 'a superuser of PostgreSQL can limit analysts more by these statements')
  }
  const connect = createConnectAnalyst({ database: store, prepare, connection, log })
  const listener = createSqlListener({
    ...parts,
    db: database.db,
    database: store,
    connect,
    limits: { statementSeconds, memory, disk },
  })
  stack.defer(() => listener.close())
  return listener.listen(address)
}

/** The address by which PostgreSQL reaches this server: the one by which this server reaches it. */
async function ownAddress(pool: pg.Pool): Promise<string> {
  const client = await pool.connect()
  try {
    const { stream } = client.connection
    return (stream instanceof Socket ? stream.localAddress : undefined) ?? '127.0.0.1'
  } finally {
    client.release()
  }
}

/** Does work once, and again after it failed. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work().catch((error: unknown) => {
      done = undefined
      throw error
    })
    return done
  }
}
