import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Since when an alert rests on a unit, as that is deactivated or the source is paused (epoch milliseconds).
  await sql`
    alter table alert_unit add column rested_at bigint;
    create index alert_unit_rested on alert_unit (data_id) where rested_at is not null;
  `.execute(db)
}
