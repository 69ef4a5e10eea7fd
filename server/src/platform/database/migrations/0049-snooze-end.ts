import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // `until_at` is the end of a snooze. What was noted before had it as `at`, which put it before everything that came later.
  await sql`
    alter table alert_change add until_at bigint;
    update alert_change set until_at = nullif(at, noted_at), at = noted_at where happening = 'snoozed';
  `.execute(db)
}
