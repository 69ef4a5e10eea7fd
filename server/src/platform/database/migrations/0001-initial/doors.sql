-- By which gateway and name a unit sends.
create table gateway_child (
  gateway text not null references unit on update cascade on delete cascade,
  name text not null,
  source text not null,
  unit text unique references unit on update cascade on delete set null,
  primary key (gateway, name),
  unique (gateway, source)
);

-- `replayed_to`: the last captured message that the mapping has seen. `replay_stopped`: its creator lost the right to
-- replay. A captured message without `data_id` was sent by a program.
create table message_mapping (
  id text primary key,
  entity_id text not null references entity on delete cascade,
  name text not null,
  mapping jsonb not null,
  created_by text references app_user on delete set null,
  created_at timestamptz not null,
  version integer not null default 1,
  changed_at timestamptz,
  changed_by text references app_user on delete set null,
  replayed_to bigint not null default 0,
  replay_total integer not null default 0,
  replay_done integer not null default 0,
  replay_stored integer not null default 0,
  replay_began_at timestamptz not null,
  replay_stopped boolean not null default false,
  held_by text
);
create index message_mapping_entity on message_mapping (entity_id);

create table captured_message (
  id bigint generated always as identity primary key,
  entity_id text not null references entity on delete cascade,
  data_id text references unit on update cascade on delete cascade,
  topic text not null,
  payload text not null,
  bytes integer not null,
  arrived_at timestamptz not null,
  reason text
);
create index captured_message_entity on captured_message (entity_id, id);
create index captured_message_unit on captured_message (data_id);

-- What identifies an uplink is long, and only compared: SHA-256 of it.
create table lorawan_uplink (
  data_id text references unit (data_id) on delete cascade,
  id bytea,
  arrived_at bigint not null,
  primary key (data_id, id)
);

-- `api_key` is sealed for the id of the network server. `failures`: tries that failed since the last success. `catch_up`:
-- stored uplinks are read, up to `caught_up_to` by the clock of the network server so far. `reference`: by which the
-- network server reports the progress of a downlink. `lorawan_device`: by which network server a unit sent last.
-- `lorawan_report`: what a network server reported of a downlink before it had answered the request that queued it.
-- Times in bigint are epoch milliseconds.
create table network_server (
  id text primary key,
  entity_id text not null references entity on delete cascade,
  name text not null,
  kind text not null,
  url text not null,
  api_key bytea not null,
  application text not null,
  f_port integer not null,
  confirmed boolean not null,
  active boolean not null default true,
  failures integer not null default 0,
  failing_since timestamptz,
  next_try_at bigint,
  last_error text,
  last_success_at timestamptz,
  created_by text references app_user on delete set null,
  created_at timestamptz not null,
  version integer not null default 1,
  changed_at timestamptz,
  changed_by text references app_user on delete set null,
  catch_up boolean not null default false,
  caught_up_to bigint,
  caught_up_at bigint,
  catch_up_due_at bigint not null default 0,
  catch_up_error text,
  catch_up_held_by text,
  broker_url text not null default '',
  broker_user text not null default '',
  broker_password bytea,
  broker_held_by text,
  broker_connected_at bigint,
  broker_message_at bigint,
  broker_error text,
  broker_failures integer not null default 0,
  broker_next_try_at bigint not null default 0
);
create index network_server_entity on network_server (entity_id);

create table downlink (
  request_id bigint primary key references action_request on delete cascade,
  data_id text not null references unit on update cascade on delete cascade,
  reference text not null,
  state text not null default 'pending',
  at bigint not null,
  reason text,
  confirmed boolean not null,
  tries integer not null default 0,
  next_try_at bigint,
  held_by text
);
create index downlink_reference on downlink (data_id, reference);

create table lorawan_device (
  data_id text primary key references unit on update cascade on delete cascade,
  door text not null,
  application text not null,
  device text not null
);

create table lorawan_report (
  data_id text not null references unit on update cascade on delete cascade,
  reference text not null,
  step text not null,
  reason text,
  at bigint not null,
  primary key (data_id, reference, step)
);

-- `at`: when it last tried to connect (epoch milliseconds).
create table refused_tracker (
  imei text primary key,
  at bigint not null
);
create index refused_tracker_at on refused_tracker (at);

-- `secret_hash` is the SHA-256 of 256 random bits. `sources`: those of the shown sources that existed when the link was
-- made; one that is missing now was deleted. Without the `data_id`, `event_table` or `incident_id` of its kind: that was
-- deleted.
create table share (
  id text primary key,
  secret_hash bytea not null unique,
  entity_id text not null references entity on delete cascade,
  data_id text references unit on update cascade on delete set null,
  kind text not null,
  what jsonb not null,
  fields jsonb not null,
  password_hash text,
  origins text[] not null default '{}',
  expires_at timestamptz,
  created_by text not null,
  created_at timestamptz not null,
  opened integer not null default 0,
  last_opened_at timestamptz,
  sources text[] not null default '{}',
  event_table integer references event_table on delete set null,
  incident_id bigint references incident on delete set null
);
create index share_entity on share (entity_id, created_at desc);
create index share_unit on share (data_id);
create index share_event_table on share (event_table);
create index share_incident on share (incident_id);

-- The units of shared maps; one that was deleted is missing. `place`: where it was at the moment of a map that stays as
-- it is.
create table shared_map_unit (
  share_id text not null references share on delete cascade,
  data_id text not null references unit on update cascade on delete cascade,
  place jsonb,
  primary key (share_id, data_id)
);
create index shared_map_unit_unit on shared_map_unit (data_id);

-- Units are named in `pages` as they were when it was saved: `board_unit` has the names that they have now, null: the unit
-- was deleted. `fields`: by unit and source what its tiles showed when it was saved: more is never shown. `sources`: by
-- unit the sources that existed at that time; one that is missing now was deleted. `saved_by`: by whose rights it is
-- judged. Each `secret_hash` is the SHA-256 of 256 random bits. The pass of a pairing opens nothing until its code is
-- entered.
create table board (
  id text primary key,
  entity_id text not null references entity on delete cascade,
  name text not null,
  seconds integer not null,
  pages jsonb not null,
  fields jsonb not null,
  sources jsonb not null,
  saved_by text not null,
  saved_at timestamptz not null,
  version integer not null default 1,
  changed_at timestamptz,
  changed_by text
);
create index board_entity on board (entity_id);
create index board_saved_by on board (saved_by);

create table board_unit (
  board_id text not null references board on delete cascade,
  named text not null,
  data_id text references unit on update cascade on delete set null,
  primary key (board_id, named)
);
create index board_unit_unit on board_unit (data_id);

create table board_screen (
  id text primary key,
  board_id text not null references board on delete cascade,
  name text not null,
  secret_hash bytea not null unique,
  paired_by text not null,
  paired_at timestamptz not null,
  last_seen_at timestamptz,
  address text
);
create index board_screen_board on board_screen (board_id);

create table board_pairing (
  code_hash bytea primary key,
  secret_hash bytea not null unique,
  network text not null,
  expires_at timestamptz not null
);
create index board_pairing_network on board_pairing (network);
create index board_pairing_expires on board_pairing (expires_at);

create table board_preview (
  user_id text primary key references app_user on delete cascade,
  id text not null unique,
  secret_hash bytea not null unique,
  entity_id text not null references entity on delete cascade,
  draft jsonb not null,
  expires_at timestamptz not null
);
