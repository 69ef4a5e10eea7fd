import type { EntityId } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'
import type { Tables } from './tables.ts'

/** The tables whose rows belong to an entity. */
export type TableOfEntity = {
  [Table in keyof Tables]: 'entityId' extends keyof Tables[Table] ? Table : never
}[keyof Tables]

/** Lets no other row of a table be added to an entity until the end of the transaction, and counts those that it has. */
export async function countForAdding(db: Db, table: TableOfEntity, entity: EntityId): Promise<number> {
  await sql`select from entity where id = ${entity} for no key update`.execute(db)
  return countRows(db, sql`${sql.table(table)} where entity_id = ${entity}`)
}

/** How many rows there are of a table and a condition: `label where entity_id = …`. */
export async function countRows(db: Db, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${which}`.execute(db)
  return rows[0]?.count ?? 0
}
