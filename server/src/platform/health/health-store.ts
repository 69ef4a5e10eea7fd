import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** Whether the database answers, with a table of ours in it: rejects when not. */
export async function requireAnswer(db: Db): Promise<void> {
  await sql`select 1 from entity limit 1`.execute(db)
}
