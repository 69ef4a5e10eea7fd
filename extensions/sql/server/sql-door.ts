import { Socket } from 'node:net'
import type { Core } from '@fieldwatch/server/extension'
import { connectionOf } from '@fieldwatch/server/platform/database/connection-of'
import { ensureDatabase } from '@fieldwatch/server/platform/database/embedded-postgres'
import type { ListenAddress } from '@fieldwatch/server/platform/http/listen-on'
import { every } from '@fieldwatch/server/platform/time/every'
import pg from 'pg'
import { createAnalystDatabaseStore } from './analyst-database-store.ts'
import { createAnalystRowsStore } from './analyst-rows-store.ts'
import { connectionToAnalysts, findMissingRights } from './analyst-rights-store.ts'
import { createConnectAnalyst } from './connect-analyst.ts'
import { createRowsServer } from './rows-server.ts'
import { createSqlListener } from './sql-listener.ts'
import { createSqlMetrics } from './sql-metrics.ts'
import type { AnalystLimits } from './watch-analysts.ts'

interface Parts extends Pick<
  Core,
  'database' | 'clock' | 'random' | 'log' | 'server' | 'reader' | 'metrics' | 'certificate'
> {
  /** The standard when left out. */
  readonly limits?: Partial<AnalystLimits> & { readonly mostRows?: number }
}

const STATEMENT_SECONDS = 300
const MOST_ROWS = 10_000_000
const MOST_MEMORY = 1024 ** 3
const MOST_DISK = 8 * 1024 ** 3
const ANNOUNCE_MS = 15_000
const CONNECTIONS = 3

/** Where analysts sign in with SQL. Nothing is made before it listens; the stack closes it. */
export function createSqlDoor(parts: Parts, stack: AsyncDisposableStack) {
  // What is made later is closed with the rest.
  const own = stack.use(new AsyncDisposableStack())
  let listener: ReturnType<typeof openSql> | undefined
  return {
    /** Resolves to the port. */
    listen: (address: ListenAddress): Promise<number> => (listener = openSql(parts, own)).listen(address),
    /** Accepts no more connections. */
    leave: async (): Promise<void> => listener?.leave(),
  }
}

/** What analysts reach is made when the first of them comes. */
function openSql(parts: Parts, stack: AsyncDisposableStack) {
  const { database, clock, random, log, limits = {} } = parts
  const server = parts.server.name
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
    await store.removeLogins(await createAnalystRowsStore(database.db).listTokens(clock()))
    const host = await ownAddress(pool)
    const announced = { server, host, port: await (rowsPort ??= rows.listen(host)), secret }
    await store.announce(announced)
    const announcing = every(ANNOUNCE_MS, () => store.announce(announced), log)
    stack.defer(async () => {
      await announcing.close()
      await store
        .withdraw(server)
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
    metrics: createSqlMetrics(parts.metrics),
    limits: { statementSeconds, memory, disk },
  })
  stack.defer(() => listener.close())
  return listener
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
