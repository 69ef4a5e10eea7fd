import type { EntityId } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, sql } from 'kysely'
import { activeWithReach } from '#platform/database/active-with-reach.ts'
import type { Db } from '#platform/database/database.ts'
import { type AnyRightsChange, findChangedRights } from './changed-rights.ts'

/** Things that show units by the rights of a person. */
interface HeldThings {
  readonly table: string
  /** The column that names the person. */
  readonly by: string
  readonly name: RawBuilder<unknown>
}

export interface HeldThing {
  readonly id: string
  readonly name: string
  readonly entity: EntityId
}

/**
 * Those that show nothing after a change of people: who made them is no admin who reaches their entity. Those of an entity that is disabled
 * pause with it and do not count.
 */
export async function listNotShown(
  db: Db,
  { table, by, name }: HeldThings,
  change: AnyRightsChange,
): Promise<HeldThing[]> {
  const { people, after } = await findChangedRights(db, change)
  if (people.length === 0) return []
  const person = sql.ref(`${table}.${by}`)
  const { rows } = await sql<HeldThing>`
    with recursive ${activeWithReach(sql`select unnest(${[...people]}::text[])`, after)}
    select ${sql.ref(`${table}.id`)} as id, ${name} as name, ${sql.ref(`${table}.entity_id`)} as entity from ${sql.table(table)}
    where ${person} = any (${[...people]}) and not (
      coalesce(${after.role ?? null}, (select role from app_user where id = ${person})) = 'admin'
      and exists (select from reach where reach.user_id = ${person} and reach.entity_id = ${sql.ref(`${table}.entity_id`)})
    )
    order by 2, 1`.execute(db)
  if (change.kind === 'entity-disabled') return rows.filter(({ entity }) => entity !== change.entityID)
  return rows
}
