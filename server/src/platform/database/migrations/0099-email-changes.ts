import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // An address that its user wants to have, and the link that proves that mails reach it.
  await sql`
    create table email_change (
      token_hash bytea primary key,
      user_id text not null references app_user (id) on delete cascade,
      email text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz
    );
    create index email_change_user on email_change (user_id);
  `.execute(db)
}
