import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findClosedFolder, postgresUser } from './unprivileged-user.ts'

/** Where a root server keeps what its PostgreSQL, which must not be root, has to reach, when its own folder is closed. */
export const OPEN_FOLDER = '/var/lib/fieldwatch'

/**
 * The folder for data that nobody named: `folder`, or when PostgreSQL may not go there, one of the same name in
 * `/var/lib/fieldwatch`, so that two copies of the project do not share one. Where a cluster is already, it stays.
 */
export function chooseDataFolder(folder: string): string {
  const stays = findClosedFolder(folder, postgresUser) === undefined || existsSync(join(folder, 'postgres/PG_VERSION'))
  return stays ? folder : join(OPEN_FOLDER, folder)
}
