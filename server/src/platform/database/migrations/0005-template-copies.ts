import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table template
      add column data_id text references unit (data_id) on delete cascade,
      add column updated_by text;
    create unique index template_data_id on template (data_id) where data_id is not null;
  `.execute(db)
}
