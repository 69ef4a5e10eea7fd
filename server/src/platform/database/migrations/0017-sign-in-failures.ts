import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The rows of the former table only counted for half an hour.
  await sql`
    drop table sign_in_failure;
    create table sign_in_failure (
      id text primary key,
      account text not null,
      network text not null,
      browser text,
      at timestamptz not null,
      failed boolean not null default false
    );
    create index sign_in_failure_account on sign_in_failure (account, at);
    create index sign_in_failure_network on sign_in_failure (network, at);
  `.execute(db)
}
