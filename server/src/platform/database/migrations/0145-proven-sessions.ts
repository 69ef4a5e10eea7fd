import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // A session without it was last proven by its sign-in.
  await sql`alter table session add column proven_at timestamptz`.execute(db)
}
