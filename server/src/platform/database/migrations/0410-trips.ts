import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table event_checkpoint (
      event_table integer not null references event_table on delete cascade,
      at bigint not null,
      state text not null,
      primary key (event_table, at)
    );
    comment on table event_checkpoint is 'how tables of trips were after all records up to a moment, from where on late records are judged again';
    create index event_table_trips on event_table (data_id) where field like 'trips:%' or field like 'stops:%';
  `.execute(db)
}
