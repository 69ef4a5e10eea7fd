import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table entity add column places_changed bigint not null default 0;
    comment on column entity.places_changed is 'counts the changes of its places, so that what is computed from them is known to be current';
    create index event_table_place on event_table (field) where field like 'place:%' or field like 'group:%';
  `.execute(db)
}
