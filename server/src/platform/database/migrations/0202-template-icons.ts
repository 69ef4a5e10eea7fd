import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The icon of the definition, as its title is: lists of units ask for those of hundreds of templates.
  await sql`alter table template add column icon text generated always as (definition ->> 'icon') stored`.execute(db)
}
