import { promises as fs } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import type { Db } from './database.ts'

/** Where the migrations are, one a file. */
export const MIGRATIONS = path.join(import.meta.dirname, 'migrations')

/**
 * Migrates the database to the newest schema; several servers may do so at once.
 * @throws Error when a newer release has migrated it, and whatever a migration threw; the database is as it was before then
 */
export async function migrate(db: Db): Promise<void> {
  await requireKnown(await listDone(db))
  const { error } = await createMigrator(db).migrateToLatest()
  if (error !== undefined) throw error
}

/** As `migrate`, to the schema that a former migration left, in an empty database. */
export async function migrateTo(db: Db, migration: string): Promise<void> {
  const { error } = await createMigrator(db).migrateTo(migration)
  if (error !== undefined) throw error
}

/** The names of all migrations, oldest first. */
export async function listMigrations(): Promise<string[]> {
  return Object.keys(await provider.getMigrations()).sort()
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
  const known = await listMigrations()
  const unknown = done.findLast((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new Error(
    `The data are of a newer release of Fieldwatch (${unknown} is not known to this one), and are left as they are. Start the ` +
      'newer release, or restore a backup that this one or an older one made.',
  )
}

function createMigrator(db: Db): Migrator {
  return new Migrator({ db, provider })
}

const provider = new FileMigrationProvider({ fs, path, migrationFolder: MIGRATIONS })
