import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chown, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { syncFolder } from './sync-folder.ts'
import { giveCluster, makePostgresFolders, postgresFolder } from './postgres-folder.ts'
import { findFormerProgram, findPostgresProgram, type PostgresProgram } from './postgres-program.ts'
import { rotateLog } from './rotate-log.ts'
import { finishUpgrade, majorOf } from './upgrade-folders.ts'
import { findClosedFolder, makeFolder, makePostgresUser, postgresUser } from './unprivileged-user.ts'

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

/** As in `postgresql.conf`. */
export type PostgresSettings = Readonly<Record<string, string>>

/** The log may quote stored data. */
const OWNER_ONLY = 0o600

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

/**
 * Creates folders, links and the cluster, where they are missing. A cluster of a former major version gets the PostgreSQL of that
 * version, from the folder `former` if it is given.
 */
export async function preparePostgres(folder: string, former?: string): Promise<PostgresProgram> {
  if (majorOf(postgresFolder(folder).cluster) === undefined) makePostgresUser()
  await makeFolder(folder)
  const closed = findClosedFolder(folder, postgresUser())
  if (closed !== undefined) {
    throw new Error(
      `PostgreSQL cannot run as root, and its unprivileged user may not enter ${closed}. Let others enter it (chmod o+x), set ` +
        'FIELDWATCH_DATA to another folder, or start Fieldwatch as an ordinary user.',
    )
  }
  const newest = await findPostgresProgram()
  await finishUpgrade(folder)
  await makePostgresFolders(folder)
  const { cluster } = postgresFolder(folder)
  const major = majorOf(cluster)
  if (major === undefined) await makeWholeCluster(newest, folder)
  return major === undefined || major === newest.major ? newest : getFormerProgram(cluster, major, newest, former)
}

/** An interrupted `initdb` leaves a folder that looks like a cluster, so the new one gets its place when it is whole. */
async function makeWholeCluster(program: PostgresProgram, folder: string): Promise<void> {
  const { cluster } = postgresFolder(folder)
  if ((await readdir(cluster)).length > 0) {
    throw new Error(`The data in ${cluster} are damaged: PG_VERSION is missing. Restore a backup into an empty folder.`)
  }
  const making = `${cluster}-making`
  await rm(making, { recursive: true, force: true })
  await mkdir(making, { mode: 0o700 })
  const user = postgresUser()
  if (user !== undefined) await chown(making, user.uid, user.gid)
  makeCluster(program, making)
  await rename(making, cluster)
  await syncFolder(folder)
}

/** PostgreSQL reads the files of its own major version only, and says so in its log, where no one looks. */
async function getFormerProgram(
  cluster: string,
  major: number,
  newest: PostgresProgram,
  former: string | undefined,
): Promise<PostgresProgram> {
  const are = `The data in ${cluster} are of PostgreSQL ${major}, and this release of Fieldwatch has PostgreSQL ${newest.major}.`
  if (major > newest.major) throw new Error(`${are} Start the newer release that they are from.`)
  const program = await findFormerProgram(major, former)
  if (program !== undefined) return program
  throw new Error(
    `${are} It brings no PostgreSQL ${major} to read them with. Set FIELDWATCH_FORMER_POSTGRES to the folder of one, such as ` +
      `/usr/lib/postgresql/${major}; or back the data up by the release that they are from (npm run backup), and restore the backup ` +
      'into an empty folder by this one (npm run restore).',
  )
}

/**
 * Syncs a new cluster to disk before it is used, as records are acknowledged from the first second on. Linux syncs the whole file
 * system in one call, a fraction of the cost of a thousand files.
 */
const SYNC = process.platform === 'linux' ? ['--sync-method=syncfs'] : []

/** Makes an empty cluster; its folder is there. */
export function makeCluster({ initdb }: PostgresProgram, cluster: string): void {
  const made = spawnSync(
    initdb,
    [
      '-D',
      cluster,
      '-U',
      'postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...SYNC,
    ],
    { ...postgresUser(), encoding: 'utf8', env: { PATH: process.env['PATH'] ?? '' } },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`, { cause: made.error })
}

/**
 * Clears what a former postmaster left: waits for one that is stopping, stops one whose watchman is gone, removes the pid file of
 * one that is dead.
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
    // Gives the watchman a moment to notice that its server is gone; a postmaster that is still ready then belongs to another
    // server.
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
  const match = /^(\d+)\s+(\S.*)$/s.exec(listed)
  return match === null ? undefined : { parent: Number(match[1]), command: match[2] ?? '' }
}

/** Starts a postmaster on a prepared folder, with settings of others in place of ours. It may take a moment until it accepts connections. */
export async function spawnPostgres(
  folder: string,
  { postgres }: PostgresProgram,
  others: PostgresSettings = {},
): Promise<PostgresProcess> {
  const paths = postgresFolder(folder)
  await giveCluster(folder)
  const settings = Object.entries({ ...SETTINGS, ...others, unix_socket_directories: paths.socket })
  await rotateLog(paths.logFile)
  const log = await open(paths.logFile, 'a', OWNER_ONLY)
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
      ...postgresUser(),
      detached: true,
      stdio: ['ignore', log.fd, log.fd, 'pipe'],
      env: { PATH: process.env['PATH'] ?? '', TZ: 'UTC' },
    },
  )
  const watchPipe = child.stdio[3]
  watchPipe?.on('error', () => {
    // Ignores the error of writing to an ended PostgreSQL: `exited` reports it.
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
