import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
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

    alter table outbox add column expires_at timestamptz;
  `.execute(db)
}
