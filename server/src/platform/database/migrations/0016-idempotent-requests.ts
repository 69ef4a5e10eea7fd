import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Neither the key nor the reply in clear: a reply may hold the token of a unit. `reply` is null until the request is done.
  await sql`
    create table idempotent_request (
      key_hash bytea primary key,
      caller text not null,
      request_hash bytea not null,
      reply bytea,
      created_at timestamptz not null
    );
    create index idempotent_request_caller on idempotent_request (caller, created_at);
    create index idempotent_request_age on idempotent_request (created_at);
  `.execute(db)
}
