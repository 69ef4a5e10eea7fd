import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // `entity_id`: in which a job was begun; whoever has it in reach may stop it. Jobs from before have none, and are of their beginner alone.
  await sql`
    alter table unit_job
      add column entity_id text,
      add column stopped_at bigint,
      add column stopped_by text;
  `.execute(db)
}
