import { type Kysely, sql } from 'kysely'

/** No release has the former names. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table alert_unit rename column told to notified;
    alter table alert_unit rename column told_at to notified_at;
    alter table alert_notification rename column told to notified;
    alter table action_request rename column request_told to request_recorded;
    alter table action_request rename column end_told to end_recorded;
    alter index action_request_untold rename to action_request_unrecorded;
    comment on column action_request.request_recorded is 'the request is in the history';
    comment on column action_request.end_recorded is 'the end of the request is in the history';
  `.execute(db)
}
