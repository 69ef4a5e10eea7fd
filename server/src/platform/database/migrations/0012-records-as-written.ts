import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Rows are written all the time and read a few times, until they are compacted: the text of a record is stored as it is.
  await sql`alter table record alter column fields type json`.execute(db)
}
