import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // `secret` is sealed, and `last_step` the step of the newest code that was taken: none is taken twice. `totp_enrolment` is what an app
  // was given before its first code, `sign_in_step` a sign-in whose password was right and that waits for the second factor. `proof` tells
  // how a session was proven.
  await sql`
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
      user_id text not null references app_user (id) on delete cascade,
      fingerprint bytea not null,
      used_at timestamptz,
      primary key (user_id, fingerprint)
    );
    create table sign_in_step (
      token_hash bytea primary key,
      user_id text not null references app_user (id) on delete cascade,
      expires_at timestamptz not null
    );
    create index sign_in_step_user on sign_in_step (user_id);
    alter table session add proof text not null default 'password';
  `.execute(db)
}
