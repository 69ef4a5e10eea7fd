import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // A creator is a user or the token of an entity, so that these columns name either.
  await sql`
    alter table label drop constraint if exists label_created_by_fkey, drop constraint if exists label_changed_by_fkey;
    alter table unit_maintenance drop constraint if exists unit_maintenance_created_by_fkey;
    alter table record_import drop constraint if exists record_import_created_by_fkey;
  `.execute(db)
  // What goes on after its request is judged at each step by the rights of its starter, who is known by these.
  await sql`
    alter table unit_job add column address text not null default '';
    alter table action_batch add column token_id text, add column address text not null default '';
    alter table record_import add column started_by text, add column started_token_id text;
  `.execute(db)
  await sql`
    update record_import set started_by = created_by where state in ('checking', 'running', 'undoing')`.execute(db)
}
