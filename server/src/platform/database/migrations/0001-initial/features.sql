-- Times are epoch milliseconds. `filled_to`: results from then on are still to be computed; null when filled.
-- `corrections`: `{"from", "to"}` to compute again.
create table calculation (
  id bigint generated always as identity primary key,
  data_id text not null references unit (data_id) on delete cascade,
  name text not null,
  equation text not null,
  unit text not null,
  start_at bigint not null,
  inputs jsonb not null,
  revision integer not null default 0,
  filled_to bigint,
  fill_done bigint not null default 0,
  fill_total bigint,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  corrections jsonb not null default '[]',
  version integer not null default 1,
  changed_at timestamptz,
  changed_by text,
  unique (data_id, name)
);

-- Times are epoch milliseconds. `filled_to`: occurrences from then on are still to be found; null when found.
-- `corrections`: `{"from", "to"}` to evaluate again. Hours before `summed_to` are in `event_hour`.
create table event_table (
  id bigint generated always as identity primary key,
  data_id text not null references unit (data_id) on delete cascade,
  name text not null,
  title text not null,
  source text not null,
  field text not null,
  operator text not null,
  constant double precision not null,
  comparison text not null,
  start_at bigint not null,
  gap_ms bigint not null,
  inputs jsonb not null,
  revision integer not null default 0,
  filled_to bigint,
  fill_done bigint not null default 0,
  fill_total bigint,
  corrections jsonb not null default '[]',
  created_at timestamptz not null,
  summed_to bigint not null default 0,
  changed_at timestamptz,
  version integer not null default 1,
  changed_by text references app_user (id) on delete set null,
  ended_at bigint,
  ended_reason text,
  unique (data_id, name)
);
create index event_table_place on event_table (field) where field like 'place:%' or field like 'group:%';
create index event_table_trips on event_table (data_id) where field like 'trips:%' or field like 'stops:%';

-- How tables of trips were after all records up to a moment, from where on late records are judged again.
create table event_checkpoint (
  event_table integer not null references event_table on delete cascade,
  at bigint not null,
  state text not null,
  primary key (event_table, at)
);

-- Event tables of a template that were removed from a unit.
create table event_table_removed (
  data_id text references unit (data_id) on delete cascade,
  name text,
  primary key (data_id, name)
);

-- `figures` are four for each value: at the start, least, greatest, mean. `starts` has the texts and booleans at the
-- start. No foreign key: it would be looked up for each occurrence, so a trigger removes them.
create table event_occurrence (
  event_table bigint,
  start_at bigint,
  end_at bigint,
  last_at bigint not null,
  figures double precision[] not null,
  tag text,
  starts jsonb,
  primary key (event_table, start_at)
);

-- Occurrences that begin in an hour (epoch milliseconds): count, total duration, and the longest.
create table event_hour (
  event_table bigint,
  hour bigint,
  count bigint not null,
  duration bigint not null,
  longest bigint not null,
  longest_at bigint not null,
  primary key (event_table, hour)
);

create function remove_occurrences() returns trigger language plpgsql as $$
    begin
      delete from event_occurrence using gone where event_occurrence.event_table = gone.id;
      delete from event_hour using gone where event_hour.event_table = gone.id;
      return null;
    end $$;
create trigger remove_occurrences after delete on event_table
  referencing old table as gone for each statement execute function remove_occurrences();

-- A tag belongs to the start at which it was set; the occurrence that covers it shows it.
create table event_tag (
  event_table bigint references event_table (id) on delete cascade,
  start_at bigint,
  tag text not null,
  set_at timestamptz not null,
  primary key (event_table, start_at)
);
create index event_tag_by_text on event_tag (event_table, tag);

create table action_batch (
  id bigint generated always as identity primary key,
  action_class text not null,
  method text not null,
  action text not null,
  payload text not null,
  expires_in_seconds integer not null,
  stop_after integer not null,
  state text not null,
  created_at bigint not null,
  created_by text not null,
  ended_at bigint,
  token_id text,
  address text not null default '',
  stop_reason text check (stop_reason in ('failures', 'cancelled', 'not-permitted', 'restored'))
);
create index action_batch_running on action_batch (id) where ended_at is null;

-- Times are epoch milliseconds. `request_recorded`, `end_recorded`: its records in the history are stored. `sent_once`: sent to
-- a subscription that does not confirm, so it is not sent again. `first_answer`: fields of the first answer as JSON
-- until the request has it.
create table action_request (
  id bigint generated always as identity primary key,
  data_id text not null references unit (data_id) on delete cascade,
  action_class text not null,
  method text not null,
  action text not null,
  payload text not null,
  state text not null default 'waiting',
  created_at bigint not null,
  created_by text not null,
  expires_at bigint not null,
  sent_at bigint,
  sent_once boolean not null default false,
  handed_over_at bigint,
  channel text,
  result_at bigint,
  answered_at bigint,
  status text,
  result text,
  expired_at bigint,
  cancelled_at bigint,
  cancelled_by text,
  ended_at bigint,
  request_recorded boolean not null default false,
  end_recorded boolean not null default true,
  batch_id bigint references action_batch (id) on delete set null,
  first_answer text,
  not_sent_at bigint,
  not_sent_reason text check (not_sent_reason in ('restored', 'deactivated', 'not-permitted')),
  token_id text
);
create index action_request_end_time on action_request (data_id, ended_at) where ended_at is not null;
create index action_request_of_batch on action_request (batch_id) where batch_id is not null;
create index action_request_of_person on action_request (created_by, created_at);
create index action_request_of_unit on action_request (data_id, id);
create index action_request_open on action_request (expires_at) where state in ('waiting', 'handed-over');
create index action_request_result_time on action_request (data_id, result_at) where result_at is not null;
create index action_request_unrecorded on action_request (id) where not request_recorded or not end_recorded;
create index action_request_waiting on action_request (data_id, id) where state = 'waiting';

