import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Orders the MQTT connections of all servers, whose clocks may differ.
  await sql`create sequence unit_connection_number`.execute(db)
}
