import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import type { Logger } from 'pino'
import { makeEmbeddedDatabase } from '#platform/database/configured-database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { BackupError, type TableSum } from './backup-format.ts'
import type { CatalogTable } from './catalog-store.ts'
import { createChecksum } from './checksum.ts'
import { createCopyStore } from './copy-store.ts'
import { type Loaded, loadBackup } from './load-backup.ts'
import { inOneTransaction } from './one-connection-store.ts'

/** PostgreSQL, which does not run as root, must be able to enter it. */
const OPEN_TO_ENTER = 0o711

/**
 * Restores a backup into a database aside, among the temporary files, and compares every table there with what the backup says of it.
 * @throws BackupError when it is not whole or cannot be restored
 */
export async function verifyBackup(path: string, log: Logger): Promise<Loaded> {
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
        throw new BackupError(`${table.name} is not restored as it was: the backup cannot be relied on.`)
      }
    }
    await migrate(tx)
    return loaded
  })
}

async function sumUp(client: pg.ClientBase, table: CatalogTable): Promise<TableSum> {
  const copies = createCopyStore(client)
  const checksum = createChecksum()
  for await (const chunk of copies.read(table) as AsyncIterable<Buffer>) checksum.add(chunk)
  return { name: table.name, count: await copies.count(table), ...checksum.result() }
}
