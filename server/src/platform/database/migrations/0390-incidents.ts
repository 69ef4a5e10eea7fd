import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table incident (
      id bigint generated always as identity primary key,
      entity_id text not null references entity on delete cascade,
      title text not null,
      severity text not null,
      from_at bigint not null,
      to_at bigint not null,
      moment_at bigint not null,
      known text not null,
      conclusions text not null default '',
      is_cut boolean not null default false,
      taken_at timestamptz not null,
      taken_by text not null,
      created_by text not null,
      created_at timestamptz not null,
      version integer not null default 1,
      changed_at timestamptz,
      changed_by text
    );
    create index incident_entity on incident (entity_id, created_at desc, id desc);

    create table incident_unit (
      incident_id bigint not null references incident on delete cascade,
      data_id text not null references unit on update cascade on delete cascade,
      name text not null,
      facts jsonb not null,
      primary key (incident_id, data_id)
    );
    create index incident_unit_unit on incident_unit (data_id);

    create table incident_note (
      incident_id bigint not null,
      note_id bigint not null,
      data_id text not null,
      entry jsonb not null,
      primary key (incident_id, note_id),
      foreign key (incident_id, data_id) references incident_unit on update cascade on delete cascade
    );
    create index incident_note_unit on incident_note (incident_id, data_id);

    create table incident_conclusions (
      id bigint generated always as identity primary key,
      incident_id bigint not null references incident on delete cascade,
      text text not null,
      saved_by text not null,
      saved_at timestamptz not null
    );
    create index incident_conclusions_incident on incident_conclusions (incident_id, id desc);

    comment on column incident.is_cut is 'something was left out because it was too much';
    comment on column incident_unit.facts is 'as \`FrozenFacts\` says';
  `.execute(db)
}
