import { readdir, rename, rm, stat, statfs, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { analyze } from '#platform/backup/one-connection-store.ts'
import { makeEmbeddedDatabase } from '#platform/database/configured-database.ts'
import { postgresFolder } from '#platform/database/postgres-folder.ts'
import { clearLeftovers } from '#platform/database/postgres-process.ts'
import { findPostgresProgram } from '#platform/database/postgres-program.ts'
import { requireNoUnfinishedRestore } from '#platform/database/unfinished-restore.ts'
import { makeFolder } from '#platform/database/unprivileged-user.ts'
import {
  finishUpgrade,
  formerCluster,
  majorOf,
  requireAbsent,
  upgradeFolders,
} from '#platform/database/upgrade-folders.ts'
import { syncFolder } from '#platform/database/sync-folder.ts'
import type { Clock } from '#platform/time/clock.ts'
import { type Copied, copyDatabase } from './copy-database.ts'

interface Parts {
  readonly dataFolder: string
  /** Folder of a PostgreSQL of the former major version; defaults to the one in the release. */
  readonly formerPostgres: string | undefined
  readonly clock: Clock
  readonly log: Logger
}

const TELL_EVERY_MS = 5_000

/**
 * Brings the embedded database to the major version of PostgreSQL that this release has, if it is of a former one: its tables are
 * copied into a new cluster, compared, and the former cluster is kept beside it. Whatever interrupts it, the former cluster is
 * as it was, and the next start begins again or continues.
 * @throws Error when there is no room for both, or no PostgreSQL of the former version
 */
export async function upgradePostgres(parts: Parts): Promise<void> {
  const { dataFolder, log } = parts
  requireNoUnfinishedRestore(dataFolder)
  await finishUpgrade(dataFolder)
  const { cluster } = postgresFolder(dataFolder)
  const from = majorOf(cluster)
  if (from === undefined) return
  const { major: to } = await findPostgresProgram()
  // A newer one is refused where it would be started.
  if (from >= to) return
  const former = formerCluster(dataFolder, from)
  requireAbsent(former)
  const bytes = await sizeOf(cluster)
  await requireRoom(dataFolder, { from, to, bytes })
  log.info({ from, to, bytes }, 'data of an older PostgreSQL found; upgrading before the start')
  const copied = await makeCluster(parts)
  await finishUpgrade(dataFolder)
  log.info(
    { ...copied, from, to, former, bytes },
    'PostgreSQL upgraded; remove the folder of the old data when all is well',
  )
}

async function makeCluster({ dataFolder, formerPostgres, clock, log }: Parts): Promise<Copied> {
  const { working, finished } = upgradeFolders(dataFolder)
  const [older, newer] = [join(working, 'older'), join(working, 'newer')]
  await makeFolder(older)
  await link(postgresFolder(dataFolder).cluster, postgresFolder(older).cluster)
  const copied = await copy()
  log.info({ ...copied }, 'all tables verified in the newer PostgreSQL')
  await rename(newer, finished)
  await syncFolder(dataFolder)
  await rm(working, { recursive: true })
  return copied

  async function copy(): Promise<Copied> {
    await using stack = new AsyncDisposableStack()
    // Under another name, so that no one writes to it in the meantime; anyone who has it refuses all others.
    const from = await makeEmbeddedDatabase(older, log, stack, formerPostgres)
    await clearLeftovers(newer)
    await rm(newer, { recursive: true, force: true })
    const to = await makeEmbeddedDatabase(newer, log, stack)
    log.info('empty database of the newer PostgreSQL is ready')
    let done = 0
    let reportedAt = clock()
    const copied = await copyDatabase({
      from,
      to,
      onStep: (step) => log.info({ step, bytes: done }, 'copying data to the newer PostgreSQL'),
      onBytes: (bytes) => {
        done += bytes
        if (clock() - reportedAt < TELL_EVERY_MS) return
        reportedAt = clock()
        log.info({ step: 'copying', bytes: done }, 'copying data to the newer PostgreSQL')
      },
    })
    await analyze(to)
    return copied
  }
}

async function link(target: string, path: string): Promise<void> {
  await rm(path, { force: true })
  await symlink(target, path)
}

async function requireRoom(
  dataFolder: string,
  { from, to, bytes }: { from: number; to: number; bytes: number },
): Promise<void> {
  const { bavail, bsize } = await statfs(dataFolder)
  const shortage = describeShortage({ from, to, bytes, free: bavail * bsize, dataFolder })
  if (shortage !== undefined) throw new Error(shortage)
}

/** The size of a folder on the disk, in bytes, without what PostgreSQL writes ahead. */
export async function sizeOf(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) bytes += entry.name === 'pg_wal' ? 0 : await sizeOf(path)
    else if (entry.isFile()) bytes += (await stat(path)).size
  }
  return bytes
}

/** A new cluster, and what PostgreSQL writes ahead to it. */
const BESIDE_DATA = 400_000_000

interface Room {
  readonly from: number
  readonly to: number
  /** The size of the data as they are. */
  readonly bytes: number
  readonly free: number
  readonly dataFolder: string
}

/** Why the disk cannot hold the data twice; undefined when it can. */
export function describeShortage({ from, to, bytes, free, dataFolder }: Room): string | undefined {
  const needed = bytes + BESIDE_DATA
  if (free >= needed) return undefined
  return (
    `The data are of PostgreSQL ${from} and have to be copied for PostgreSQL ${to}: that takes ${gigabytes(needed)} GB beside them, ` +
    `and ${gigabytes(free)} GB are free for ${dataFolder}. Make room and start again; nothing was changed.`
  )
}

function gigabytes(bytes: number): string {
  return (bytes / 1_000_000_000).toFixed(1)
}
