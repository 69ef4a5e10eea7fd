import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // What late records change is judged again in pieces. Until it is done, the row says what is left.
  await sql`
    alter table alert_unit add correction jsonb;
    create index alert_unit_correction on alert_unit (alert_id, data_id) where correction is not null;
  `.execute(db)
}
