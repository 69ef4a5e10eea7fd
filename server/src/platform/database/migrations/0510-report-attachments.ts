import { type Kysely, sql } from 'kysely'

/** A mail has several files, in an order. Scheduled reports keep the file that they had. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table outbox drop constraint outbox_attachment_id_fkey;
    alter table outbox_attachment
      add column place integer not null default 0,
      drop constraint outbox_attachment_pkey,
      add primary key (id, place);
    comment on column outbox_attachment.id is 'of all files that go with a mail';
    update report_schedule
      set content = content - 'format' || jsonb_build_object('formats', jsonb_build_array(content -> 'format'))
      where content ? 'format';
  `.execute(db)
}
