import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Db } from '#platform/database/database.ts'
import { makeEmbeddedDatabase } from '#platform/database/configured-database.ts'
import { folderInUse, lockFolder } from '#platform/database/folder-lock.ts'
import { migrate } from '#platform/database/migrate.ts'
import { postgresFolder } from '#platform/database/postgres-folder.ts'
import { requireNoUnfinishedRestore, restoringFolder } from '#platform/database/unfinished-restore.ts'
import { makeFolder } from '#platform/database/unprivileged-user.ts'
import type { FileStorage } from '#platform/files/file-storage.ts'
import { createFolderStorage, uploadsFolder } from '#platform/files/folder-storage.ts'
import type { Clock } from '#platform/time/clock.ts'
import { BackupError } from './backup-format.ts'
import { createCatalogStore } from './catalog-store.ts'
import { createCopyStore } from './copy-store.ts'
import { findLaterChanges, type LaterChanges } from './find-later-changes.ts'
import { type Loaded, loadBackup } from './load-backup.ts'
import { createRestoredAccessStore, type RestoredAccess, withholdRequests } from './restored-access-store.ts'
import { analyze, inOneTransaction } from './one-connection-store.ts'

export interface Restored extends Loaded {
  /** What works as it did when the backup was taken. */
  readonly access: RestoredAccess
  /** Undefined: no later backup lies beside this one. */
  readonly later: LaterChanges | undefined
}

interface RestoreTarget {
  readonly dataFolder: string
  /** Left out, the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined
  /** Left out, uploads are kept in the data folder. */
  readonly storage: FileStorage | undefined
  readonly clock: Clock
}

/**
 * Puts back what a backup holds, into an empty data folder or database, and migrates it to the newest schema. Whatever fails, nothing
 * is left behind, but for uploads in its own storage, whose names are never given twice.
 * @throws BackupError when something is there already, or the file is no whole backup
 */
export async function restoreBackup(
  target: RestoreTarget,
  path: string,
  log: Logger,
  checkMore: CheckMore = async () => undefined,
): Promise<Restored> {
  const { dataFolder, databaseUrl } = target
  const lock = databaseUrl === undefined ? await lockFolder(dataFolder, 'command') : undefined
  if (databaseUrl === undefined && lock === undefined) throw folderInUse(dataFolder)
  using stack = new DisposableStack()
  stack.defer(() => lock?.release())
  requireNoUnfinishedRestore(dataFolder)
  if (databaseUrl === undefined) requireAbsent(postgresFolder(dataFolder).cluster)
  if (target.storage === undefined) requireAbsent(uploadsFolder(dataFolder))
  const restoring = restoringFolder(dataFolder)
  await makeFolder(restoring)
  try {
    const storage = target.storage ?? createFolderStorage(uploadsFolder(restoring))
    const loaded = await loadInto({ restoring, databaseUrl, storage, clock: target.clock, checkMore }, path, log)
    await moveUp(uploadsFolder(restoring), uploadsFolder(dataFolder))
    await moveUp(postgresFolder(restoring).cluster, postgresFolder(dataFolder).cluster)
    return loaded
  } finally {
    await rm(restoring, { recursive: true, force: true })
  }
}

interface Place {
  readonly restoring: string
  readonly databaseUrl: string | undefined
  readonly storage: FileStorage
  readonly clock: Clock
  readonly checkMore: CheckMore
}

/** Looks at the restored database before the restore ends; what it throws fails the restore. */
type CheckMore = (restored: Db) => Promise<void>

async function loadInto(
  { restoring, databaseUrl, storage, clock, checkMore }: Place,
  path: string,
  log: Logger,
): Promise<Restored> {
  await using stack = new AsyncDisposableStack()
  const connection: pg.ClientConfig =
    databaseUrl === undefined ? await makeEmbeddedDatabase(restoring, log, stack) : { connectionString: databaseUrl }
  const loaded = await inOneTransaction(connection, async (client, tx) => {
    const found = await createCatalogStore(client).findAnything()
    if (found !== undefined) {
      throw new BackupError(`The database is not empty: it has ${found}. Set DATABASE_URL to an empty one.`)
    }
    const made = await loadBackup({ client, tx, files: storage }, path)
    await migrate(tx)
    await withholdRequests(tx)
    const store = createRestoredAccessStore(tx)
    await store.endRunning()
    const { takenAt } = made.about
    await checkMore(tx)
    const later = await findLaterChanges({ tx, copies: createCopyStore(client) }, { path, takenAt })
    return { ...made, access: await store.count(new Date(clock())), later }
  })
  await analyze(connection)
  return loaded
}

function requireAbsent(path: string): void {
  if (!existsSync(path)) return
  throw new BackupError(
    `${path} already exists, and is not overwritten. Move it away, or set FIELDWATCH_DATA to an empty folder.`,
  )
}

async function moveUp(from: string, to: string): Promise<void> {
  if (existsSync(from)) await rename(from, to)
}
