import { type Kysely, sql } from 'kysely'

/** When the network server had an uplink: a device that restarts within its session sends what looks like a copy hours later. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table lorawan_uplink add column received_at bigint`.execute(db)
}
