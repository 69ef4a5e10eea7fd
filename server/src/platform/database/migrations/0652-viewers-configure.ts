import { type Kysely, sql } from 'kysely'

/** Viewers configure the sensors of units in reach, unless an entity leaves that to admins. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table entity add column viewers_may_configure boolean not null default true`.execute(db)
}
