import { type Kysely, sql } from 'kysely'

/** Notes of all units are listed with the newest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index note_time on note (start_at desc, id desc)`.execute(db)
}
