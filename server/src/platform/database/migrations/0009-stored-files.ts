import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stored_file (
      name text primary key,
      kind text not null check (kind in ('profile', 'logo', 'icon', 'unit')),
      subject text,
      uploaded_by text not null,
      bytes integer not null,
      loose_since timestamptz,
      created_at timestamptz not null,
      check (subject is not null or loose_since is not null)
    );
    create index stored_file_loose on stored_file (loose_since) where loose_since is not null;
  `.execute(db)
}
