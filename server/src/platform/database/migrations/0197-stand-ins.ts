import { type Kysely, sql } from 'kysely'

/**
 * Admins who own an alert while none of its owners can be notified: `stands_in` says what they were to it before, nothing (`none`) or a
 * `viewer`. And scheduled reports that are paused until one of their recipients can get them again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table alert_person add column stands_in text check (stands_in in ('none', 'viewer'));
    alter table report_schedule add column awaits_recipients boolean not null default false;
  `.execute(db)
}
