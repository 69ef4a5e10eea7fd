import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // All servers serve one certificate, and any of them may be asked to prove that the domain is theirs.
  await sql`
    create table acme_account (
      directory text primary key,
      key text not null
    );
    create table acme_challenge (
      token text primary key,
      answer text not null,
      created_at timestamptz not null default now()
    );
    create table acme_certificate (
      domains text primary key,
      cert text not null,
      key text not null,
      issued_at timestamptz not null
    );
  `.execute(db)
}
