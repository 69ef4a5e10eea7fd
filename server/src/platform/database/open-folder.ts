import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findClosedFolder, postgresUser } from './unprivileged-user.ts'

/**
 * Where a root server keeps the files of its PostgreSQL, which must not run as root, when its own folder is closed to other
 * users.
 */
export const OPEN_FOLDER = '/var/lib/fieldwatch'

/**
 * The default data folder: `folder`, or when PostgreSQL may not enter it, one of the same name in `/var/lib/fieldwatch`, so that
 * two copies of the project do not share one. An existing cluster stays where it is.
 */
export function chooseDataFolder(folder: string): string {
  const stays =
    findClosedFolder(folder, postgresUser()) === undefined || existsSync(join(folder, 'postgres/PG_VERSION'))
  return stays ? folder : join(OPEN_FOLDER, folder)
}
