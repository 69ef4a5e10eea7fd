import { parseJson } from '@fieldwatch/contract/text/json'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import type { Db } from '#platform/database/database.ts'
import { listMigrations, migrateTo } from '#platform/database/migrate.ts'
import { FILE_NAME, type FileStorage, PRIVATE_NAME } from '#platform/files/file-storage.ts'
import { type ArchiveEntry, readArchive } from './archive-reader.ts'
import {
  About,
  ABOUT,
  BackupError,
  FILES,
  FORMAT,
  MANIFEST,
  Manifest,
  tableOf,
  type TableSum,
} from './backup-format.ts'
import { type CatalogTable, createCatalogStore } from './catalog-store.ts'
import { createChecksum } from './checksum.ts'
import { createCopyStore } from './copy-store.ts'
import { type LoadingTable, startLoading } from './loading-table.ts'

interface Target {
  readonly client: pg.ClientBase
  /** The transaction of that client. */
  readonly tx: Db
  readonly files: Pick<FileStorage, 'put'>
}

export interface Loaded {
  readonly about: About
  readonly manifest: Manifest
}

/**
 * Loads a backup into an empty database, within its transaction: the schema as it was, then the rows, then constraints and
 * indexes, which are slow to keep while rows come.
 * @throws BackupError when the file is no whole backup, or one of a newer release
 */
export async function loadBackup({ client, tx, files }: Target, path: string): Promise<Loaded> {
  const entries = readArchive(path)
  try {
    const about = await readAbout(entries, path)
    await migrateTo(tx, about.migrations.at(-1) ?? '')
    const catalog = createCatalogStore(client)
    requireSameTables(about, await catalog.listTables(), path)
    const constraints = await catalog.listDeferredConstraints()
    for (const { drop } of constraints) await catalog.run(drop)
    const manifest = await readContents({ client, files }, entries, { path, tables: about.tables })
    for (const { make } of constraints.toReversed()) await catalog.run(make)
    for (const sequence of manifest.sequences) await catalog.setSequence(sequence)
    return { about, manifest }
  } catch (error) {
    throw isRefusedContent(error) ? altered(path, (error as Error).message, error) : error
  } finally {
    await entries.return()
  }
}

/** Whether PostgreSQL could not read rows, or they broke a constraint. */
function isRefusedContent(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')
}

async function readAbout(entries: AsyncIterator<ArchiveEntry>, path: string): Promise<About> {
  const first = await entries.next()
  const about = first.done === true || first.value.name !== ABOUT ? undefined : parseJson(first.value.bytes.toString())
  const format = (about as { format?: unknown } | undefined)?.format
  if (typeof format === 'number' && format > FORMAT) throw newer(path)
  const parsed = About.safeParse(about)
  if (!parsed.success) throw new BackupError(`${path} is not a backup of Fieldwatch.`)
  const { migrations, release } = parsed.data
  const known = await listMigrations()
  if (migrations.some((name) => !known.includes(name))) throw newer(path, release)
  if (!isDeepStrictEqual(known.slice(0, migrations.length), migrations)) throw unlike(path)
  return parsed.data
}

function unlike(path: string): BackupError {
  return new BackupError(`${path} has tables that no release of Fieldwatch makes: it cannot be restored.`)
}

function newer(path: string, release?: string): BackupError {
  const by = release === undefined ? '' : ` (${release})`
  return new BackupError(
    `${path} was made by a newer release of Fieldwatch${by} than this one, or by a build before the first release. Restore ` +
      'it with that release, or a later one.',
  )
}

function requireSameTables(about: About, tables: readonly CatalogTable[], path: string): void {
  const shape = (list: readonly CatalogTable[]) => list.map(({ name, columns }) => [name, [...columns].sort()])
  if (!isDeepStrictEqual(shape(about.tables), shape(tables))) throw unlike(path)
}

interface Reading {
  readonly path: string
  readonly tables: readonly CatalogTable[]
}

/** Reads tables, files and the manifest, and compares them with the manifest. */
async function readContents(
  { client, files }: Pick<Target, 'client' | 'files'>,
  entries: AsyncGenerator<ArchiveEntry>,
  { path, tables }: Reading,
): Promise<Manifest> {
  const copies = createCopyStore(client)
  await copies.empty(tables)
  const sums: TableSum[] = []
  const fileSum = createChecksum()
  let fileCount = 0
  let loading: LoadingTable | undefined
  try {
    for await (const { name, bytes } of entries) {
      const table = tableOf(name)
      if (loading !== undefined && loading.name !== table) {
        sums.push(await loading.finish())
        loading = undefined
      }
      if (table !== undefined) {
        loading ??= startLoading(copies, find(tables, table, path))
        await loading.add(bytes)
      } else if (name.startsWith(FILES)) {
        const file = name.slice(FILES.length)
        if (!FILE_NAME.test(file) && !PRIVATE_NAME.test(file)) throw altered(path, name)
        fileSum.add(file)
        fileSum.add(bytes)
        fileCount += 1
        await files.put(file, bytes)
      } else if (name === MANIFEST) {
        const manifest = Manifest.safeParse(parseJson(bytes.toString()))
        if (!manifest.success) throw altered(path, name)
        const found = { tables: sums, files: { count: fileCount, ...fileSum.result() } }
        requireEqual(found, manifest.data, path)
        return manifest.data
      } else throw altered(path, name)
    }
  } finally {
    await loading?.abandon()
  }
  throw new BackupError(`${path} is cut off: its end is missing. Nothing was restored.`)
}

function find(tables: readonly CatalogTable[], name: string, path: string): CatalogTable {
  const found = tables.find((table) => table.name === name)
  if (found === undefined) throw altered(path, name)
  return found
}

function requireEqual(found: Pick<Manifest, 'tables' | 'files'>, manifest: Manifest, path: string): void {
  for (const [index, sum] of manifest.tables.entries()) {
    if (!isDeepStrictEqual({ ...found.tables[index] }, { ...sum })) throw altered(path, sum.name)
  }
  if (found.tables.length !== manifest.tables.length) throw altered(path, 'its list of tables')
  if (!isDeepStrictEqual(found.files, manifest.files)) throw altered(path, 'its pictures')
}

function altered(path: string, what: string, cause?: unknown): BackupError {
  return new BackupError(`${path} was altered or is damaged (${what}). Nothing was restored.`, { cause })
}
