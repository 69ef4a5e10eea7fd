import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Stores the text of a record as it is: rows are written constantly, and read only a few times until they are compacted.
  await sql`alter table record alter column fields type json`.execute(db)
}
