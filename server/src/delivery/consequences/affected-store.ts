import type { DataId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { ChangeKind, ChangeOf } from '@fieldwatch/contract/consequences/changes'
import { MOST_NAMED } from '@fieldwatch/contract/consequences/consequences'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { entitiesBelow } from '#platform/database/entities-below.ts'
import { personName } from '#platform/database/person-columns.ts'
import type { Asked, Find, Listed } from './declaration.ts'

type Reach = readonly EntityId[]

interface Wanted {
  /** The table, with its own name. */
  readonly table: string
  readonly where: RawBuilder<unknown>
  readonly id?: RawBuilder<unknown>
  readonly name?: RawBuilder<unknown>
  /** Whether a row may be named; left out: every row. */
  readonly visible?: RawBuilder<unknown>
}

/** Finds things by a condition in SQL. */
export function findWhere<Kind extends ChangeKind>(
  toWanted: (change: ChangeOf<Kind>, reach: Reach, asked: Pick<Asked<Kind>, 'db' | 'now'>) => Wanted | Promise<Wanted>,
): Find<Kind> {
  return async (asked) => count(asked.db, await toWanted(asked.change, asked.reach, asked))
}

async function count(
  db: Db,
  { table, where, id = sql`id`, name = sql`name`, visible = sql`true` }: Wanted,
): Promise<Listed> {
  const { rows } = await sql<{ total: number; named: Listed['named'] | null }>`
    select count(*)::int as total,
      (array_agg(jsonb_build_object('id', id, 'name', name) order by lower(name), name, id) filter (where visible))
        [1:${sql.lit(MOST_NAMED)}] as named
    from (select ${id}::text as id, ${name} as name, ${visible} as visible from ${sql.table(table)} where ${where}) found`.execute(
    db,
  )
  const [row] = rows
  return { total: row?.total ?? 0, named: row?.named ?? [] }
}

interface Columns {
  readonly id?: string
  readonly name?: string
}

function columnsOf({ id, name }: Columns): Pick<Wanted, 'id' | 'name'> {
  return { ...(id !== undefined && { id: sql.ref(id) }), ...(name !== undefined && { name: sql.ref(name) }) }
}

/** What an entity that is deleted and those below it hold in a table: who may delete it may see all of it. */
export function heldByEntity(table: string, columns: Columns = {}): Find<'entity-deleted'> {
  return findWhere(({ entityID }) => ({
    table,
    where: isOfEntityOrBelow(sql.ref(`${table}.entity_id`), entityID),
    ...columnsOf(columns),
  }))
}

/** What the units that go with an entity hold in a table; who may delete the entity may see it all. */
export function heldByUnitsOfEntity(table: string, columns: Columns = {}): Find<'entity-deleted'> {
  return findWhere(({ entityID }) => ({
    table,
    where: isOfUnitsOnlyOf(sql.ref(`${table}.data_id`), entityID),
    ...columnsOf(columns),
  }))
}

/** Whether a unit belongs to an entity or those below it, and to no other. */
export function isOfUnitsOnlyOf(dataId: RawBuilder<unknown>, entity: EntityId): RawBuilder<unknown> {
  return sql`${dataId} in (
    with recursive ${entitiesBelow(entity)} select owner.data_id from unit_entity owner
    group by owner.data_id having bool_and(owner.entity_id in (select below.id from below))
  )`
}

/** Whether an id is that of an entity or of one below it. */
export function isOfEntityOrBelow(id: RawBuilder<unknown>, entity: EntityId): RawBuilder<unknown> {
  return sql`${id} in (with recursive ${entitiesBelow(entity)} select below.id from below)`
}

/** Whether a unit shows the same template as another one, or is that one. */
export function showsTemplateOf(dataId: RawBuilder<unknown>, unit: DataId): RawBuilder<unknown> {
  return sql`${dataId} in (
    select other.data_id from unit one join unit other on other.data_id = one.data_id
      or coalesce(other.custom_template, other.default_template) = coalesce(one.custom_template, one.default_template)
    where one.data_id = ${unit}
  )`
}

/** The entities below one that is deleted. */
export const entitiesBelowDeleted: Find<'entity-deleted'> = findWhere(({ entityID }) => ({
  table: 'entity',
  where: sql`${isOfEntityOrBelow(sql.ref('entity.id'), entityID)} and entity.id <> ${entityID}`,
}))

/** The people of an entity that is deleted and of those below it. */
export const peopleOfEntity: Find<'entity-deleted'> = findWhere(({ entityID }) => ({
  table: 'app_user',
  where: isOfEntityOrBelow(sql.ref('entity_id'), entityID),
  name: personName(),
}))

/** Whether the entity of a row is in reach. */
export function isOfEntities(ids: Reach, column = 'entity_id'): RawBuilder<unknown> {
  return sql`${sql.ref(column)} = any (${[...ids]})`
}

export type KindWithUnits = Extract<
  ChangeKind,
  'unit-moved' | 'unit-shared' | 'unit-deactivated' | 'unit-deleted' | 'template-changed'
>

/** The rows of a table about units; with `named: 'within'` those of entities out of reach are only counted. */
export function ofUnits(
  table: string,
  {
    named = 'all',
    column = 'data_id',
    ...columns
  }: Columns & { readonly named?: 'all' | 'within'; readonly column?: string } = {},
): Find<KindWithUnits> {
  return findWhere((change, reach) => ({
    table,
    where: isOneOf(`${table}.${column}`, change.dataIDs),
    ...columnsOf(columns),
    ...(named === 'within' && { visible: isOfEntities(reach) }),
  }))
}

export type KindWithUsers = Extract<ChangeKind, `person-${string}`>

/** The rows of a table that name people in a column. */
export function ofPeople(
  table: string,
  column: string,
  { named = 'all', ...columns }: Columns & { readonly named?: 'all' | 'within' } = {},
): Find<KindWithUsers> {
  return findWhere((change, reach) => ({
    table,
    where: isOneOf(column, change.userIDs),
    ...columnsOf(columns),
    ...(named === 'within' && { visible: isOfEntities(reach) }),
  }))
}

/** Changes of people, or of an entity with its people. */
export type KindOfPeople = KindWithUsers | 'entity-disabled' | 'entity-deleted'

/** Whether a column names someone whom a change concerns. */
export function isBy(change: ChangeOf<KindOfPeople>, column = 'created_by'): RawBuilder<unknown> {
  if ('userIDs' in change) return isOneOf(column, change.userIDs)
  const { kind, entityID } = change
  const own = sql.ref('person.entity_id')
  const isTheirs = kind === 'entity-deleted' ? isOfEntityOrBelow(own, entityID) : sql`${own} = ${entityID}`
  return sql`${sql.ref(column)} in (select person.id from app_user person where ${isTheirs})`
}

/** Things of people who become viewers: other changes of rights leave them as they are. */
export function ofNewViewers(find: (asked: Asked<'person-demoted'>) => Promise<Listed>): Find<'person-demoted'> {
  return async (asked) => (asked.change.role === 'viewer' ? find(asked) : { total: 0, named: [] })
}

export function isOneOf(column: string, ids: readonly (DataId | UserId | EntityId)[]): RawBuilder<unknown> {
  return sql`${sql.ref(column)} = any (${[...ids]})`
}
