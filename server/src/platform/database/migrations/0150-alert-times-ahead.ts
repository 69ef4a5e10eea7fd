import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The greatest time of records that were ahead of their arrival. A server from before the upgrade does not write it.
  await sql`alter table alert_unit add column ahead_until bigint`.execute(db)
}
