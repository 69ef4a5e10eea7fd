import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { appendFile, chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  /** Stops its work without closing a connection, as a machine does that is lost. */
  readonly freeze: () => void
  /** Makes a standby the primary. */
  readonly promote: () => Promise<void>
  /** Runs one statement at it. */
  readonly query: <Row extends object>(statement: string) => Promise<Row[]>
}

export interface PostgresGroup {
  /** The first is the primary, the others follow whichever takes writes; a commit is kept by one of them before it is told. */
  readonly members: readonly GroupMember[]
  /** The address of a database at whichever takes writes. */
  readonly urlOf: (database: string) => string
}

/** Starts PostgreSQL with standbys on free ports. The stack ends them. */
export async function startPostgresGroup(count: number, stack: AsyncDisposableStack): Promise<PostgresGroup> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-group-'))
  const user = postgresUser()
  if (user !== undefined) await chown(folder, user.uid, user.gid)
  await chmod(folder, 0o755)
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const { postgres, initdb } = await findPostgresProgram()
  const ports = await freePorts(count)
  const clusters = ports.map((port) => join(folder, String(port)))
  const made = spawnSync(initdb, ['-D', clusters[0] ?? '', '-U', 'postgres', '--auth=trust', '--no-sync'], {
    ...postgresUser(),
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`, { cause: made.error })
  for (const cluster of clusters.slice(1)) await copyAsStandby(clusters[0] ?? '', cluster, ports)
  const members = ports.map((port, index) => createMember(clusters[index] ?? '', { port, postgres }, stack))
  for (const member of members) await member.start()
  // Only from now on, as a commit waits for standbys.
  await members[0]?.query(`alter system set synchronous_standby_names = '*'`)
  await members[0]?.query('select pg_reload_conf()')
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',')
  return { members, urlOf: (database) => `postgresql://postgres@${hosts}/${database}?target_session_attrs=read-write` }
}

/** The cluster was never started, so its files are a standby's beginning. */
async function copyAsStandby(from: string, to: string, ports: readonly number[]): Promise<void> {
  const copied = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
  if (copied.status !== 0) throw new Error(copied.stderr, { cause: copied.error })
  await writeFile(join(to, 'standby.signal'), '')
  const hosts = `host=${ports.map(() => '127.0.0.1').join(',')} port=${ports.join(',')}`
  const conninfo = `${hosts} user=postgres application_name=standby connect_timeout=2 target_session_attrs=read-write`
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
    freeze: () => signal('SIGSTOP'),
    promote: async () => {
      await query('select pg_promote()')
    },
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
    signal('SIGKILL')
    await exited
  }

  /** To its processes too, which are sessions of their own. */
  function signal(name: NodeJS.Signals): void {
    const pid = child?.pid ?? 0
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
    for (const each of [pid, ...children]) unlessGone(() => process.kill(each, name))
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
