import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table note (
      id bigint generated always as identity primary key,
      data_id text not null references unit on update cascade on delete cascade,
      source text,
      start_at bigint not null,
      end_at bigint,
      text text not null,
      created_by text not null,
      created_at timestamptz not null,
      version integer not null default 1,
      changed_at timestamptz,
      changed_by text
    );
    create index note_unit on note (data_id, start_at desc, id desc);
  `.execute(db)
}
