import type { EntityId } from '@fieldwatch/contract/api/ids'
import { sql } from 'kysely'
import type { Db } from './database.ts'

type TableOfEntity =
  | 'board'
  | 'incident'
  | 'label'
  | 'message_mapping'
  | 'network_server'
  | 'report_schedule'
  | 'share'
  | 'webhook'

/** Lets no other row of a table be added to an entity until the end of the transaction, and counts those that it has. */
export async function countForAdding(db: Db, table: TableOfEntity, entity: EntityId): Promise<number> {
  await sql`select from entity where id = ${entity} for no key update`.execute(db)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where entity_id = ${entity}`.execute(db)
  return rows[0]?.count ?? 0
}
