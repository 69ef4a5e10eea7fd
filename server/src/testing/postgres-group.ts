import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { appendFile, chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { isDatabaseAway } from '#platform/database/database-away.ts'
import { findPostgresProgram } from '#platform/database/postgres-program.ts'
import { postgresUser } from '#platform/database/unprivileged-user.ts'
import { freePorts } from './nats-server.ts'

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  wal_level: 'replica',
  shared_buffers: '32MB',
  // A process is killed here, never the machine.
  fsync: 'off',
  wal_retrieve_retry_interval: '50ms',
  timezone: 'UTC',
} as const

const READY_PAUSE_MS = 20

/** A PostgreSQL of a group. */
export interface GroupMember {
  readonly port: number
  /** The address of a database at this one alone. */
  readonly urlOf: (database: string) => string
  /** `kill -9`. */
  readonly kill: () => Promise<void>
  /** Runs one statement at it. */
  readonly query: <Row extends object>(statement: string) => Promise<Row[]>
}

export interface PostgresGroup {
  /** A commit waits for the standby. */
  readonly primary: GroupMember
  readonly standby: GroupMember
  /** The one address in front of both, as HAProxy or a virtual address is. */
  readonly urlOf: (database: string) => string
  /** Makes the standby the primary, and leads the address to it. */
  readonly failOver: () => Promise<void>
}

/** Starts PostgreSQL with a standby, and one address in front of them, on free ports. The stack ends them. */
export async function startPostgresGroup(stack: AsyncDisposableStack): Promise<PostgresGroup> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-group-'))
  const user = postgresUser()
  if (user !== undefined) await chown(folder, user.uid, user.gid)
  await chmod(folder, 0o755)
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const { postgres, initdb } = await findPostgresProgram()
  const [ports, clusters] = [await freePorts(2), ['primary', 'standby'].map((name) => join(folder, name))]
  const [port, standbyPort] = ports as [number, number]
  const [cluster, standbyCluster] = clusters as [string, string]
  const made = spawnSync(initdb, ['-D', cluster, '-U', 'postgres', '--auth=trust', '--no-sync'], {
    ...postgresUser(),
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`, { cause: made.error })
  await copyAsStandby(cluster, standbyCluster, port)
  const primary = createMember(cluster, { port, postgres }, stack)
  const standby = createMember(standbyCluster, { port: standbyPort, postgres }, stack)
  await primary.start()
  await standby.start()
  // Only from now on, as a commit waits for the standby.
  await primary.query(`alter system set synchronous_standby_names = '*'`)
  await primary.query('select pg_reload_conf()')
  let target = port
  const address = await forward(() => target, stack)
  return {
    primary,
    standby,
    urlOf: (database) => `postgresql://postgres@127.0.0.1:${address}/${database}`,
    failOver: async () => {
      await standby.query('select pg_promote()')
      target = standbyPort
    },
  }
}

/** Listens on a free port and passes each connection on to the port that is the target then. Returns the port. */
async function forward(target: () => number, stack: AsyncDisposableStack): Promise<number> {
  const server = createServer({ noDelay: true }, (socket) => {
    const onward = connect({ port: target(), host: '127.0.0.1', noDelay: true })
    // Each end closes the other; an error of either says no more than that.
    pipeline(socket, onward, socket).catch(() => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stack.defer(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** The cluster was never started, so its files are a standby's beginning. */
async function copyAsStandby(from: string, to: string, port: number): Promise<void> {
  const copied = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
  if (copied.status !== 0) throw new Error(copied.stderr, { cause: copied.error })
  await writeFile(join(to, 'standby.signal'), '')
  const conninfo = `host=127.0.0.1 port=${port} user=postgres application_name=standby`
  await appendFile(join(to, 'postgresql.conf'), `primary_conninfo = '${conninfo}'\n`)
}

function createMember(
  cluster: string,
  { port, postgres }: { readonly port: number; readonly postgres: string },
  stack: AsyncDisposableStack,
): GroupMember & { readonly start: () => Promise<void> } {
  let child: ChildProcess | undefined
  const urlOf = (database: string): string => `postgresql://postgres@127.0.0.1:${port}/${database}`
  stack.defer(end)
  return {
    port,
    urlOf,
    start: async () => {
      const settings = Object.entries({ ...SETTINGS, port: String(port) })
      const options = settings.flatMap(([key, value]) => ['-c', `${key}=${value}`])
      child = spawn(postgres, ['-D', cluster, ...options], { ...postgresUser(), stdio: 'ignore' })
      while (!(await answers())) await delay(READY_PAUSE_MS)
    },
    kill: end,
    query,
  }

  async function answers(): Promise<boolean> {
    if (child?.exitCode !== null) throw new Error('PostgreSQL ended')
    try {
      await query('select')
      return true
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
      return false
    }
  }

  async function query<Row extends object>(statement: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: urlOf('postgres') })
    await client.connect()
    try {
      return (await client.query<Row>(statement)).rows
    } finally {
      await client.end()
    }
  }

  async function end(): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    // Its processes too, which are sessions of their own.
    const pid = child.pid ?? 0
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
    for (const each of [pid, ...children]) unlessGone(() => process.kill(each, 'SIGKILL'))
    await exited
  }
}

/** One that was listed a moment ago may have ended by itself. */
function unlessGone(kill: () => void): void {
  try {
    kill()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
