-- Tells this portal from others, for example at the same NATS.
create table portal (
  id text primary key default gen_random_uuid()::text
);
insert into portal default values;

-- Running servers, each until its lease expires.
create table server (
  name text primary key,
  expires_at timestamptz not null
);

-- `subject_id` is `unit/source` for what belongs to a unit. `token_name` outlives the token.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  user_id text,
  entity_id text,
  action text not null,
  subject_kind text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  address text not null default '',
  token_name text
);
create index audit_log_entity on audit_log (entity_id, at desc);
create index audit_log_subject on audit_log (subject_id text_pattern_ops, at desc);
create index audit_log_user on audit_log (user_id, at desc);

-- Keys and replies are not stored in clear, because a reply may hold the token of a unit. `reply` is null while the
-- request runs.
create table idempotent_request (
  key_hash bytea primary key,
  caller text not null,
  request_hash bytea not null,
  reply bytea,
  created_at timestamptz not null
);
create index idempotent_request_age on idempotent_request (created_at);
create index idempotent_request_caller on idempotent_request (caller, created_at);

-- Deletions whose data is removed in steps in the background. `subject`: the key of a source, the dataID of a unit or
-- the id of an entity.
create table deletion (
  id bigint generated always as identity primary key,
  kind text not null,
  subject text not null,
  asked_by text,
  asked_at bigint not null,
  held_by text,
  retry_at bigint,
  address text not null default '',
  unique (kind, subject)
);

create table stored_file (
  name text primary key,
  kind text not null check (kind in ('profile', 'logo', 'icon', 'unit', 'note', 'note-small')),
  subject text,
  uploaded_by text not null,
  bytes integer not null,
  loose_since timestamptz,
  created_at timestamptz not null,
  check (subject is not null or loose_since is not null)
);
create index stored_file_loose on stored_file (loose_since) where loose_since is not null;

create table acme_account (
  directory text primary key,
  key text not null
);

-- All servers serve one certificate, and each may be asked to prove the domain.
create table acme_certificate (
  domains text primary key,
  cert text not null,
  key text not null,
  issued_at timestamptz not null
);

create table acme_challenge (
  token text primary key,
  answer text not null,
  created_at timestamptz not null default now()
);

-- `failed_at`: never delivered. `kept_until`: until then the row stays without its text. `held_by`: the server that
-- delivers it.
create table outbox (
  id text primary key,
  kind text not null check (kind in ('mail', 'sms', 'webhook')),
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  attempts integer not null default 0,
  last_error text,
  expires_at timestamptz,
  html text,
  headers jsonb,
  failed_at timestamptz,
  kept_until timestamptz,
  held_by text,
  attachment_id text,
  due_at timestamptz not null default now(),
  tries integer not null default 0
);
create index outbox_attachment_id on outbox (attachment_id) where attachment_id is not null;
create index outbox_due on outbox (kind, due_at) where sent_at is null and failed_at is null;
create index outbox_waiting on outbox (created_at) where sent_at is null;

-- A file of one or more mails, compressed by zstd; `bytes` is its size uncompressed.
create table outbox_attachment (
  id text primary key,
  name text not null,
  content_type text not null,
  bytes integer not null,
  data bytea not null,
  created_at timestamptz not null
);
alter table outbox_attachment alter column data set storage external;
alter table outbox add foreign key (attachment_id) references outbox_attachment (id);

-- `secret` signs requests, so it is stored as it is. `switched_off_at`: switched off by the portal after failures.
create table webhook (
  id text primary key,
  entity_id text not null references entity (id),
  name text not null,
  url text not null,
  kind text not null,
  secret text not null,
  active boolean not null default true,
  failures integer not null default 0,
  failing_since timestamptz,
  next_try_at timestamptz,
  last_error text,
  last_success_at timestamptz,
  switched_off_at timestamptz,
  created_by text references app_user (id) on delete set null,
  created_at timestamptz not null,
  version integer not null default 1,
  changed_at timestamptz,
  changed_by text references app_user (id) on delete set null
);
create index webhook_entity on webhook (entity_id);
