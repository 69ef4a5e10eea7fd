import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table entity (
      id text primary key,
      parent_id text references entity (id),
      name text not null,
      company text not null default '',
      logo text not null default '',
      icon text not null default '',
      url text not null default '',
      status text not null default 'active' check (status in ('active', 'disabled')),
      created_at timestamptz not null default now()
    );
    create index entity_parent on entity (parent_id);

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
      created_at timestamptz not null default now()
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
      user_agent text not null default ''
    );
    create index session_by_user on session (user_id);
    create index session_previous_refresh on session (previous_refresh_hash);

    create table sign_in_failure (
      subject text not null,
      at timestamptz not null
    );
    create index sign_in_failure_subject on sign_in_failure (subject, at);

    create table password_reset (
      token_hash bytea primary key,
      user_id text not null references app_user (id) on delete cascade,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz
    );

    create table signing_key (
      id text primary key,
      private_key jsonb not null,
      public_key jsonb not null,
      created_at timestamptz not null
    );

    create table outbox (
      id text primary key,
      kind text not null check (kind in ('mail', 'sms')),
      recipient text not null,
      subject text not null,
      body text not null,
      created_at timestamptz not null,
      sent_at timestamptz,
      attempts integer not null default 0,
      last_error text
    );
    create index outbox_waiting on outbox (created_at) where sent_at is null;

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
      address text not null default ''
    );
    create index audit_log_entity on audit_log (entity_id, at desc);

    create table app (
      id text primary key,
      name text not null,
      path text not null,
      icon text not null default '',
      all_access boolean not null default false,
      entities text[] not null default '{}'
    );
  `.execute(db)
}
