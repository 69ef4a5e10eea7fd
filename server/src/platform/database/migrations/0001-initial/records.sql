-- `previous_received_at`: when the records of the commit before the last one arrived. `stand_in_until`: times up to
-- this one were given to records without a time. `removed_before`: retention removed records before this time.
-- `imported_at`, `heard_at`: when imported records and others arrived last. Without `raw_days` and `summary_days`, those
-- of the entity count. Times in bigint are epoch milliseconds.
create table source (
  source_key bigint generated always as identity primary key,
  data_id text not null references unit (data_id) on delete cascade,
  name text not null,
  field_types jsonb not null default '{}',
  last_received_at timestamptz(3) not null,
  raw_days integer check (raw_days > 0),
  summary_days integer check (summary_days > 0),
  version integer not null default 1,
  changed_at timestamptz,
  changed_by text,
  previous_received_at timestamptz(3),
  stand_in_until bigint not null default 0,
  imported_at bigint,
  heard_at bigint,
  removed_before bigint,
  unique (data_id, name)
) with (fillfactor = 50);

-- Each commit gives its records one `received_at`, later than the commit before: it is the cursor of streams. The heap
-- is in order of arrival, which makes the BRIN index effective. `fields` is json because rows are written constantly
-- and read a few times.
create table record (
  source_key bigint,
  at timestamptz(3),
  received_at timestamptz(3) not null,
  fields json not null,
  primary key (source_key, at)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
create index record_received on record using brin (received_at) with (autosummarize = on);

-- Times are epoch milliseconds. Compressed data is stored outside the row as it is. Chunks of one source never overlap.
-- Without times only the summaries are left; without arrivals all records arrived at once.
create table record_chunk (
  source_key bigint,
  start_at bigint,
  end_at bigint not null,
  count integer not null check (count > 0),
  first_received_at bigint not null,
  last_received_at bigint not null,
  levels jsonb not null,
  times bytea,
  arrivals bytea,
  object_id bigint,
  primary key (source_key, start_at),
  check (end_at >= start_at)
);
alter table record_chunk alter column times set storage external, alter column arrivals set storage external;
create unique index record_chunk_end on record_chunk (source_key, end_at);
create index record_chunk_received on record_chunk (source_key, last_received_at);
create index record_chunk_object on record_chunk (object_id) where object_id is not null;

create table record_column (
  source_key bigint,
  field text,
  start_at bigint,
  data bytea not null,
  primary key (source_key, field, start_at)
);
alter table record_column alter column data set storage external;

create table record_summary (
  source_key bigint,
  field text,
  bucket_ms bigint,
  start_at bigint,
  data bytea not null,
  primary key (source_key, field, bucket_ms, start_at)
);
alter table record_summary alter column data set storage external;

-- Consumers of the sources of a unit, such as a calculated source. `output` is the source that it fills; `unfinished`:
-- it has work left although nothing arrives.
create table arrival_follower (
  consumer text,
  id text,
  data_id text not null references unit (data_id) on delete cascade,
  output text,
  unfinished boolean not null default false,
  held_by text,
  primary key (consumer, id)
);
create index arrival_follower_unit on arrival_follower (data_id);

-- How far a follower is in the order of arrival of each source.
create table arrival_cursor (
  consumer text,
  follower text,
  source text,
  received_after bigint not null default 0,
  received_at bigint,
  primary key (consumer, follower, source),
  foreign key (consumer, follower) references arrival_follower (consumer, id) on delete cascade
);

-- `checked`: all lines were read once without storing them. `carry` is the beginning of a line that ends in the next
-- part. `held_by`: the server that works on it. Without `started_by` and `started_token_id`, the command line started it.
-- `first_at`, `last_at`: times of the first and last record, in epoch milliseconds.
create table record_import (
  id bigint generated always as identity primary key,
  data_id text not null references unit (data_id) on delete cascade,
  file_name text not null,
  file_bytes bigint not null,
  state text not null,
  checked boolean not null default false,
  settings jsonb,
  source_key bigint,
  created_by text,
  created_at timestamptz not null,
  ended_at timestamptz,
  held_by text,
  read_parts integer not null default 0,
  carry bytea,
  position jsonb,
  counts jsonb not null,
  first_at bigint,
  last_at bigint,
  failure text,
  started_by text,
  started_token_id text
);
create index record_import_open on record_import (id) where state in ('checking', 'running', 'undoing');
create index record_import_unit on record_import (data_id, id desc);

create table record_import_part (
  import_id bigint references record_import (id) on delete cascade,
  part integer,
  bytes integer not null,
  data bytea not null,
  primary key (import_id, part)
);
alter table record_import_part alter column data set storage external;

create table record_import_refusal (
  import_id bigint references record_import (id) on delete cascade,
  line bigint,
  reason text not null,
  primary key (import_id, line)
);

-- When records of an import arrived in their source. `restored`: records that an undone import had replaced.
create table record_import_commit (
  source_key bigint,
  received_at bigint,
  import_id bigint not null references record_import (id) on delete cascade,
  start_at bigint not null,
  end_at bigint not null,
  restored boolean not null default false,
  primary key (source_key, received_at)
);
create index record_import_commit_import on record_import_commit (import_id);

-- Records that the import replaced.
create table record_import_replaced (
  import_id bigint references record_import (id) on delete cascade,
  at bigint,
  fields json not null,
  primary key (import_id, at)
);

-- Records of one commit that lie among those of a chunk, in the order of time, until compaction merges them. Those of a
-- source have different times. A row with the same time came later: late records remove the rows that they replace.
-- `times`: epoch milliseconds, in their order, with commas between them. `lines`: the fields of each record, one JSON
-- object a line. Text, as two arrays of thousands of values cost PostgreSQL as much as rows.
create table record_late (
  id bigint generated always as identity primary key,
  source_key bigint not null,
  received_at timestamptz(3) not null,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  count integer not null check (count > 0),
  times text not null,
  lines text not null
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
alter table record_late alter column times set storage external, alter column lines set storage external;
create index record_late_last on record_late (source_key, last_at);

-- `first_at` and `last_at` bound the times: conditions on them spare PostgreSQL the late records elsewhere.
create view record_row as
  select source_key, at, received_at, fields, at as first_at, at as last_at from record
  union all
  select source_key, at, received_at, one.fields::json, first_at, last_at
  from record_late late
  cross join lateral unnest(string_to_array(times, ',')::float8[], string_to_array(lines, E'\n')) one (ms, fields)
  cross join lateral (select to_timestamp(one.ms / 1000)::timestamptz(3) as at) timed
  where not exists (select from record newer where newer.source_key = late.source_key and newer.at = timed.at);

-- Old chunks in object storage, several in one object. `chunks`: how many it was made of.
create table history_object (
  id bigint generated always as identity primary key,
  key text not null unique,
  hash text not null,
  bytes bigint not null,
  announced_at bigint not null,
  stored_at bigint,
  unused_at bigint,
  removing boolean not null default false,
  chunks integer not null default 0
);

create table history_move (
  one boolean primary key default true check (one),
  source_key bigint not null,
  start_at bigint not null,
  due_at bigint not null,
  held_by text
);
