import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The server that began to hand a message over, so that others take up what it was at when it died.
  await sql`alter table outbox add held_by text`.execute(db)
}