create table action_batch_unit (
  batch_id bigint references action_batch (id) on delete cascade,
  place integer,
  data_id text not null references unit (data_id) on delete cascade,
  action_id bigint references action_request (id) on delete set null,
  left_out boolean not null default false,
  primary key (batch_id, place)
);
create index action_batch_unit_by_unit on action_batch_unit (data_id);

create table unit_configuration (
  version bigint primary key references action_request (id) on delete cascade,
  data_id text not null references unit (data_id) on delete cascade,
  action_class text not null,
  at bigint not null,
  configuration text not null
);
create index unit_configuration_of_unit on unit_configuration (data_id, action_class, at);

-- `event`: the event table that it follows. `schedule`: when an alert on a place counts; null: always.
create table alert (
  id text primary key,
  entity_id text not null references entity (id),
  name text not null,
  description text not null,
  type text not null,
  source text,
  field text,
  operator text,
  constant double precision,
  clear_limit double precision,
  for_seconds integer not null,
  silent_seconds integer,
  grace_seconds integer not null,
  interval_seconds integer not null,
  time_zone text not null,
  created_by text references app_user (id) on delete set null,
  created_at timestamptz not null,
  version integer not null default 1,
  changed_at timestamptz,
  changed_by text references app_user (id) on delete set null,
  ended_at bigint,
  ended_reason text,
  event text,
  schedule jsonb
);
create index alert_entity on alert (entity_id);

-- `stands_in`: an admin who owns the alert while no owner can be notified, and what the admin was before.
create table alert_person (
  alert_id text references alert (id) on delete cascade,
  user_id text references app_user (id) on delete cascade,
  owns boolean not null,
  unsubscribed boolean not null default false,
  stands_in text check (stands_in in ('none', 'viewer')),
  primary key (alert_id, user_id)
);
create index alert_person_user on alert_person (user_id);

-- The state of an alert for a unit, times in epoch milliseconds. `last_at`: the latest record evaluated. `pending_*`: a
-- condition that has not held for long enough. `due_at`: when to act although nothing arrives. `rested_at`: since when
-- the unit is deactivated or the source paused. `ahead_until`: the latest time of records dated after their arrival.
-- `usual_ms`: how long a silence may last, learned at `learned_at`. `correction`: what late records changed and is not
-- judged again yet. `held_at`: the last record that satisfied its condition, which has a gap. `deadline_at`: when it is
-- looked at whether the unit arrived in time; 0: not known yet.
create table alert_unit (
  alert_id text references alert (id) on delete cascade,
  data_id text references unit (data_id) on delete cascade,
  begins_at bigint not null,
  status text not null default 'ok',
  at bigint,
  value double precision,
  changed_at bigint not null,
  last_at bigint,
  last_value double precision,
  pending_at bigint,
  pending_received_at bigint,
  pending_value double precision,
  due_at bigint,
  notified text not null default 'ok',
  notified_at bigint,
  window_from bigint,
  sent integer not null default 0,
  held integer not null default 0,
  informed text[] not null default '{}',
  acknowledged_at bigint,
  acknowledged_by text,
  comment text,
  snoozed_until bigint,
  usual_ms bigint,
  learned_at bigint,
  ahead_until bigint,
  rested_at bigint,
  ended_at bigint,
  ended_reason text,
  correction jsonb,
  held_at bigint,
  deadline_at bigint,
  primary key (alert_id, data_id)
) with (fillfactor = 60);
create index alert_unit_due on alert_unit (due_at) where due_at is not null;
create index alert_unit_deadline on alert_unit (deadline_at) where deadline_at is not null;
create index alert_unit_correction on alert_unit (alert_id, data_id) where correction is not null;
create index alert_unit_high on alert_unit (alert_id, data_id) where status = 'high';
create index alert_unit_rested on alert_unit (data_id) where rested_at is not null;
create index alert_unit_unit on alert_unit (data_id);

