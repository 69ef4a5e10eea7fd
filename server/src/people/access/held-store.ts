import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, sql } from 'kysely'
import type { PeopleFacts } from '#delivery/consequences/declaration.ts'
import { activeWithReach } from '#platform/database/active-with-reach.ts'
import { listEntitiesBelow } from '#platform/database/entities-below.ts'
import { type AnyRightsChange, type ChangedRights, findChangedRights } from './changed-rights.ts'
import type { Db } from '#platform/database/database.ts'

/** Things that show units by the rights of a person. */
export interface HeldThings {
  readonly table: string
  /** The column that names the person. */
  readonly by: string
  readonly name: RawBuilder<unknown>
  /** Which of them count; left out: all. */
  readonly where?: RawBuilder<unknown>
}

export interface HeldThing {
  readonly id: string
  readonly name: string
  readonly entity: EntityId
  readonly by: UserId
}

/**
 * Things that people show with their rights, and that show nothing after a change of these people: before it is made or since. Those of an
 * entity that is disabled pause with it and do not count.
 */
export async function listLost(
  db: Db,
  things: HeldThings,
  change: AnyRightsChange & Partial<PeopleFacts>,
): Promise<HeldThing[]> {
  const lost = await listNotShown(db, things, await findChangedRights(db, change))
  const before = await listRightsBefore(db, [...new Set(lost.map(({ by }) => by))], change)
  const wereShown = new Set<HeldThing>()
  for (const { id, role, entity, active } of before) {
    if (role !== 'admin' || !active) continue
    const reach = await listEntitiesBelow(db, entity)
    for (const thing of lost) if (thing.by === id && reach.includes(thing.entity)) wereShown.add(thing)
  }
  const paused = change.kind === 'entity-disabled' ? change.entityID : undefined
  return lost.filter((thing) => wereShown.has(thing) && thing.entity !== paused)
}

interface RightsBefore {
  readonly id: UserId
  readonly role: string
  readonly entity: EntityId
  readonly active: boolean
}

/** What people could do before a change. One that switches them or their entity off switches nothing else. */
async function listRightsBefore(
  db: Db,
  people: readonly UserId[],
  { kind, before = [] }: AnyRightsChange & Partial<PeopleFacts>,
): Promise<RightsBefore[]> {
  const was = sql`jsonb_to_recordset(${JSON.stringify(before.map(({ id, role, entity }) => ({ id, role, entity })))}::jsonb)`
  const { rows } = await sql<RightsBefore>`
    select person.id, coalesce(was.role, person.role) as role, entity.id as entity,
      (person.status = 'active' or ${kind === 'person-disabled'}) and (entity.status = 'active' or ${kind === 'entity-disabled'}) as active
    from app_user person left join ${was} was (id text, role text, entity text) on was.id = person.id
    join entity on entity.id = coalesce(was.entity, person.entity_id)
    where person.id = any (${[...people]})`.execute(db)
  return rows
}

type Lost = Pick<ChangedRights, 'people' | 'after'>

/** Those that show nothing after a change of people: who made them is no admin who reaches their entity. */
async function listNotShown(
  db: Db,
  { table, by, name, where = sql`true` }: HeldThings,
  { people, after }: Lost,
): Promise<HeldThing[]> {
  if (people.length === 0) return []
  const person = sql.ref(`${table}.${by}`)
  const { rows } = await sql<HeldThing>`
    with recursive ${activeWithReach(sql`select unnest(${[...people]}::text[])`, after)}
    select ${sql.ref(`${table}.id`)} as id, ${person} as by, ${name} as name, ${sql.ref(`${table}.entity_id`)} as entity from ${sql.table(table)}
    where ${person} = any (${[...people]}) and ${where} and not (
      coalesce(${after.role ?? null}, (select role from app_user where id = ${person})) = 'admin'
      and exists (select from reach where reach.user_id = ${person} and reach.entity_id = ${sql.ref(`${table}.entity_id`)})
    )
    order by 3, 1`.execute(db)
  return rows
}
