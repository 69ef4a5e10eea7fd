import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table share
      add sources text[] not null default '{}',
      add event_table integer references event_table on delete set null,
      add incident_id bigint references incident on delete set null;
    create index share_event_table on share (event_table);
    create index share_incident on share (incident_id);

    create table shared_map_unit (
      share_id text not null references share on delete cascade,
      data_id text not null references unit on update cascade on delete cascade,
      place jsonb,
      primary key (share_id, data_id)
    );
    create index shared_map_unit_unit on shared_map_unit (data_id);

    comment on column share.sources is 'Those of the shown sources that existed when the link was made. One that is missing now was deleted';
    comment on column share.event_table is 'Null for a link to an event table: it was deleted';
    comment on column share.incident_id is 'Null for a link to an incident: it was deleted';
    comment on table shared_map_unit is 'The units of shared maps; one that was deleted is missing';
    comment on column shared_map_unit.place is 'Where it was at the moment of a map that stays as it is';
  `.execute(db)
}
