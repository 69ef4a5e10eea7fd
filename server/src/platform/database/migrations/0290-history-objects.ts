import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table history_object (
      id bigint generated always as identity primary key,
      key text not null unique,
      hash text not null,
      bytes bigint not null,
      announced_at bigint not null,
      stored_at bigint,
      unused_at bigint,
      removing boolean not null default false
    );
    create table history_move (
      one boolean primary key default true check (one),
      source_key bigint not null,
      start_at bigint not null,
      due_at bigint not null,
      held_by text
    );
    alter table record_chunk add column object_id bigint;
    create index record_chunk_object on record_chunk (object_id) where object_id is not null;
  `.execute(db)
}
