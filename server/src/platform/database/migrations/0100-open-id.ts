import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Whom a provider means by a subject, once an address that it had verified was that of a user; and sign-ins that have begun.
  await sql`
    create table open_id_identity (
      issuer text not null,
      subject text not null,
      user_id text not null references app_user (id) on delete cascade,
      created_at timestamptz not null,
      primary key (issuer, subject)
    );
    create index open_id_identity_user on open_id_identity (user_id);

    create table open_id_attempt (
      state_hash bytea primary key,
      browser_hash bytea not null,
      nonce text not null,
      code_verifier text not null,
      expires_at timestamptz not null
    );
    create index open_id_attempt_expiry on open_id_attempt (expires_at);
  `.execute(db)
}
