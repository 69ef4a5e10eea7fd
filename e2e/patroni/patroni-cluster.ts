import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePorts } from '@fieldwatch/server/testing/nats-server'
import pg from 'pg'
import { fillIn, readBlock } from '../guides/read-guide.ts'

const BINARIES = '/usr/lib/postgresql/15/bin'
const PASSWORD = 'a-password-of-tests'
const ASK_MS = 2_000
const READY_MS = 120_000
const PAUSE_MS = 100
/** How many lines of each log are shown when something is wrong. */
const LINES = 12

/** How soon a lost primary is replaced: https://patroni.readthedocs.io/en/latest/dynamic_configuration.html */
const TIMES = { ttl: 8, loop_wait: 1, retry_timeout: 3, primary_start_timeout: 0, maximum_lag_on_failover: 1_048_576 }

export interface PatroniMember {
  readonly name: string
  /** `kill -9` of the postmaster; its Patroni keeps running. */
  killPostgres(): Promise<void>
  /** `kill -9` of Patroni and of its PostgreSQL, as when a machine goes off; Patroni is started again by `start`. */
  killAll(): Promise<void>
  start(): Promise<void>
}

export interface PatroniCluster {
  /** The address of HAProxy, as the guide shows it, which leads to the primary. */
  readonly url: string
  /** The one that takes writes; `safe`: once a standby beside it confirms its commits. */
  findPrimary(how?: { readonly safe: boolean }): Promise<PatroniMember>
}

/** Starts etcd, and PostgreSQL with two standbys under Patroni, of which one confirms every commit. The stack ends them. */
export async function startPatroniCluster(stack: AsyncDisposableStack): Promise<PatroniCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-patroni-'))
  await chmod(folder, 0o755)
  stack.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  const user = userOf('postgres')
  const [front = 0, client = 0, peer = 0, ...ports] = await freePorts(3 + 2 * 3)
  const etcd = `127.0.0.1:${client}`
  await startEtcd(folder, { client, peer }, stack)
  const members: (PatroniMember & { readonly port: number; readonly rest: number })[] = []
  for (const name of ['one', 'two', 'three']) {
    const [rest = 0, port = 0] = ports.slice(2 * members.length)
    const own = join(folder, name)
    await mkdir(own)
    await chown(own, user.uid, user.gid)
    const member = createMember({ name, folder: own, rest, port, etcd, user })
    stack.defer(() => member.killAll())
    await member.start()
    members.push({ ...member, port, rest })
  }
  const findPrimary = async ({ safe } = { safe: false }): Promise<PatroniMember> => {
    const giveUpAt = performance.now() + READY_MS
    while (performance.now() < giveUpAt) {
      for (const member of members)
        if ((await isPrimary(member.port)) && (!safe || (await knowsStandby(member.rest)))) return member
      await delay(PAUSE_MS)
    }
    const logs = members.map(({ name }) => `${name}:\n${endOf(join(folder, name, 'log.txt'))}`)
    throw new Error(`No PostgreSQL became the primary${safe ? ' with a standby' : ''}.\n${logs.join('\n')}`)
  }
  await findPrimary({ safe: true })
  await startHaproxy(folder, { front, members }, stack)
  return { url: `postgresql://postgres:${PASSWORD}@127.0.0.1:${front}/postgres`, findPrimary }
}

async function startHaproxy(
  folder: string,
  { front, members }: { front: number; members: readonly { readonly port: number; readonly rest: number }[] },
  stack: AsyncDisposableStack,
): Promise<void> {
  const places = members.map(({ port, rest }, index) => [
    `db-${index + 1}:5432 check port 8008`,
    `127.0.0.1:${port} check port ${rest}`,
  ])
  const file = join(folder, 'haproxy.cfg')
  const config = readBlock('several-servers.md', '/etc/haproxy/haproxy.cfg')
  await writeFile(file, fillIn(config, { ...Object.fromEntries(places), 'bind *:5432': `bind 127.0.0.1:${front}` }))
  const haproxy = spawn('haproxy', ['-f', file], { stdio: 'ignore' })
  stack.defer(() => kill(haproxy))
  // It takes every server for a primary until it has asked, and leads to them in turn.
  for (let inARow = 0; inARow < members.length; await delay(PAUSE_MS))
    inARow = (await isPrimary(front)) ? inARow + 1 : 0
}

async function startEtcd(
  folder: string,
  { client, peer }: { client: number; peer: number },
  stack: AsyncDisposableStack,
): Promise<void> {
  const [own, other] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`]
  const etcd = spawn(
    'etcd',
    Object.entries({
      'data-dir': join(folder, 'etcd'),
      'listen-client-urls': own,
      'advertise-client-urls': own,
      'listen-peer-urls': other,
      'initial-advertise-peer-urls': other,
      'initial-cluster': `default=${other}`,
    }).map(([name, value]) => `--${name}=${value}`),
    { stdio: 'ignore' },
  )
  stack.defer(() => kill(etcd))
  while (!(await answers(`${own}/health`))) await delay(50)
}

interface Place {
  readonly name: string
  readonly folder: string
  readonly rest: number
  readonly port: number
  readonly etcd: string
  readonly user: { readonly uid: number; readonly gid: number }
}

function createMember({ name, folder, rest, port, etcd, user }: Place): PatroniMember {
  let patroni: ChildProcess | undefined
  const data = join(folder, 'data')
  const login = (username: string) => ({ username, password: PASSWORD })
  const settings = {
    scope: 'fieldwatch',
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { host: etcd },
    bootstrap: {
      dcs: {
        ...TIMES,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100 } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: BINARIES,
      authentication: { superuser: login('postgres'), replication: login('replicator') },
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256'],
      parameters: { unix_socket_directories: folder },
    },
  }
  return {
    name,
    start: async () => {
      const file = join(folder, 'patroni.yml')
      // JSON is YAML.
      await writeFile(file, JSON.stringify(settings))
      const log = createWriteStream(join(folder, 'log.txt'), { flags: 'a' })
      patroni = spawn('/usr/bin/patroni', [file], {
        ...user,
        cwd: folder,
        env: { PATH: process.env['PATH'] ?? '', HOME: folder },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      patroni.stdout?.pipe(log)
      patroni.stderr?.pipe(log)
    },
    killPostgres: async () => killPostmaster(data),
    killAll: async () => {
      await kill(patroni)
      killPostmaster(data)
    },
  }
}

function killPostmaster(data: string): void {
  try {
    process.kill(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0]), 'SIGKILL')
  } catch (error) {
    // It does not run.
    if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

async function kill(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

async function isPrimary(port: number): Promise<boolean> {
  const client = new pg.Client({
    connectionString: `postgresql://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
    connectionTimeoutMillis: ASK_MS,
    query_timeout: ASK_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    await client.end()
    return rows[0]?.standby === false
  } catch {
    client.connection.stream.destroy()
    return false
  }
}

/** Until Patroni has noted which standby confirms commits, it would promote none. */
async function knowsStandby(rest: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${rest}/cluster`).catch(() => undefined)
  if (answer?.ok !== true) return false
  const { members } = (await answer.json()) as { members: { role: string }[] }
  return members.some(({ role }) => role === 'sync_standby')
}

function endOf(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-LINES).join('\n')
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

function userOf(name: string): { uid: number; gid: number } {
  const id = (flag: string): number => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout)
  return { uid: id('-u'), gid: id('-g') }
}
