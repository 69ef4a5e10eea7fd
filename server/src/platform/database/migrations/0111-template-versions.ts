import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // What templates were before each change; what is shown is in `template` alone. `definition` is JSON compressed by zstd. `change` tells
  // how a version came to be; in `template` it is that of `change.version`, which an older server may have left behind.
  await sql`
    alter table template add column change jsonb;
    create table template_version (
      template_id text not null references template (id) on delete cascade,
      version integer not null,
      definition bytea not null,
      change jsonb,
      changed_at timestamptz not null,
      changed_by text,
      replaced_at timestamptz not null,
      primary key (template_id, version)
    );
    alter table template_version alter column definition set storage external;
  `.execute(db)
}
