import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Records of one commit that lie among those of a chunk, in the order of time, until compaction merges them. Those of a source
  // have different times. A row with the same time came later: late records remove the rows that they replace.
  await sql`
    create table record_late (
      id bigint generated always as identity primary key,
      source_key bigint not null,
      received_at timestamptz(3) not null,
      first_at timestamptz(3) not null,
      last_at timestamptz(3) not null,
      count integer not null check (count > 0),
      at timestamptz(3)[] not null,
      fields text[] not null
    ) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
    alter table record_late alter column at set storage external, alter column fields set storage external;
    create index record_late_last on record_late (source_key, last_at);
  `.execute(db)
  // first_at and last_at bound the times: conditions on them spare PostgreSQL the late records elsewhere.
  await sql`
    create view record_row as
      select source_key, at, received_at, fields, at as first_at, at as last_at from record
      union all
      select late.source_key, one.at, late.received_at, one.fields::json, late.first_at, late.last_at
      from record_late late cross join lateral unnest(late.at, late.fields) one (at, fields)
      where not exists (select from record newer where newer.source_key = late.source_key and newer.at = one.at)
  `.execute(db)
}
