import { type Kysely, sql } from 'kysely'

/**
 * Late records are stored as they come, and taken apart when they are read: two arrays of thousands of values cost PostgreSQL as much as
 * rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop view record_row;
    alter table record_late add column times text, add column lines text;
    alter table record_late alter column times set storage external, alter column lines set storage external;
    update record_late late set times = stored.times, lines = array_to_string(late.fields, E'\n')
    from (
      select id, string_agg((extract(epoch from one.at) * 1000)::bigint::text, ',' order by place) as times
      from record_late cross join lateral unnest(record_late.at) with ordinality one (at, place)
      group by id
    ) stored where stored.id = late.id;
    alter table record_late alter column times set not null, alter column lines set not null,
      drop column at, drop column fields;
    comment on column record_late.times is 'epoch milliseconds, in their order, with commas between them';
    comment on column record_late.lines is 'the fields of each record, one JSON object a line';
  `.execute(db)
  // As before: first_at and last_at bound the times.
  await sql`
    create view record_row as
      select source_key, at, received_at, fields, at as first_at, at as last_at from record
      union all
      select source_key, at, received_at, one.fields::json, first_at, last_at
      from record_late late
      cross join lateral unnest(string_to_array(times, ',')::float8[], string_to_array(lines, E'\n')) one (ms, fields)
      cross join lateral (select to_timestamp(one.ms / 1000)::timestamptz(3) as at) timed
      where not exists (select from record newer where newer.source_key = late.source_key and newer.at = timed.at)
  `.execute(db)
}
