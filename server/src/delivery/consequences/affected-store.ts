import type { DataId, EntityId, UserId } from '@fieldwatch/contract/api/ids'
import type { ChangeKind, ChangeOf } from '@fieldwatch/contract/consequences/changes'
import { MOST_NAMED } from '@fieldwatch/contract/consequences/consequences'
import { type RawBuilder, sql } from 'kysely'
import { entitiesBelow } from '#platform/database/entities-below.ts'
import { personName } from '#platform/database/person-columns.ts'
import type { Asked, Find, Listed } from './declaration.ts'

type Reach = readonly EntityId[]

interface Table {
  /** With its own name. */
  readonly table: string
  /** Columns, or what is computed of them; left out: `id` and `name`. */
  readonly id?: string | RawBuilder<unknown>
  readonly name?: string | RawBuilder<unknown>
  /** Which rows count; left out: all. */
  readonly where?: (now: number) => RawBuilder<unknown>
  /** Which rows may be named; left out: all. */
  readonly visible?: (reach: Reach) => RawBuilder<unknown>
}

type Columns = Pick<Table, 'id' | 'name'>

/** Finds things of a table by conditions in SQL. */
export function finderOf({
  table,
  id = 'id',
  name = 'name',
  where: counts = () => sql`true`,
  visible = () => sql`true`,
}: Table) {
  const valueOf = (column: string | RawBuilder<unknown>) => (typeof column === 'string' ? sql.ref(column) : column)
  return <Kind extends ChangeKind>(
    where: (
      change: ChangeOf<Kind>,
      asked: Pick<Asked<Kind>, 'db' | 'now'>,
    ) => RawBuilder<unknown> | Promise<RawBuilder<unknown>>,
  ): Find<Kind> =>
    async (asked) => {
      const { db, change, reach } = asked
      const { rows } = await sql<{ total: number; named: Listed['named'] | null }>`
        select count(*)::int as total,
          (array_agg(jsonb_build_object('id', id, 'name', name) order by lower(name), name, id) filter (where visible))
            [1:${sql.lit(MOST_NAMED)}] as named
        from (
          select ${valueOf(id)}::text as id, ${valueOf(name)} as name, ${visible(reach)} as visible
          from ${sql.table(table)} where ${counts(asked.now)} and (${await where(change, asked)})
        ) found`.execute(db)
      const [row] = rows
      return { total: row?.total ?? 0, named: row?.named ?? [] }
    }
}

/** What an entity that is deleted and those below it hold in a table: who may delete it may see all of it. */
export function heldByEntity(table: string, columns: Columns = {}): Find<'entity-deleted'> {
  return finderOf({ table, ...columns })(({ entityID }) => isOfEntityOrBelow(sql.ref(`${table}.entity_id`), entityID))
}

/** What the units that go with an entity hold in a table; who may delete the entity may see it all. */
export function heldByUnitsOfEntity(table: string, columns: Columns = {}): Find<'entity-deleted'> {
  return finderOf({ table, ...columns })(({ entityID }) => isOfUnitsOnlyOf(sql.ref(`${table}.data_id`), entityID))
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
export const entitiesBelowDeleted = finderOf({ table: 'entity' })<'entity-deleted'>(
  ({ entityID }) => sql`${isOfEntityOrBelow(sql.ref('entity.id'), entityID)} and entity.id <> ${entityID}`,
)

/** The people of an entity that is deleted and of those below it. */
export const peopleOfEntity = finderOf({ table: 'app_user', name: personName() })<'entity-deleted'>(({ entityID }) =>
  isOfEntityOrBelow(sql.ref('entity_id'), entityID),
)

/** Whether the entity of a row is in reach. */
export function isOfEntities(ids: Reach): RawBuilder<unknown> {
  return isOneOf('entity_id', ids)
}

export type KindWithUnits = Extract<
  ChangeKind,
  'unit-moved' | 'unit-shared' | 'unit-deactivated' | 'unit-deleted' | 'template-changed'
>

type Named = Columns & { readonly named?: 'all' | 'within' }

/** The rows of a table about units; with `named: 'within'` those of entities out of reach are only counted. */
export function ofUnits(table: string, { named = 'all', ...columns }: Named = {}): Find<KindWithUnits> {
  const find = finderOf({ table, ...columns, ...(named === 'within' && { visible: isOfEntities }) })
  return find(({ dataIDs }) => isOneOf(`${table}.data_id`, dataIDs))
}

export type KindWithUsers = Extract<ChangeKind, `person-${string}`>

/** The rows of a table that name people in a column. */
export function ofPeople(
  table: string,
  column: string,
  { named = 'all', ...columns }: Named = {},
): Find<KindWithUsers> {
  const find = finderOf({ table, ...columns, ...(named === 'within' && { visible: isOfEntities }) })
  return find(({ userIDs }) => isOneOf(column, userIDs))
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
