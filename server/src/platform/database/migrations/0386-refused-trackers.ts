import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table refused_tracker (
      imei text primary key,
      at bigint not null
    );
    create index refused_tracker_at on refused_tracker (at);
    comment on column refused_tracker.at is 'When it last tried to connect (epoch milliseconds).';
  `.execute(db)
}
