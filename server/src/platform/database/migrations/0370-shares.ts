import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // `secret_hash` is the SHA-256 of 256 random bits. Without `data_id` the unit was deleted.
  await sql`
    create table share (
      id text primary key,
      secret_hash bytea not null unique,
      entity_id text not null references entity on delete cascade,
      data_id text references unit on update cascade on delete set null,
      kind text not null,
      what jsonb not null,
      fields jsonb not null,
      password_hash text,
      origins text[] not null default '{}',
      expires_at timestamptz,
      created_by text not null,
      created_at timestamptz not null,
      opened integer not null default 0,
      last_opened_at timestamptz
    );
    create index share_entity on share (entity_id, created_at desc);
    create index share_unit on share (data_id);
  `.execute(db)
}
