import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import { makeEmbeddedDatabase } from '#platform/database/configured-database.ts'
import type { Db } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { BackupError } from './backup-format.ts'
import { loadBackup, type Loaded } from './load-backup.ts'
import { inOneTransaction } from './one-connection-store.ts'
import { sumUp } from './copy-store.ts'

/** PostgreSQL, which does not run as root, must be able to enter it. */
const OPEN_TO_ENTER = 0o711

/**
 * Restores a backup into a database aside, among the temporary files, and compares every table there with what the backup says of it.
 * `checkMore` looks at what was restored.
 * @throws BackupError when it is incomplete or cannot be restored
 */
export async function verifyBackup(
  path: string,
  log: Logger,
  checkMore: (restored: Db) => Promise<void> = async () => undefined,
): Promise<Loaded> {
  const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-verify-'))
  await using stack = new AsyncDisposableStack()
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, OPEN_TO_ENTER)
  const connection = await makeEmbeddedDatabase(folder, log, stack)
  return await inOneTransaction(connection, async (client, tx) => {
    const loaded = await loadBackup({ client, tx, files: { put: async () => undefined } }, path)
    const { about, manifest } = loaded
    for (const [index, table] of about.tables.entries()) {
      const sum = await sumUp(client, table)
      if (!isDeepStrictEqual(sum, manifest.tables[index])) {
        throw new BackupError(`${table.name} was not restored correctly: do not rely on this backup.`)
      }
    }
    await migrate(tx)
    await checkMore(tx)
    return loaded
  })
}
