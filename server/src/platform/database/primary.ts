import { Socket } from 'node:net'
import { checkServerIdentity } from 'node:tls'
import pg from 'pg'
import type { Logger } from 'pino'
import { pause } from '#platform/time/pause.ts'
import { isDatabaseAway } from './database-away.ts'
import { type DatabaseHost, hostsOf } from './database-hosts.ts'

/** A server that does not answer for so long is away. */
const ASK_MS = 2_000
const WATCH_MS = 1_000
const RETRY_MS = 250

const CANNOT_CONNECT = '08001'

/** The one of several PostgreSQL servers that takes writes. */
interface Primary {
  readonly connection: pg.ClientConfig
  /** Looks again and again, so that connections to a server that is not the primary any more end even when it hangs. */
  readonly watch: (log: Logger) => { readonly close: () => Promise<void> }
}

/** How to connect to a database: to its primary, when its address names several hosts. */
export function connectionTo(databaseUrl: string): pg.ClientConfig {
  return createPrimary(databaseUrl)?.connection ?? { connectionString: hostsOf(databaseUrl)[0]?.url ?? databaseUrl }
}

/** Undefined for an address of one host. */
export function createPrimary(databaseUrl: string): Primary | undefined {
  const hosts = hostsOf(databaseUrl)
  const [first] = hosts
  if (first === undefined || hosts.length === 1) return undefined
  const sockets = new Map<Socket, DatabaseHost>()
  let finding: Promise<DatabaseHost> | undefined
  let last: DatabaseHost | undefined
  let onChange: ((host: DatabaseHost) => void) | undefined
  const connection: pg.ClientConfig = { connectionString: first.url, stream: makeSocket }
  return { connection, watch }

  /** Those who ask at the same time share the answer. */
  function find(): Promise<DatabaseHost> {
    return (finding ??= search().finally(() => (finding = undefined)))
  }

  async function search(): Promise<DatabaseHost> {
    try {
      const found = await Promise.any(hosts.map(requirePrimary))
      if (last !== undefined && last !== found) onChange?.(found)
      last = found
      for (const [socket, host] of sockets) if (host !== found) socket.destroy()
      return found
    } catch (error) {
      const reasons: readonly unknown[] = error instanceof AggregateError ? error.errors : [error]
      throw reasons.find((reason) => !isDatabaseAway(reason)) ?? new NoPrimaryError(error)
    }
  }

  /** `pg` makes its streams by this and connects them to the first host; they go to the primary instead. */
  function makeSocket(config: { ssl?: unknown } = {}): Socket {
    const socket = new PrimarySocket(find, (host) => sockets.set(socket, host))
    socket.once('close', () => sockets.delete(socket))
    // A certificate is that of the server, not of the first one.
    if (config.ssl !== undefined && config.ssl !== false) {
      const given = config.ssl === true ? {} : config.ssl
      config.ssl = {
        checkServerIdentity: (_: string, certificate: Parameters<typeof checkServerIdentity>[1]) =>
          checkServerIdentity(sockets.get(socket)?.host ?? '', certificate),
        ...(given as object),
      }
    }
    return socket
  }

  function watch(log: Logger) {
    const closing = new AbortController()
    onChange = ({ host, port }) => log.warn({ host, port }, 'another server of the database takes writes now')
    const watching = run()
    return {
      close: async () => {
        closing.abort()
        await watching
      },
    }

    async function run(): Promise<void> {
      while (!closing.signal.aborted) {
        const client = new pg.Client({ ...connection, ...ASKING })
        client.on('error', () => undefined)
        try {
          await client.connect()
          while (!closing.signal.aborted) {
            await requireWrites(client)
            await pause(WATCH_MS, closing.signal, { ref: false })
          }
          await client.end()
        } catch {
          client.connection.stream.destroy()
          await pause(RETRY_MS, closing.signal, { ref: false })
        }
      }
    }
  }
}

const ASKING = {
  application_name: 'fieldwatch-primary',
  connectionTimeoutMillis: ASK_MS,
  query_timeout: ASK_MS,
} as const

async function requirePrimary(host: DatabaseHost): Promise<DatabaseHost> {
  const client = new pg.Client({ connectionString: host.url, ...ASKING })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await requireWrites(client)
    // The host has answered: how this connection ends does not matter.
    client.end().catch(() => undefined)
    return host
  } catch (error) {
    client.connection.stream.destroy()
    throw error
  }
}

/** A standby is read-only, and so may a primary be that is being replaced. */
async function requireWrites(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ reads: string }>("select current_setting('transaction_read_only') as reads")
  if (rows[0]?.reads !== 'off') throw new NoPrimaryError('the server does not take writes')
}

class NoPrimaryError extends Error {
  readonly code = CANNOT_CONNECT

  constructor(cause: unknown) {
    super('No server of the database takes writes at the moment', { cause })
  }
}

/** Connects to the primary, wherever it is told to. */
class PrimarySocket extends Socket {
  readonly #find: () => Promise<DatabaseHost>
  readonly #onFound: (host: DatabaseHost) => void

  constructor(find: () => Promise<DatabaseHost>, onFound: (host: DatabaseHost) => void) {
    super()
    this.#find = find
    this.#onFound = onFound
  }

  override connect(): this {
    void this.#connect()
    return this
  }

  async #connect(): Promise<void> {
    try {
      const found = await this.#find()
      if (this.destroyed) return
      this.#onFound(found)
      super.connect(found.port, found.host)
    } catch (error) {
      this.destroy(error as Error)
    }
  }
}
