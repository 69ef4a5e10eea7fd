import { type Kysely, sql } from 'kysely'

/** The pictures of notes count for the entity of the person who added them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table stored_file add column entity_id text;
    comment on column stored_file.entity_id is 'whose pictures of notes it counts among';
    update stored_file set entity_id = (select entity_id from app_user where id = uploaded_by)
      where kind in ('note', 'note-small');
    create index stored_file_of_entity on stored_file (entity_id) where entity_id is not null;
    create index stored_file_of_person on stored_file (uploaded_by, created_at);
  `.execute(db)
}
