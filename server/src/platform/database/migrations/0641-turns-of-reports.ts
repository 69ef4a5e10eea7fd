import { type Kysely, sql } from 'kysely'

/** Reports are written in turns of their entities, and the mails of reports to one person are counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table entity add column report_taken_at timestamptz;
    comment on column entity.report_taken_at is 'when a server last began to write a report of it';
    create index report_mail_of_person on report_mail (user_id);
  `.execute(db)
}
