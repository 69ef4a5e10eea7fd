import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table unit_moved (
      data_id text primary key references unit on update cascade on delete cascade
    );
    comment on table unit_moved is 'units that belong to other entities than before, until their tables on places are settled';
  `.execute(db)
}
