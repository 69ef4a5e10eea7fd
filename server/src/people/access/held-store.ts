import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, sql } from 'kysely'
import { activeWithReach, type RightsAfter } from '#platform/database/active-with-reach.ts'
import type { Db } from '#platform/database/database.ts'

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

interface Lost {
  readonly people: readonly UserId[]
  readonly after: RightsAfter
}

/** Those that show nothing after a change of people: who made them is no admin who reaches their entity. */
export async function listNotShown(
  db: Db,
  { table, by, name }: HeldThings,
  { people, after }: Lost,
): Promise<HeldThing[]> {
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
  return rows
}
