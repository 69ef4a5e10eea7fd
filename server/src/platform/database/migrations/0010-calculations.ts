import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Times are epoch milliseconds. `filled_to`: while a source is filled, the moment from which on it is not yet; null once it is.
  // `fill_total` is null until filling has begun. The cursor of an input is where the computation is in the order of arrival.
  await sql`
    create table calculation (
      id bigint generated always as identity primary key,
      data_id text not null references unit (data_id) on delete cascade,
      name text not null,
      equation text not null,
      unit text not null,
      start_at bigint not null,
      inputs jsonb not null,
      revision int not null default 0,
      filled_to bigint,
      fill_done bigint not null default 0,
      fill_total bigint,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (data_id, name)
    );

    create table calculation_input (
      calculation_id bigint not null references calculation (id) on delete cascade,
      source text not null,
      received_after bigint not null default 0,
      received_at bigint,
      primary key (calculation_id, source)
    );
  `.execute(db)
}
