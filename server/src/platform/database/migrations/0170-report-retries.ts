import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // When a report that could not be written is tried again.
  await sql`alter table report_run add column retry_at timestamptz`.execute(db)
}
