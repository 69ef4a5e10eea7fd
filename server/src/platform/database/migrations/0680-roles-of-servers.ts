import { type Kysely, sql } from 'kysely'

/** Every server says what it does, so that any of them notices what no one does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table server add column roles text[] not null default '{}';
    comment on column server.roles is 'what it does of the work of several servers';
  `.execute(db)
}