-- `at`: time of the record that changed the state, found at `noted_at`. `until_at` is the end of a snooze.
create table alert_change (
  id bigint generated always as identity primary key,
  alert_id text not null references alert (id) on delete cascade,
  data_id text not null references unit (data_id) on delete cascade,
  happening text not null,
  at bigint not null,
  noted_at bigint not null,
  value double precision,
  bound double precision,
  late boolean not null default false,
  user_id text references app_user (id) on delete set null,
  comment text,
  until_at bigint
);
create index alert_change_alert on alert_change (alert_id, at, id);
create index alert_change_by_unit on alert_change (data_id);
create index alert_change_noted on alert_change (noted_at);
create index alert_change_unit on alert_change (alert_id, data_id, at, id);

-- One notification to one person or webhook; the name of a removed webhook stays in `recipient`.
create table alert_notification (
  id bigint generated always as identity primary key,
  alert_id text not null references alert (id) on delete cascade,
  entity_id text not null references entity (id),
  user_id text references app_user (id) on delete cascade,
  kind text not null,
  channel text not null,
  recipient text not null,
  unit_count integer not null,
  units text[] not null,
  at bigint not null,
  state text not null,
  reason text,
  not_before bigint,
  notified jsonb not null,
  outbox_id text,
  webhook_id text references webhook (id) on delete set null
);
create index alert_notification_alert on alert_notification (alert_id, at, id);
create index alert_notification_due on alert_notification (user_id, channel) where state = 'due';
create index alert_notification_entity on alert_notification (entity_id, at, id);
create index alert_notification_outbox on alert_notification (outbox_id);
create index alert_notification_sent on alert_notification (user_id, channel, at) where state = 'queued';
create index alert_notification_webhook_due on alert_notification (webhook_id) where state = 'due' and webhook_id is not null;
create index alert_notification_webhook_sent on alert_notification (webhook_id, at) where state = 'queued';

create table report_schedule (
  id bigint generated always as identity primary key,
  data_id text not null references unit (data_id) on delete cascade,
  entity_id text not null references entity (id) on delete cascade,
  name text not null,
  content jsonb not null,
  rhythm jsonb not null,
  due_at timestamptz,
  stopped text,
  created_by text references app_user (id) on delete set null,
  created_at timestamptz not null,
  version integer not null default 1,
  changed_at timestamptz,
  changed_by text references app_user (id) on delete set null,
  awaits_recipients boolean not null default false
);
create index report_schedule_due on report_schedule (due_at) where due_at is not null;
create index report_schedule_entity on report_schedule (entity_id);
create index report_schedule_unit on report_schedule (data_id);

create table report_recipient (
  schedule_id bigint references report_schedule (id) on delete cascade,
  user_id text references app_user (id) on delete cascade,
  primary key (schedule_id, user_id)
);
create index report_recipient_user on report_recipient (user_id);

-- One time at which a schedule is sent, with the records from `from_at` up to `to_at` (excluded), in epoch
-- milliseconds.
create table report_run (
  id bigint generated always as identity primary key,
  schedule_id bigint not null references report_schedule (id) on delete cascade,
  at timestamptz not null,
  asked boolean not null,
  from_at bigint not null,
  to_at bigint not null,
  missed integer not null default 0,
  state text not null default 'waiting',
  held_by text,
  tries integer not null default 0,
  file_name text,
  rows integer,
  bytes integer,
  note text,
  retry_at timestamptz,
  unique (schedule_id, at, asked)
);
create index report_run_waiting on report_run (id) where state = 'waiting';

-- What became of a report for one recipient: a mail, or why there is none.
create table report_mail (
  run_id bigint references report_run (id) on delete cascade,
  user_id text references app_user (id) on delete cascade,
  address text not null,
  outbox_id text,
  withheld text,
  primary key (run_id, user_id)
);
create index report_mail_outbox on report_mail (outbox_id);

-- `is_cut`: something was left out because it was too much. `facts` of its units are as `FrozenFacts` says.
create table incident (
  id bigint generated always as identity primary key,
  entity_id text not null references entity on delete cascade,
  title text not null,
  severity text not null,
  from_at bigint not null,
  to_at bigint not null,
  moment_at bigint not null,
  known text not null,
  conclusions text not null default '',
  is_cut boolean not null default false,
  taken_at timestamptz not null,
  taken_by text not null,
  created_by text not null,
  created_at timestamptz not null,
  version integer not null default 1,
  changed_at timestamptz,
  changed_by text
);
create index incident_entity on incident (entity_id, created_at desc, id desc);

create table incident_unit (
  incident_id bigint not null references incident on delete cascade,
  data_id text not null references unit on update cascade on delete cascade,
  name text not null,
  facts jsonb not null,
  primary key (incident_id, data_id)
);
create index incident_unit_unit on incident_unit (data_id);

create table incident_note (
  incident_id bigint not null,
  note_id bigint not null,
  data_id text not null,
  entry jsonb not null,
  primary key (incident_id, note_id),
  foreign key (incident_id, data_id) references incident_unit on update cascade on delete cascade
);
create index incident_note_unit on incident_note (incident_id, data_id);

create table incident_conclusions (
  id bigint generated always as identity primary key,
  incident_id bigint not null references incident on delete cascade,
  text text not null,
  saved_by text not null,
  saved_at timestamptz not null
);
create index incident_conclusions_incident on incident_conclusions (incident_id, id desc);
