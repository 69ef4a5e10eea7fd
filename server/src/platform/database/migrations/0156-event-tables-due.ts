import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Units whose template may have event tables that they lack: new ones, all from before, and those whose template changed.
  await sql`
    alter table unit add column event_tables_due boolean not null default true;
    create index unit_event_tables_due on unit (data_id) where event_tables_due;
    alter table event_table add column changed_at timestamptz;
  `.execute(db)
}
