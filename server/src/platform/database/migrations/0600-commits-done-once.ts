import { type Kysely, sql } from 'kysely'

/** Commits of records whose answer may get lost, so that a retry can ask what became of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ingest_commit (
      id text primary key,
      at timestamptz not null,
      is_stored boolean not null
    );
    comment on column ingest_commit.is_stored is 'false: given up; a commit under that id can no longer happen';
  `.execute(db)
}
