import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table unit add column position_accuracy float8;
    comment on column unit.position_accuracy is 'metres, for positions whose records say nothing about it; null: the usual one';
  `.execute(db)
}
