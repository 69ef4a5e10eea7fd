import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Times are epoch milliseconds. `created_by` counts whoever asked, `token_id` is that of a program. `token_hash`: what a unit of an import was created with, a secret that nobody has. As long as the unit
  // has it still, no token was made for it.
  await sql`
    create table unit_job (
      id bigint generated always as identity primary key,
      kind text not null,
      asked jsonb not null,
      created_at bigint not null,
      created_by text not null,
      token_id text,
      ended_at bigint,
      tokens_at bigint
    );
    create index unit_job_running on unit_job (id) where ended_at is null;
    create index unit_job_of_user on unit_job (created_by, id);

    create table unit_job_item (
      job_id bigint not null references unit_job (id) on delete cascade,
      place int not null,
      data_id text not null,
      given jsonb,
      result text,
      message text not null default '',
      token_hash bytea,
      primary key (job_id, place)
    );
    create index unit_job_item_open on unit_job_item (job_id, place) where result is null;
  `.execute(db)
}
