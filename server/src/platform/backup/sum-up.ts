import type pg from 'pg'
import type { TableSum } from './backup-format.ts'
import type { CatalogTable } from './catalog-store.ts'
import { createChecksum } from './checksum.ts'
import { createCopyStore } from './copy-store.ts'

/** Reads a whole table as COPY writes it: two tables with the same rows in the same order have the same sum. */
export async function sumUp(client: pg.ClientBase, table: CatalogTable): Promise<TableSum> {
  const copies = createCopyStore(client)
  const checksum = createChecksum()
  for await (const chunk of copies.read(table) as AsyncIterable<Buffer>) checksum.add(chunk)
  return { name: table.name, count: await copies.count(table), ...checksum.result() }
}
