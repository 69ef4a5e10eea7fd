import { type Kysely, sql } from 'kysely'

/**
 * Deletions whose data is removed piece by piece in the background. `subject`: the key of a source, the dataID of a unit, the id of an
 * entity. `deleted_at`: out of everyone's reach since then. `renamed_to`: the unit whose former dataID it is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table deletion (
      id bigint generated always as identity primary key,
      kind text not null,
      subject text not null,
      asked_by text,
      asked_at bigint not null,
      held_by text,
      retry_at bigint,
      unique (kind, subject)
    );
    alter table unit add column deleted_at bigint,
      add column renamed_to text references unit (data_id) on delete cascade;
    create index unit_renamed on unit (renamed_to) where renamed_to is not null;
    alter table entity add column deleted_at bigint, add column deleted_from text;
  `.execute(db)
}
