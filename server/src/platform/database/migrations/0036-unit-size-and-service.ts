import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table unit add column size text not null default '', add column service text not null default ''
  `.execute(db)
}
