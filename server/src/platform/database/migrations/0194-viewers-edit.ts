import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Whether viewers may change dashboards, event tables and calculated sources, or only admins.
  await sql`alter table entity add column viewers_may_edit boolean not null default true`.execute(db)
}
