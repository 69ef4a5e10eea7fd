import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Every commit gives a source's records one received_at, later than that of the commit before: it is the cursor of streams. The
  // heap is in the order of arrival, which makes the BRIN index effective.
  await sql`
    create table source (
      source_key bigint generated always as identity primary key,
      data_id text not null references unit (data_id) on delete cascade,
      name text not null,
      field_types jsonb not null default '{}',
      last_received_at timestamptz(3) not null,
      unique (data_id, name)
    ) with (fillfactor = 50);

    create table record (
      source_key bigint not null,
      at timestamptz(3) not null,
      received_at timestamptz(3) not null,
      fields jsonb not null,
      primary key (source_key, at)
    );
    create index record_received on record using brin (received_at) with (autosummarize = on);

    create table rejected_message (
      id bigint generated always as identity primary key,
      data_id text not null,
      received_at timestamptz not null,
      source text,
      channel text not null check (channel in ('mqtt', 'http')),
      code text not null,
      message text not null,
      payload text not null
    );
    create index rejected_message_unit on rejected_message (data_id, id desc);
  `.execute(db)
}
