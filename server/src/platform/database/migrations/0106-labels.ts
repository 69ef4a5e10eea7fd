import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // What an entity calls its units by. Names differ in more than capitals.
  await sql`
    create table label (
      id text primary key,
      entity_id text not null references entity (id),
      name text not null,
      colour text not null,
      created_by text references app_user (id) on delete set null,
      created_at timestamptz not null,
      version int not null default 1,
      changed_at timestamptz,
      changed_by text references app_user (id) on delete set null
    );
    create unique index label_name on label (entity_id, lower(name));

    create table unit_label (
      data_id text not null references unit (data_id) on delete cascade,
      label_id text not null references label (id) on delete cascade,
      primary key (data_id, label_id)
    );
    create index unit_label_label on unit_label (label_id);
  `.execute(db)
}
