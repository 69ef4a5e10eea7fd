-- `contents` counts charts, gauges, cards, tables, maps, event logs, event tables, reports and formulas: reading
-- hundreds of definitions to count them takes seconds. `widget_kinds` are all kinds of widgets on the overview, and
-- `widget_counts` how many there are of each, in the same order.
create table template (
  id text primary key,
  entity_id text not null references entity (id),
  definition jsonb not null,
  version integer not null default 1,
  changed_at timestamptz not null default now(),
  data_id text,
  changed_by text,
  title text generated always as (coalesce(definition ->> 'title', '')) stored,
  contents integer[] generated always as (array[
    jsonb_array_length(jsonb_path_query_array(definition, '$."timeSeries"."charts"[*]')),
    jsonb_array_length(jsonb_path_query_array(definition, '$."overview"."gauges"[*]')),
    (jsonb_array_length(jsonb_path_query_array(definition, '$."overview"."infoCards"[*]')) +
      jsonb_array_length(jsonb_path_query_array(definition, '$."overview"."statistics"[*]'))),
    jsonb_array_length(jsonb_path_query_array(definition, '$."overview"."tables"[*]')),
    jsonb_array_length(jsonb_path_query_array(definition, '$."overview"."maps"[*]')),
    jsonb_array_length(jsonb_path_query_array(definition, '$."overview"."eventLog"')),
    jsonb_array_length(jsonb_path_query_array(definition, '$."events"[*]')),
    jsonb_array_length(jsonb_path_query_array(definition, '$."reports".*')),
    jsonb_array_length(jsonb_path_query_array(definition, 'strict $.**."calculate"'))
  ]) stored,
  change jsonb,
  icon text generated always as (definition ->> 'icon') stored,
  widget_kinds jsonb generated always as (jsonb_path_query_array(definition, '$.overview.keyvalue().key')) stored,
  widget_counts jsonb generated always as (jsonb_path_query_array(definition, '$.overview.keyvalue().value.size()')) stored
);
create unique index template_data_id on template (data_id) where data_id is not null;
create index template_entity on template (entity_id);

-- `token_hash` is the SHA-256 of 256 random bits, so a slow hash would protect nothing. `located_at`: `messageUTC` of the
-- record that has the position. `event_tables_due`: its template may list event tables that it lacks. `deleted_at`
-- (epoch milliseconds): out of reach since then, deleted or renamed. `raw_days`, `summary_days`: for its new sources.
create table unit (
  data_id text primary key,
  friendly_name text not null,
  description text not null default '',
  image text not null default '',
  active boolean not null default true,
  last_activity_at timestamptz,
  last_message text,
  current_lat double precision,
  current_lon double precision,
  located_at timestamptz,
  default_template text references template (id),
  custom_template text references template (id),
  apps text[] not null default '{}',
  paused_data text[] not null default '{}',
  token_hash bytea not null,
  connection_changed_at timestamptz,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  changed_at timestamptz,
  changed_by text,
  size text not null default '',
  service text not null default '',
  raw_days integer check (raw_days > 0),
  summary_days integer check (summary_days > 0),
  event_tables_due boolean not null default true,
  paused_sources text[] generated always as (
    case
      when 'sensor_PAGESensor' = any (paused_data) then paused_data || array['nitrate', 'potassium', 'ph']
      else paused_data
    end
  ) stored not null,
  deleted_at bigint,
  renamed_to text references unit (data_id) on delete cascade,
  last_door text,
  dev_eui text,
  imei text
) with (fillfactor = 70);
create index unit_default_template on unit (default_template) where default_template is not null;
create index unit_event_tables_due on unit (data_id) where event_tables_due;
create index unit_renamed on unit (renamed_to) where renamed_to is not null;
create unique index unit_dev_eui on unit (dev_eui) where deleted_at is null;
create unique index unit_imei on unit (imei) where deleted_at is null;
create index unit_token on unit (token_hash);
alter table template add foreign key (data_id) references unit (data_id) on delete cascade;

create table unit_entity (
  data_id text references unit (data_id) on delete cascade,
  entity_id text references entity (id),
  primary key (entity_id, data_id)
);
create index unit_entity_unit on unit_entity (data_id);

-- Orders the MQTT connections of all servers, whose clocks may differ.
create sequence unit_connection_number;

-- Servers that have a session of a unit.
create table unit_connection (
  data_id text references unit (data_id) on delete cascade,
  server text,
  primary key (data_id, server)
);

create table unit_maintenance (
  id bigint generated always as identity primary key,
  data_id text not null references unit (data_id) on delete cascade,
  from_at bigint not null,
  to_at bigint not null,
  comment text not null,
  created_by text
);
create index unit_maintenance_unit on unit_maintenance (data_id, to_at);

