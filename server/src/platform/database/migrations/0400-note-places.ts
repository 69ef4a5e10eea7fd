import { type Kysely, sql } from 'kysely'

/** Notes have a position and a picture, which only people who see their unit may read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table note
      add column lat double precision,
      add column lon double precision,
      add column position_given boolean not null default false,
      add column picture text,
      add column picture_alt text not null default '';
    comment on column note.lat is 'Where the unit was at the beginning, or what the author gave; null, as lon, where that is not known';
    comment on column note.picture is 'The name of its stored picture; a small one is stored beside it';
    create index note_placed on note (start_at desc, id desc) where lat is not null;
    create index note_end on note (coalesce(end_at, start_at));
    create index note_unit_end on note (data_id, coalesce(end_at, start_at));
    alter table stored_file drop constraint stored_file_kind_check;
    alter table stored_file add constraint stored_file_kind_check
      check (kind in ('profile', 'logo', 'icon', 'unit', 'note', 'note-small'));
  `.execute(db)
}
