import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table place (
      id bigint generated always as identity primary key,
      entity_id text not null references entity on delete cascade,
      name text not null,
      group_name text,
      colour text,
      geometry jsonb not null,
      radius float8,
      positions integer not null,
      feature jsonb,
      created_by text not null,
      created_at timestamptz not null,
      version integer not null default 1,
      changed_at timestamptz,
      changed_by text
    );
    create index place_entity on place (entity_id, lower(name));
    comment on column place.radius is 'metres around a point or a line';
    comment on column place.positions is 'how many positions the geometry has';
    comment on column place.feature is 'the id and the properties of the feature that it was imported from';
  `.execute(db)
}
