import { readFile } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'

/** The schema by room, in an order in which each refers to those before it. */
const ROOMS = ['people', 'platform', 'fleet', 'records', 'features', 'doors']

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const room of ROOMS) {
    const statements = await readFile(new URL(`0001-initial/${room}.sql`, import.meta.url), 'utf8')
    await sql.raw(statements).execute(db)
  }
}
