import { type Kysely, sql } from 'kysely'

/** Waiting mails know for whom they are and which link they hold, so that they are given up with the person or the link. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table outbox add column for_user boolean not null default false, add column link_hash bytea;
    comment on column outbox.for_user is 'only for an active user who has the address';
    comment on column outbox.link_hash is 'of the link in it: not sent once that is used or replaced';
  `.execute(db)
}
