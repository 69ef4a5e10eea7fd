import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // `server`: those that run, each until its lease expires. `arrival_follower`: what follows sources of a unit, such as a calculated
  // source; `output` is the source that it fills, and `unfinished` tells that it has work left though nothing arrives. `arrival_cursor`:
  // how far it is in the order of arrival of each of them (epoch milliseconds).
  await sql`
    create table server (
      name text primary key,
      expires_at timestamptz not null
    );

    create table arrival_follower (
      consumer text not null,
      id text not null,
      data_id text not null references unit (data_id) on delete cascade,
      output text,
      unfinished boolean not null default false,
      held_by text,
      primary key (consumer, id)
    );
    create index arrival_follower_unit on arrival_follower (data_id);

    create table arrival_cursor (
      consumer text not null,
      follower text not null,
      source text not null,
      received_after bigint not null default 0,
      received_at bigint,
      primary key (consumer, follower, source),
      foreign key (consumer, follower) references arrival_follower (consumer, id) on delete cascade
    );

    insert into arrival_follower (consumer, id, data_id, output, unfinished)
    select 'calculations', id::text, data_id, name, filled_to is not null or corrections <> '[]' from calculation;

    insert into arrival_cursor (consumer, follower, source, received_after, received_at)
    select 'calculations', calculation_id::text, source, received_after, received_at from calculation_input;
  `.execute(db)
}
