import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // `record_import_part` has the parts of a file, compressed, until it was read. `read_parts` of them were read; `carry` is the beginning of
  // a line whose end is in the next one. `record_import_commit` has when records of an import arrived in their source: no other records
  // arrived then; `restored` are those that an undone import had replaced. `record_import_replaced` has what stood where the import put records. Times are epoch milliseconds but where they have
  // a zone. `source.imported_at` is when imported records arrived last, and `heard_at` when others did before.
  await sql`
    create table record_import (
      id bigint generated always as identity primary key,
      data_id text not null references unit (data_id) on delete cascade,
      file_name text not null,
      file_bytes bigint not null,
      state text not null,
      checked boolean not null default false,
      settings jsonb,
      source_key bigint,
      created_by text references app_user (id) on delete set null,
      created_at timestamptz not null,
      ended_at timestamptz,
      held_by text,
      read_parts int not null default 0,
      carry bytea,
      position jsonb,
      counts jsonb not null,
      first_at bigint,
      last_at bigint,
      failure text
    );
    create index record_import_unit on record_import (data_id, id desc);
    create index record_import_open on record_import (id) where state in ('checking', 'running', 'undoing');

    create table record_import_part (
      import_id bigint not null references record_import (id) on delete cascade,
      part int not null,
      bytes int not null,
      data bytea not null,
      primary key (import_id, part)
    );
    alter table record_import_part alter column data set storage external;

    create table record_import_refusal (
      import_id bigint not null references record_import (id) on delete cascade,
      line bigint not null,
      reason text not null,
      primary key (import_id, line)
    );

    create table record_import_commit (
      source_key bigint not null,
      received_at bigint not null,
      import_id bigint not null references record_import (id) on delete cascade,
      start_at bigint not null,
      end_at bigint not null,
      restored boolean not null default false,
      primary key (source_key, received_at)
    );
    create index record_import_commit_import on record_import_commit (import_id);

    create table record_import_replaced (
      import_id bigint not null references record_import (id) on delete cascade,
      at bigint not null,
      fields json not null,
      primary key (import_id, at)
    );

    alter table source add imported_at bigint, add heard_at bigint;
  `.execute(db)
}
