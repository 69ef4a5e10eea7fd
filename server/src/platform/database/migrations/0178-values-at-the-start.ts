import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // What the values of an event table were at the start, as an array: a text or a boolean, otherwise null. Null where none is either.
  await sql`alter table event_occurrence add column starts jsonb`.execute(db)
}
