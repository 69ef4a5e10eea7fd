import { type Kysely, sql } from 'kysely'

/** A request that must not be done twice names the server that does it: when that one is gone, no one waits for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table idempotent_request add column server text;
    comment on column idempotent_request.server is 'the name of the lease of the server that does it';
  `.execute(db)
}
