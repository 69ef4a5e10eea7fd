import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Tells this portal from others that its servers may meet, such as at the same NATS.
  await sql`create table portal (id text primary key default gen_random_uuid()::text)`.execute(db)
  await sql`insert into portal default values`.execute(db)
}
