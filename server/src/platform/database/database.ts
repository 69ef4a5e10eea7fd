import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { camelCase } from './camel-case.ts'
import { READ_ONLY } from './database-away.ts'
import { preparing } from './prepared.ts'
import type { Tables } from './tables.ts'

/** What stores work on: the database, or a transaction on it. */
export type Db = Kysely<Tables>

export interface Connections {
  readonly db: Db
  /** For statements that are written by hand. */
  readonly pool: pg.Pool
}

/**
 * The database with a pool of connections for each purpose, so that none waits for another's; the ones here serve requests of
 * users.
 */
export interface Database extends Connections {
  /** For what units send. */
  readonly ingest: Connections
  /** For reading telemetry. */
  readonly reads: Connections
  /** A standby to read telemetry at, where that takes long. */
  readonly replica: Connections | undefined
  /** For background work: compaction, retention, calculations, deliveries. Statements have no time limit. */
  readonly background: Connections
  close(): Promise<void>
}

/** Connections of one server, those of the job queue aside. */
export const CONNECTIONS = 36
const POOLS = 4

/** The time limit of a statement for a user or a unit. */
const STATEMENT_MS = 30_000

/** After this silence the connection is probed each second. A machine that is gone is noticed ten seconds later. */
const KEEP_ALIVE_MS = 10_000

/** The primary is read instead. */
const REPLICA_CONNECT_MS = 1_000

const INT8 = 20

export interface DatabaseOptions extends pg.PoolConfig {
  /** Connections at most, a quarter for each purpose. */
  readonly connections?: number
  /** The address of a standby for long reads. */
  readonly replicaUrl?: string | undefined
}

/** Opens connections. 64-bit integers become numbers: none of ours is above 2^53. */
export function openDatabase(
  { connections = CONNECTIONS, replicaUrl, ...options }: DatabaseOptions,
  log: Logger,
): Database {
  let closing = false
  const opened: Connections[] = []
  const bounded = { onConnect: boundStatements }
  const requests = open({ ...bounded, application_name: 'fieldwatch' })
  return {
    ...requests,
    ingest: open({ ...bounded, application_name: 'fieldwatch-ingest' }),
    reads: open({ ...bounded, application_name: 'fieldwatch-reads' }),
    replica: replicaUrl === undefined ? undefined : openReplica(replicaUrl),
    background: open({ application_name: 'fieldwatch-background' }),
    close: async () => {
      closing = true
      await Promise.all(opened.map(end))
    },
  }

  function openReplica(connectionString: string): Connections {
    const settings = { application_name: 'fieldwatch-replica', connectionTimeoutMillis: REPLICA_CONNECT_MS }
    return open({ ...bounded, ...settings }, { connectionString })
  }

  function open(settings: pg.PoolConfig, to: pg.PoolConfig = options): Connections {
    const types = new pg.TypeOverrides()
    types.setTypeParser(INT8, Number)
    types.setTypeParser(TEXT_ARRAY, parseTextArray)
    const pool = new pg.Pool({
      max: Math.floor(connections / POOLS),
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      ...to,
      ...settings,
      types,
    })
    // The pool only listens to idle connections, and an unhandled error would end the process: both listeners are needed.
    pool.on('error', (error) => {
      // A PostgreSQL that stops together with this process ends connections that are just being closed: no warning then.
      if (!closing) log.warn(describeLoss(error), 'idle database connection lost')
    })
    pool.on('connect', (client) => {
      client.on('error', (error) => log.debug(describeLoss(error), 'database connection lost'))
      // A server that became a standby: the next connection may find the one that replaced it.
      client.connection.on('errorMessage', ({ code }: { code?: string }) => {
        if (code === READ_ONLY) client.connection.stream.destroy()
      })
    })
    const made = {
      db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool) }), plugins: [camelCase] }),
      pool,
    }
    opened.push(made)
    return made
  }
}

/** Where it was noticed is no news; `pg` hangs the whole connection on the error. */
function describeLoss(error: Error): { reason: string; code?: string } {
  const { message: reason, code } = error as NodeJS.ErrnoException
  return { reason, ...(code === undefined ? {} : { code }) }
}

/** By its own statement: PgBouncer refuses connections that ask for it when they begin. The pool waits for it. */
async function boundStatements(client: pg.ClientBase): Promise<void> {
  await client.query(`set statement_timeout = ${STATEMENT_MS}`)
}

async function end({ db, pool }: Connections): Promise<void> {
  await db.destroy()
  // Kysely does not end a pool that it never used.
  if (!pool.ending) await pool.end()
}

/** The type `text[]`. */
const TEXT_ARRAY = 1009

const parseAny = pg.types.getTypeParser(TEXT_ARRAY as number) as (text: string) => (string | null)[]

/** Neither quotes, escapes, further dimensions nor a lower bound of its own. */
const PLAIN = /^\{[^"\\{}]*\}$/

/** Reads a `text[]`. The parser of `pg` goes letter by letter, which for the empty and short lists of a fleet takes longer than the query. */
function parseTextArray(text: string): (string | null)[] {
  if (text === '{}') return []
  return PLAIN.test(text) && !text.includes('NULL') ? text.slice(1, -1).split(',') : parseAny(text)
}
