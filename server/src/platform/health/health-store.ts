import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** Rejects unless the database answers and has a table of ours. */
export async function requireAnswer(db: Db): Promise<void> {
  await sql`select 1 from entity limit 1`.execute(db)
}
