import type { Readable, Writable } from 'node:stream'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'
import type { CatalogTable } from './catalog-store.ts'
import type { TableSum } from './backup-format.ts'
import { createChecksum } from './checksum.ts'

/** Rows in the binary format of COPY, which PostgreSQL 15 to 18 read alike. */
export function createCopyStore(client: pg.ClientBase) {
  return {
    /** The rows of a table in the order in which they are stored; `rowCount` returns their number at the end. */
    read: (table: CatalogTable): Readable & { readonly rowCount: number } =>
      client.query(to(`copy ${nameOf(table)} to stdout (format binary)`)),

    write: (table: CatalogTable): Writable & { readonly rowCount: number } =>
      client.query(from(`copy ${nameOf(table)} from stdin (format binary)`)),

    empty: async (tables: readonly CatalogTable[]): Promise<void> => {
      if (tables.length > 0) await client.query(`truncate ${namesOf(tables)}`)
    },

    count: async ({ name }: CatalogTable): Promise<number> => {
      const { rows } = await client.query<{ count: string }>(`select count(*) from ${quoted(name)}`)
      return Number(rows[0]?.count)
    },

    /** Names of the uploads, none where the schema is older than uploads. */
    listFiles: async (): Promise<string[]> => {
      const known = await client.query<{ there: boolean }>(`select to_regclass('stored_file') is not null as there`)
      if (known.rows[0]?.there !== true) return []
      const { rows } = await client.query<{ name: string }>('select name from stored_file order by name')
      return rows.map(({ name }) => name)
    },
  }
}

function nameOf({ name, columns }: CatalogTable): string {
  return `${quoted(name)} (${columns.map(quoted).join(', ')})`
}

function namesOf(tables: readonly CatalogTable[]): string {
  return tables.map(({ name }) => quoted(name)).join(', ')
}

export function quoted(name: string): string {
  return pg.escapeIdentifier(name)
}

/** Reads a whole table as COPY writes it: two tables with the same rows in the same order have the same sum. */
export async function sumUp(client: pg.ClientBase, table: CatalogTable): Promise<TableSum> {
  const copies = createCopyStore(client)
  const checksum = createChecksum()
  for await (const chunk of copies.read(table) as AsyncIterable<Buffer>) checksum.add(chunk)
  return { name: table.name, count: await copies.count(table), ...checksum.result() }
}
