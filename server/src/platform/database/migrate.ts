import { promises as fs } from 'node:fs'
import path from 'node:path'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import type { Db } from './database.ts'

/** Where the migrations are, one a file. */
export const MIGRATIONS = path.join(import.meta.dirname, 'migrations')

/**
 * Migrates the database to the newest schema; several servers may do so at once.
 * @throws whatever a migration threw; the database is then as it was before that migration
 */
export async function migrate(db: Db): Promise<void> {
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

function createMigrator(db: Db): Migrator {
  return new Migrator({ db, provider })
}

const provider = new FileMigrationProvider({ fs, path, migrationFolder: MIGRATIONS })
