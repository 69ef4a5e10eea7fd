import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The history of alerts is removed by unit. `address`: from where a deletion was asked for, for the audit entries of its pieces.
  await sql`
    create index alert_change_by_unit on alert_change (data_id);
    alter table deletion add column address text not null default '';
  `.execute(db)
}
