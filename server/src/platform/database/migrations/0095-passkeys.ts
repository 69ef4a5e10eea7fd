import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // `id` is the identifier of the credential in Base64 for addresses. A challenge is taken once; it has a user when a passkey is added.
  await sql`
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
    create table passkey_challenge (
      challenge text primary key,
      user_id text references app_user (id) on delete cascade,
      expires_at timestamptz not null
    );
  `.execute(db)
}
