import { type Kysely, sql } from 'kysely'

/** A record that an import replaced knows when it arrived, and so the import that it is of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table record_import_replaced add column received_at bigint;
    comment on column record_import_replaced.received_at is 'epoch milliseconds; null for what was replaced before this was kept';
  `.execute(db)
}
