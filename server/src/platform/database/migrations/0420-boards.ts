import { type Kysely, sql } from 'kysely'

// Each `secret_hash` is the SHA-256 of 256 random bits. The pass of a pairing opens nothing until its code is entered.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table board (
      id text primary key,
      entity_id text not null references entity on delete cascade,
      name text not null,
      seconds integer not null,
      pages jsonb not null,
      fields jsonb not null,
      sources jsonb not null,
      saved_by text not null,
      saved_at timestamptz not null,
      version integer not null default 1,
      changed_at timestamptz,
      changed_by text
    );
    create index board_entity on board (entity_id);
    create index board_saved_by on board (saved_by);

    create table board_unit (
      board_id text not null references board on delete cascade,
      named text not null,
      data_id text references unit on update cascade on delete set null,
      primary key (board_id, named)
    );
    create index board_unit_unit on board_unit (data_id);

    comment on column board.pages is 'Units are named as they were when it was saved: board_unit has the names that they have now';
    comment on column board.fields is 'By unit and source what its tiles showed when it was saved: more is never shown';
    comment on column board.sources is 'By unit the sources that existed at that time. One that is missing now was deleted';
    comment on column board.saved_by is 'By whose rights it is judged';
    comment on column board_unit.named is 'The dataID in the pages';
    comment on column board_unit.data_id is 'Null: the unit was deleted';

    create table board_screen (
      id text primary key,
      board_id text not null references board on delete cascade,
      name text not null,
      secret_hash bytea not null unique,
      paired_by text not null,
      paired_at timestamptz not null,
      last_seen_at timestamptz,
      address text
    );
    create index board_screen_board on board_screen (board_id);

    create table board_pairing (
      code_hash bytea primary key,
      secret_hash bytea not null unique,
      network text not null,
      expires_at timestamptz not null
    );
    create index board_pairing_network on board_pairing (network);
    create index board_pairing_expires on board_pairing (expires_at);

    create table board_preview (
      user_id text primary key references app_user on delete cascade,
      id text not null unique,
      secret_hash bytea not null unique,
      entity_id text not null references entity on delete cascade,
      draft jsonb not null,
      expires_at timestamptz not null
    );
  `.execute(db)
}
