import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // `first_answer`: the fields of the first answer as JSON, until the request has it. `not_sent_reason` of a request that waits: it is not
  // handed over any more, and is given up soon.
  await sql`
    alter table action_request add column first_answer text, add column not_sent_at bigint,
      add column not_sent_reason text check (not_sent_reason in ('restored', 'deactivated'));
  `.execute(db)
}
