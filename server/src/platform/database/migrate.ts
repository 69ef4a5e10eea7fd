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
  const migrator = new Migrator({
    db,
    provider: new FileMigrationProvider({ fs, path, migrationFolder: MIGRATIONS }),
  })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}
