import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // `replayed_to`: the last captured message that the mapping has seen. `replay_stopped`: its creator lost the right to replay.
  // A captured message without `data_id` was sent by a program.
  await sql`
    create table message_mapping (
      id text primary key,
      entity_id text not null references entity on delete cascade,
      name text not null,
      mapping jsonb not null,
      created_by text references app_user on delete set null,
      created_at timestamptz not null,
      version integer not null default 1,
      changed_at timestamptz,
      changed_by text references app_user on delete set null,
      replayed_to bigint not null default 0,
      replay_total integer not null default 0,
      replay_done integer not null default 0,
      replay_stored integer not null default 0,
      replay_began_at timestamptz not null,
      replay_stopped boolean not null default false,
      held_by text
    );
    create index message_mapping_entity on message_mapping (entity_id);
    create table captured_message (
      id bigint generated always as identity primary key,
      entity_id text not null references entity on delete cascade,
      data_id text references unit on update cascade on delete cascade,
      topic text not null,
      payload text not null,
      bytes integer not null,
      arrived_at timestamptz not null,
      reason text
    );
    create index captured_message_entity on captured_message (entity_id, id);
    create index captured_message_unit on captured_message (data_id);
  `.execute(db)
}
