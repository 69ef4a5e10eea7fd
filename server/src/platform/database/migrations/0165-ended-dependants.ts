import { type Kysely, sql } from 'kysely'

/** Alerts and event tables that ended because what they watched was deleted. Times are epoch milliseconds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table alert add column ended_at bigint, add column ended_reason text;
    alter table alert_unit add column ended_at bigint, add column ended_reason text;
    alter table event_table add column ended_at bigint, add column ended_reason text;
  `.execute(db)
}
