import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Templates have a version already; the columns for who changed them and when now have the same names as elsewhere.
  await sql`
    alter table template rename column updated_at to changed_at;
    alter table template rename column updated_by to changed_by;
  `.execute(db)
  for (const table of ['app_user', 'entity', 'unit', 'source', 'calculation']) {
    await sql`
      alter table ${sql.table(table)}
        add column version integer not null default 1,
        add column changed_at timestamptz,
        add column changed_by text
    `.execute(db)
  }
}
