import { promises as fs, globSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { FileMigrationProvider, type Migration, Migrator } from 'kysely/migration'
import type { Logger } from 'pino'
import type { Db } from './database.ts'

/** Every query of a table waits behind a migration that waits for it. */
const LOCK_MS = 1_000
const LOCK_PAUSE_MS = 2_000
const MOST_LOCK_TRIES = 100
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Migrates the database to the newest schema; several servers may do so at once. A migration that does not get a table lets others
 * go first, and all of them are tried again.
 * @throws Error when a newer release has migrated it, and whatever a migration threw; the database is as it was before then
 */
export async function migrate(db: Db, log?: Logger): Promise<void> {
  await requireKnown(await listDone(db))
  for (let tries = 1; ; tries += 1) {
    const { error } = await createMigrator(db).migrateToLatest()
    if (error === undefined) return
    if (!isLockedOut(error) || db.isTransaction) throw error
    if (tries === MOST_LOCK_TRIES) {
      throw new Error('The database cannot be migrated: other work keeps a table locked.', { cause: error })
    }
    log?.warn({ tries }, 'a migration waits for a table that others use')
    await delay(LOCK_PAUSE_MS)
  }
}

function isLockedOut(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE
}

/** As `migrate`, to the schema that a former migration left, in an empty database. */
export async function migrateTo(db: Db, migration: string): Promise<void> {
  const { error } = await createMigrator(db).migrateTo(migration)
  if (error !== undefined) throw error
}

/** The names of all migrations, oldest first. */
export async function listMigrations(): Promise<string[]> {
  return Object.keys(await readMigrations()).sort()
}

async function listDone(db: Db): Promise<string[]> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('kysely_migration') is not null as there`.execute(
    db,
  )
  if (rows[0]?.there !== true) return []
  const done = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return done.rows.map(({ name }) => name)
}

/**
 * A newer release may have changed the meaning of what this one would read and write.
 * @throws Error when a newer release has migrated the database that has these migrations
 */
export async function requireKnown(done: readonly string[]): Promise<void> {
  const unknown = describeUnknown(done, await listMigrations())
  if (unknown !== undefined) throw new Error(`${unknown} They were not changed.`)
}

/** Where data come from that have migrations which this release does not know, and what to do; undefined when it knows all. */
export function describeUnknown(done: readonly string[], known: readonly string[]): string | undefined {
  const unknown = done.findLast((name) => !known.includes(name))
  if (unknown === undefined) return undefined
  const newest = known.at(-1)
  return newest === undefined || unknown > newest
    ? `The data are from a newer release of Fieldwatch (this one does not know ${unknown}). Start that release, or restore a backup of this release or an older one.`
    : `The data are from a build before the first release, or from another build of this one (this one does not know ${unknown}). Start that build, or restore a backup of this release or an older one.`
}

/** Migrations name tables and columns as PostgreSQL does. */
function createMigrator(db: Db): Migrator {
  return new Migrator({
    db: db.withoutPlugins(),
    provider: { getMigrations: async () => bounded(await readMigrations()) },
  })
}

/** How long each may wait for a table; all of them are one transaction. */
function bounded(migrations: Record<string, Migration>): Record<string, Migration> {
  const entries = Object.entries(migrations).map(([name, migration]): [string, Migration] => [
    name,
    {
      up: async (db) => {
        await sql`set local lock_timeout = ${sql.lit(LOCK_MS)}`.execute(db)
        await migration.up(db)
      },
    },
  ])
  return Object.fromEntries(entries)
}

const ROOT = path.join(import.meta.dirname, '../../../..')

/** All migrations, also of extensions that are off: the number in front of a name says which come first. */
async function readMigrations(): Promise<Record<string, Migration>> {
  const folders = [
    'server/src/platform/database/migrations',
    ...globSync('extensions/*/server/migrations', { cwd: ROOT }),
  ]
  const found = folders.map((folder) => {
    return new FileMigrationProvider({ fs, path, migrationFolder: path.join(ROOT, folder) }).getMigrations()
  })
  return Object.assign({}, ...(await Promise.all(found)))
}
