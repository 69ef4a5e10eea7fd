import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // A token is a person's, and follows what that person may do, or an entity's, with a role of its own there. The audit log keeps the name
  // of the token that did something, because it outlives the token.
  await sql`
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
      check ((entity_id is null) = (role is null))
    );
    create index program_token_user on program_token (user_id);
    create index program_token_entity on program_token (entity_id);
    create index program_token_expiry on program_token (expires_at);

    alter table audit_log add token_name text;
  `.execute(db)
}
