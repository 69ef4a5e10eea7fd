-- `deleted_at` (epoch milliseconds): out of reach since then; `deleted_from`: the entity that it was below.
-- Without `raw_days` and `summary_days`, those of the portal count. `second_factor_required` also counts for the users of
-- the entities below. Without `measures` values are shown as they were sent. Without `language` people read that of their
-- browser. `places_changed` counts the changes of its places, so that what is computed from them is known to be current.
create table entity (
  id text primary key,
  parent_id text references entity (id),
  name text not null,
  company text not null default '',
  logo text not null default '',
  icon text not null default '',
  url text not null default '',
  status text not null default 'active' check (status in ('active', 'disabled')),
  created_at timestamptz not null default now(),
  raw_days integer check (raw_days > 0),
  summary_days integer check (summary_days > 0),
  version integer not null default 1,
  changed_at timestamptz,
  changed_by text,
  second_factor_required boolean not null default false,
  deleted_at bigint,
  deleted_from text,
  viewers_may_edit boolean not null default true,
  measures jsonb,
  language text,
  places_changed bigint not null default 0
);
create index entity_parent on entity (parent_id);

-- Without `measures` and `language`, those of the entity count.
create table app_user (
  id text primary key,
  entity_id text not null references entity (id),
  email text not null,
  password_hash text,
  first_name text not null default '',
  last_name text not null default '',
  phone text not null default '',
  role text not null check (role in ('admin', 'viewer')),
  permissions text[] not null default '{}',
  company text not null default '',
  time_format text not null default '24Hour' check (time_format in ('12Hour', '24Hour')),
  units text[] not null default '{}',
  profile_pic text not null default '',
  status text not null default 'active' check (status in ('active', 'disabled')),
  notifications jsonb not null default '{}',
  entity_viewing text[] not null default '{}',
  created_at timestamptz not null default now(),
  version integer not null default 1,
  changed_at timestamptz,
  changed_by text,
  measures jsonb,
  language text
);
create unique index app_user_email on app_user (lower(email));
create index app_user_entity on app_user (entity_id);

create table session (
  id text primary key,
  user_id text not null references app_user (id) on delete cascade,
  refresh_hash bytea not null unique,
  previous_refresh_hash bytea,
  rotated_at timestamptz not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  address text not null default '',
  user_agent text not null default '',
  proof text not null default 'password',
  proven_at timestamptz
);
create index session_by_user on session (user_id);
create index session_previous_refresh on session (previous_refresh_hash);

create table sign_in_failure (
  id text primary key,
  account text not null,
  network text not null,
  browser text,
  at timestamptz not null,
  failed boolean not null default false
);
create index sign_in_failure_account on sign_in_failure (account, at);
create index sign_in_failure_network on sign_in_failure (network, at);

-- A sign-in whose password was right and that waits for its second factor. `sets_up`: the second factor is set up
-- first.
create table sign_in_step (
  token_hash bytea primary key,
  user_id text not null references app_user (id) on delete cascade,
  expires_at timestamptz not null,
  sets_up boolean not null default false,
  secret bytea
);
create index sign_in_step_user on sign_in_step (user_id);

create table password_reset (
  token_hash bytea primary key,
  user_id text not null references app_user (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- An address that a user wants to have, and the link that proves that mail reaches it.
create table email_change (
  token_hash bytea primary key,
  user_id text not null references app_user (id) on delete cascade,
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_change_user on email_change (user_id);

create table phone_verification (
  request_hash bytea primary key,
  user_id text not null references app_user (id) on delete cascade,
  phone text not null,
  code_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  state text not null default 'pending' check (state in ('pending', 'verified', 'spent', 'cancelled'))
);
create index phone_verification_phone on phone_verification (phone, created_at);
create index phone_verification_user on phone_verification (user_id, created_at);

-- `secret` is sealed. `last_step` is the step of the newest accepted code: no code is accepted twice.
create table totp (
  user_id text primary key references app_user (id) on delete cascade,
  secret bytea not null,
  last_step bigint not null,
  since timestamptz not null
);

create table totp_enrolment (
  user_id text primary key references app_user (id) on delete cascade,
  secret bytea not null,
  expires_at timestamptz not null
);

create table recovery_code (
  user_id text references app_user (id) on delete cascade,
  fingerprint bytea,
  used_at timestamptz,
  primary key (user_id, fingerprint)
);

-- `id` is the identifier of the credential in base64url.
create table passkey (
  id text primary key,
  user_id text not null references app_user (id) on delete cascade,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  added_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_user on passkey (user_id);

-- A challenge is taken once. It has a user when it adds a passkey.
create table passkey_challenge (
  challenge text primary key,
  user_id text references app_user (id) on delete cascade,
  expires_at timestamptz not null
);

create table open_id_attempt (
  state_hash bytea primary key,
  browser_hash bytea not null,
  nonce text not null,
  code_verifier text not null,
  expires_at timestamptz not null
);
create index open_id_attempt_expiry on open_id_attempt (expires_at);

-- The user that a subject of a provider is.
create table open_id_identity (
  issuer text,
  subject text,
  user_id text not null references app_user (id) on delete cascade,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index open_id_identity_user on open_id_identity (user_id);

-- A token of a person has that person's rights; a token of an entity has a role there.
create table program_token (
  id text primary key,
  token_hash bytea not null unique,
  beginning text not null,
  name text not null,
  scopes text[] not null,
  user_id text references app_user (id) on delete cascade,
  entity_id text references entity (id),
  role text check (role in ('admin', 'viewer')),
  created_by text references app_user (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_used_from text not null default '',
  check ((user_id is null) = (entity_id is not null)),
  constraint program_token_check1 check ((entity_id is null) = (role is null))
);
create index program_token_entity on program_token (entity_id);
create index program_token_expiry on program_token (expires_at);
create index program_token_user on program_token (user_id);

create table signing_key (
  id text primary key,
  private_key jsonb not null,
  public_key jsonb not null,
  created_at timestamptz not null
);

create table app (
  id text primary key,
  name text not null,
  path text not null,
  icon text not null default '',
  all_access boolean not null default false,
  entities text[] not null default '{}',
  url text not null default ''
);
