import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Times are epoch milliseconds. `filled_to`: while occurrences are found from the start, the moment from which on they are not yet; null
  // once they are. `fill_total` is null until that has begun. `corrections`: stretches `{"from", "to"}` that are to be looked at anew.
  // The figures of an occurrence are four a value: at the start, least, greatest, mean. A tag belongs to the start at which it was set;
  // the occurrence that covers it shows it.
  await sql`
    create table event_table (
      id bigint generated always as identity primary key,
      data_id text not null references unit (data_id) on delete cascade,
      name text not null,
      title text not null,
      source text not null,
      field text not null,
      operator text not null,
      constant float8 not null,
      comparison text not null,
      start_at bigint not null,
      gap_ms bigint not null,
      inputs jsonb not null,
      revision int not null default 0,
      filled_to bigint,
      fill_done bigint not null default 0,
      fill_total bigint,
      corrections jsonb not null default '[]',
      created_at timestamptz not null,
      unique (data_id, name)
    );

    create table event_occurrence (
      event_table bigint not null references event_table (id) on delete cascade,
      start_at bigint not null,
      end_at bigint,
      last_at bigint not null,
      figures float8[] not null,
      tag text,
      primary key (event_table, start_at)
    );

    create table event_tag (
      event_table bigint not null references event_table (id) on delete cascade,
      start_at bigint not null,
      tag text not null,
      set_at timestamptz not null,
      primary key (event_table, start_at)
    );
    create index event_tag_by_text on event_tag (event_table, tag);

    create table event_table_removed (
      data_id text not null references unit (data_id) on delete cascade,
      name text not null,
      primary key (data_id, name)
    );
  `.execute(db)
}
