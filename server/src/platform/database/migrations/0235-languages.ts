import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Without a choice a person reads the language of the entity, then of the browser.
  await sql`
    alter table app_user add language text;
    alter table entity add language text;
  `.execute(db)
}
