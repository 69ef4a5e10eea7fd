import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { type CatalogTable, createCatalogStore } from '#platform/backup/catalog-store.ts'
import { createCopyStore, sumUp } from '#platform/backup/copy-store.ts'
import type { TableSum } from '#platform/backup/backup-format.ts'
import { startLoading } from '#platform/backup/loading-table.ts'
import { inFrozenDatabase, inOneTransaction } from '#platform/backup/one-connection-store.ts'
import { migrateTo, requireKnown } from '#platform/database/migrate.ts'

interface Copying {
  readonly from: pg.ClientConfig
  /** An empty database. */
  readonly to: pg.ClientConfig
  /** Hears of each step, and of each piece of rows. */
  readonly onStep: (step: 'copying' | 'indexing' | 'comparing') => void
  readonly onBytes: (bytes: number) => void
}

export interface Copied {
  readonly tables: number
  readonly rows: number
}

/**
 * Copies the portal's database into an empty one, in the schema that it has, and compares every table afterwards. Jobs are not
 * copied: the portal makes them again from the outbox.
 * @throws Error when a newer release has migrated it, or a table is not the same afterwards; nothing is kept then
 */
export function copyDatabase({ from, to, onStep, onBytes }: Copying): Promise<Copied> {
  return inFrozenDatabase(from, (source) =>
    inOneTransaction(to, async (client, tx) => {
      const existing = createCatalogStore(source)
      const migrations = await existing.listMigrations()
      const newest = migrations.at(-1)
      // The former release was stopped before it made its tables.
      if (newest === undefined) return { tables: 0, rows: 0 }
      await requireKnown(migrations)
      await migrateTo(tx, newest)
      const catalog = createCatalogStore(client)
      const tables = await existing.listTables()
      const constraints = await catalog.listDeferredConstraints()
      for (const { drop } of constraints) await catalog.run(drop)
      await createCopyStore(client).empty(tables)

      onStep('copying')
      const sums: TableSum[] = []
      for (const table of tables) sums.push(await copyTable(source, client, { table, onBytes }))
      onStep('indexing')
      for (const { make } of constraints.toReversed()) await catalog.run(make)
      for (const sequence of await existing.listSequences())
        await catalog.setSequence({ ...sequence, ...(await existing.readSequence(sequence)) })
      onStep('comparing')
      for (const [index, table] of tables.entries()) {
        if (isDeepStrictEqual(await sumUp(client, table), sums[index])) continue
        throw new Error(`${table.name} is not the same after it was copied. The former data are as they were.`)
      }
      return { tables: tables.length, rows: sums.reduce((sum, { count }) => sum + count, 0) }
    }),
  )
}

async function copyTable(
  source: pg.ClientBase,
  target: pg.ClientBase,
  { table, onBytes }: { table: CatalogTable; onBytes: Copying['onBytes'] },
): Promise<TableSum> {
  const rows = createCopyStore(source).read(table)
  const loading = startLoading(createCopyStore(target), table)
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    await loading.add(chunk)
    onBytes(chunk.length)
  }
  const sum = await loading.finish()
  if (sum.count === rows.rowCount) return sum
  throw new Error(`Not all rows of ${table.name} were copied. The former data are as they were.`)
}
