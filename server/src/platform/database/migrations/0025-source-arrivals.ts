import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // `previous_received_at`: when the records of the commit before the last one arrived. `stand_in_until`: up to which time (epoch
  // milliseconds) times were given to records that came without one.
  await sql`
    alter table source
      add column previous_received_at timestamptz(3),
      add column stand_in_until bigint not null default 0;
    update source set stand_in_until = (extract(epoch from last_received_at) * 1000)::bigint where last_received_at > to_timestamp(0)
  `.execute(db)
}