-- `definition` is JSON compressed by zstd.
create table template_version (
  template_id text references template (id) on delete cascade,
  version integer,
  definition bytea not null,
  change jsonb,
  changed_at timestamptz not null,
  changed_by text,
  replaced_at timestamptz not null,
  primary key (template_id, version)
);
alter table template_version alter column definition set storage external;

-- A unit that tries a copy in place of its shared template.
create table template_trial (
  data_id text primary key references unit (data_id) on delete cascade,
  copy_id text not null unique references template (id) on delete cascade,
  template_id text not null references template (id) on delete cascade,
  started_at timestamptz not null,
  started_by text not null
);
create index template_trial_template on template_trial (template_id);

create table label (
  id text primary key,
  entity_id text not null references entity (id),
  name text not null,
  colour text not null,
  created_by text,
  created_at timestamptz not null,
  version integer not null default 1,
  changed_at timestamptz,
  changed_by text
);
create unique index label_name on label (entity_id, lower(name));

create table unit_label (
  data_id text references unit (data_id) on delete cascade,
  label_id text references label (id) on delete cascade,
  primary key (data_id, label_id)
);
create index unit_label_label on unit_label (label_id);

create table list_view (
  user_id text primary key references app_user (id) on delete cascade,
  view jsonb not null
);

-- Each entity has its own list, and does not learn that another one lists the same card.
create table sim (
  id text primary key,
  entity_id text not null references entity (id),
  iccid text not null,
  imsi text not null default '',
  msisdn text not null default '',
  imei text not null default '',
  label text not null default '',
  operator text not null default '',
  status text not null default 'active' check (status in ('active', 'suspended', 'inactive')),
  data_id text references unit (data_id) on delete set null,
  ip text not null default '',
  data_used bigint,
  data_limit bigint,
  used_at timestamptz,
  last_session_at timestamptz,
  updated_at timestamptz not null,
  version integer not null default 1,
  changed_by text,
  changed_at timestamptz,
  unique (entity_id, iccid)
);
create index sim_unit on sim (data_id);

-- Times are epoch milliseconds. `created_by` is the starter, `token_id` the token of a program.
create table unit_job (
  id bigint generated always as identity primary key,
  kind text not null,
  asked jsonb not null,
  created_at bigint not null,
  created_by text not null,
  token_id text,
  ended_at bigint,
  tokens_at bigint,
  entity_id text,
  stopped_at bigint,
  stopped_by text,
  address text not null default ''
);
create index unit_job_of_user on unit_job (created_by, id);
create index unit_job_running on unit_job (id) where ended_at is null;

create table unit_job_item (
  job_id bigint references unit_job (id) on delete cascade,
  place integer,
  data_id text not null,
  given jsonb,
  result text,
  message text not null default '',
  token_hash bytea,
  primary key (job_id, place)
);
create index unit_job_item_open on unit_job_item (job_id, place) where result is null;

create table rejected_message (
  id bigint generated always as identity primary key,
  data_id text not null,
  received_at timestamptz not null,
  source text,
  channel text not null,
  code text not null,
  message text not null,
  payload text not null,
  topic text
);
create index rejected_message_unit on rejected_message (data_id, id desc);

create table template_codec (
  template_id text primary key references template (id) on delete cascade,
  code text not null
);

-- Units that belong to other entities than before, until their tables on places are settled.
create table unit_moved (
  data_id text primary key references unit on update cascade on delete cascade
);

-- `lat`, `lon`: where the unit was at the beginning, or what the author gave; null where that is not known. `picture` is
-- the name of its stored picture; a small one is stored beside it. Only people who see the unit may read them.
create table note (
  id bigint generated always as identity primary key,
  data_id text not null references unit on update cascade on delete cascade,
  source text,
  start_at bigint not null,
  end_at bigint,
  text text not null,
  created_by text not null,
  created_at timestamptz not null,
  version integer not null default 1,
  changed_at timestamptz,
  changed_by text,
  lat double precision,
  lon double precision,
  position_given boolean not null default false,
  picture text,
  picture_alt text not null default ''
);
create index note_end on note (coalesce(end_at, start_at));
create index note_placed on note (start_at desc, id desc) where lat is not null;
create index note_time on note (start_at desc, id desc);
create index note_unit on note (data_id, start_at desc, id desc);
create index note_unit_end on note (data_id, coalesce(end_at, start_at));

-- `radius`: metres around a point or a line. `positions`: how many positions the geometry has. `feature`: the id and the
-- properties of the feature that it was imported from.
create table place (
  id bigint generated always as identity primary key,
  entity_id text not null references entity on delete cascade,
  name text not null,
  group_name text,
  colour text,
  geometry jsonb not null,
  radius float8,
  positions integer not null,
  feature jsonb,
  created_by text not null,
  created_at timestamptz not null,
  version integer not null default 1,
  changed_at timestamptz,
  changed_by text
);
create index place_entity on place (entity_id, lower(name));
