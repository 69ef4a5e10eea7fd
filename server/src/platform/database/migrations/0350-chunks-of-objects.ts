import { type Kysely, sql } from 'kysely'

/** How many chunks an object was made of, so that those of which few are used any longer are found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table history_object add column chunks integer not null default 0;
    update history_object set chunks = used.chunks
    from (select object_id, count(*) as chunks from record_chunk where object_id is not null group by object_id) used
    where used.object_id = history_object.id;
  `.execute(db)
}
