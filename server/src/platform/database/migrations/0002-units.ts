import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table template (
      id text primary key,
      entity_id text not null references entity (id),
      definition jsonb not null,
      version integer not null default 1,
      updated_at timestamptz not null default now()
    );
    create index template_entity on template (entity_id);

    create table unit (
      data_id text primary key,
      friendly_name text not null,
      description text not null default '',
      image text not null default '',
      active boolean not null default true,
      last_activity_at timestamptz,
      last_message text,
      current_lat double precision,
      current_lon double precision,
      located_at timestamptz,
      default_template text references template (id),
      custom_template text references template (id),
      apps text[] not null default '{}',
      paused_data text[] not null default '{}',
      token_hash bytea not null,
      connected boolean not null default false,
      connection_changed_at timestamptz,
      created_at timestamptz not null default now()
    ) with (fillfactor = 70);

    create table unit_entity (
      data_id text not null references unit (data_id) on delete cascade,
      entity_id text not null references entity (id),
      primary key (entity_id, data_id)
    );
    create index unit_entity_unit on unit_entity (data_id);
  `.execute(db)
}
