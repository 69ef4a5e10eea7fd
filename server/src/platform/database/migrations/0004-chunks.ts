import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Times are epoch milliseconds, as in the blocks. What is compressed already is stored beside the table as it is. Chunks of one
  // source never overlap. Without times a chunk has only its summaries left; without arrivals all of it arrived at once.
  await sql`
    create table record_chunk (
      source_key bigint not null,
      start_at bigint not null,
      end_at bigint not null check (end_at >= start_at),
      count int not null check (count > 0),
      first_received_at bigint not null,
      last_received_at bigint not null,
      levels jsonb not null,
      times bytea,
      arrivals bytea,
      primary key (source_key, start_at)
    );
    create unique index record_chunk_end on record_chunk (source_key, end_at);
    create index record_chunk_received on record_chunk (source_key, last_received_at);
    alter table record_chunk alter column times set storage external, alter column arrivals set storage external;

    create table record_column (
      source_key bigint not null,
      field text not null,
      start_at bigint not null,
      data bytea not null,
      primary key (source_key, field, start_at)
    );
    alter table record_column alter column data set storage external;

    create table record_summary (
      source_key bigint not null,
      field text not null,
      bucket_ms bigint not null,
      start_at bigint not null,
      data bytea not null,
      primary key (source_key, field, bucket_ms, start_at)
    );
    alter table record_summary alter column data set storage external;

    alter table record set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);

    alter table source add column raw_days int check (raw_days > 0), add column summary_days int check (summary_days > 0);
    alter table entity add column raw_days int check (raw_days > 0), add column summary_days int check (summary_days > 0);
  `.execute(db)
}
