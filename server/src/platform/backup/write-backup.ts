import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import type { FileStorage } from '#platform/files/file-storage.ts'
import type { Clock } from '#platform/time/clock.ts'
import { type ArchiveWriter, createArchiveWriter } from './archive-writer.ts'
import {
  ABOUT,
  type About,
  BackupError,
  FILES,
  FORMAT,
  MANIFEST,
  type Manifest,
  PIECE_BYTES,
  tablePiece,
  type TableSum,
} from './backup-format.ts'
import { type CatalogTable, createCatalogStore } from './catalog-store.ts'
import { createChecksum } from './checksum.ts'
import { createCopyStore } from './copy-store.ts'
import { inFrozenDatabase } from './one-connection-store.ts'
import { createPieceStore } from './piece-store.ts'

interface Parts {
  readonly connection: pg.ClientConfig
  readonly files: FileStorage
  readonly clock: Clock
  readonly release: string
  /** Ends it early. */
  readonly signal?: AbortSignal | undefined
}

export interface BackupReport {
  readonly rows: number
  readonly files: number
  readonly missingFiles: readonly string[]
  /** The size of the file. */
  readonly bytes: number
  readonly milliseconds: number
}

/** How often a backup is begun when the database is migrated in the meantime. */
const MOST_TRIES = 5

/**
 * Writes everything that is kept to one new file: the database as it is at one moment, and the uploads that it names. Anyone who uses
 * the portal in the meantime notices nothing. A migration is let through, and the backup is begun again after it.
 * @throws BackupError when there is nothing to back up, or the file cannot be written
 */
export async function writeBackup(parts: Parts, path: string): Promise<BackupReport> {
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const report = await tryBackup(parts, path)
    if (report !== undefined) return report
  }
  throw new BackupError('The database was migrated several times during the backup. Nothing was written.')
}

/** Undefined when the database was migrated in the meantime. */
async function tryBackup(parts: Parts, path: string): Promise<BackupReport | undefined> {
  const begun = parts.clock()
  const takenAt = new Date(begun)
  const before = await listMigrations(parts)
  const archive = await createArchiveWriter(path, takenAt)
  try {
    const manifest = await inFrozenDatabase(parts.connection, (client) =>
      writeContents(parts, archive, client, takenAt),
    )
    if (await isMigrated()) {
      await archive.abandon()
      return undefined
    }
    const bytes = await archive.finish()
    const rows = manifest.tables.reduce((sum, { count }) => sum + count, 0)
    return {
      rows,
      files: manifest.files.count,
      missingFiles: manifest.missingFiles,
      bytes,
      milliseconds: parts.clock() - begun,
    }
  } catch (error) {
    await archive.abandon()
    // A table or a column that is gone.
    if (error instanceof pg.DatabaseError && (await isMigrated())) return undefined
    throw error
  }

  async function isMigrated(): Promise<boolean> {
    return !isDeepStrictEqual(await listMigrations(parts), before)
  }
}

function listMigrations({ connection }: Parts): Promise<string[]> {
  return inFrozenDatabase(connection, (client) => createCatalogStore(client).listMigrations())
}

async function writeContents(
  { files, release, signal }: Parts,
  archive: ArchiveWriter,
  client: pg.ClientBase,
  takenAt: Date,
): Promise<Manifest> {
  const catalog = createCatalogStore(client)
  const copies = createCopyStore(client)
  const pieces = createPieceStore(client)
  const migrations = await catalog.listMigrations()
  if (migrations.length === 0) throw new BackupError('This database has no data of Fieldwatch.')
  const tables = await catalog.listTables()
  const about: About = { format: FORMAT, release, takenAt: takenAt.toISOString(), migrations, tables }
  await archive.add(ABOUT, json(about))

  const sums: TableSum[] = []
  for (const table of tables) sums.push(await writeTable(archive, table, pieces.read(table), signal))
  const stored = await writeFiles(archive, files, await pieces.passing(copies.listFiles), signal)
  const sequences: Manifest['sequences'] = []
  for (const sequence of await catalog.listSequences()) {
    sequences.push({ ...sequence, ...(await catalog.readSequence(sequence)) })
  }
  const manifest: Manifest = { tables: sums, ...stored, sequences }
  await archive.add(MANIFEST, json(manifest))
  return manifest
}

async function writeTable(
  archive: ArchiveWriter,
  { name }: CatalogTable,
  rows: AsyncIterable<Buffer> & { readonly rowCount: number },
  signal: AbortSignal | undefined,
): Promise<TableSum> {
  const checksum = createChecksum()
  let number = 0
  let waiting: Buffer[] = []
  let length = 0
  const flush = async (): Promise<void> => {
    signal?.throwIfAborted()
    const piece = Buffer.concat(waiting)
    waiting = []
    length = 0
    await archive.add(tablePiece(name, number++), piece)
  }
  for await (const chunk of rows) {
    checksum.add(chunk)
    waiting.push(chunk)
    length += chunk.length
    if (length >= PIECE_BYTES) await flush()
  }
  if (length > 0) await flush()
  return { name, count: rows.rowCount, ...checksum.result() }
}

/** An upload that is removed after the moment of the backup may be missing; it is reported, and the backup continues. */
async function writeFiles(
  archive: ArchiveWriter,
  files: FileStorage,
  names: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Pick<Manifest, 'files' | 'missingFiles'>> {
  const checksum = createChecksum()
  const missingFiles: string[] = []
  for (const name of names) {
    signal?.throwIfAborted()
    const bytes = await files.get(name)
    if (bytes === undefined) missingFiles.push(name)
    else {
      checksum.add(name)
      checksum.add(bytes)
      await archive.add(`${FILES}${name}`, bytes)
    }
  }
  return { files: { count: names.length - missingFiles.length, ...checksum.result() }, missingFiles }
}

function json(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`)
}
