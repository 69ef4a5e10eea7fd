import type { UserId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { personName } from '#platform/database/person-columns.ts'

/** The name of a person; undefined for one who is gone. */
export async function findPersonName(db: Db, id: UserId): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select ${personName()} as name from app_user where id = ${id}`.execute(db)
  return rows[0]?.name
}
