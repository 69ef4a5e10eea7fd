import { isUnitOf } from '#platform/database/unit-in-reach.ts'
import type { DataId, EntityId, LabelId, UserId } from '@fieldwatch/contract/api/ids'
import type { Label, LabelColour } from '@fieldwatch/contract/units/labels'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { countForAdding } from '#platform/database/count-rows.ts'

interface NewLabel {
  readonly id: LabelId
  readonly entity: EntityId
  readonly name: string
  readonly colour: LabelColour
  readonly by: UserId
  readonly at: number
}

type LabelChanges = Partial<Pick<NewLabel, 'name' | 'colour'>>

/** A label on a unit. */
export interface LabelOnUnit {
  readonly dataId: DataId
  readonly labelId: LabelId
  readonly entity: EntityId
  readonly name: string
}

type Pair = Pick<LabelOnUnit, 'dataId' | 'labelId'>

/** Labels, and which units have them. */
export function createLabelStore(db: Db) {
  const read = async (condition: RawBuilder<unknown>, reach: readonly EntityId[]): Promise<Label[]> => {
    const { rows } = await sql<Label>`
      select label.id as "labelID", label.entity_id as entity, label.name, label.colour, label.version, (
        select count(*)::int from unit_label
        where unit_label.label_id = label.id and ${isUnitOf(reach, 'unit_label')}
      ) as units
      from label where ${condition} order by lower(label.name), label.id`.execute(db)
    return rows
  }

  return {
    /** The labels of `entities`, by name; units are counted in `reach`. */
    list: (entities: readonly EntityId[], reach: readonly EntityId[]): Promise<Label[]> =>
      read(sql`label.entity_id = any (${[...entities]})`, reach),

    /** Undefined for a label of an entity out of reach too. */
    find: async (id: LabelId, reach: readonly EntityId[]): Promise<Label | undefined> =>
      (await read(sql`label.id = ${id} and label.entity_id = any (${[...reach]})`, reach))[0],

    /** Which of the labels are of entities in reach; none of these is removed before the end of the transaction. */
    holdInReach: async (ids: readonly LabelId[], reach: readonly EntityId[]): Promise<ReadonlySet<LabelId>> => {
      const { rows } = await sql<{ id: LabelId }>`
        select id from label where id = any (${[...ids]}) and entity_id = any (${[...reach]})
        order by id for key share`.execute(db)
      return new Set(rows.map(({ id }) => id))
    },

    countForAdding: (entity: EntityId): Promise<number> => countForAdding(db, 'label', entity),

    /** False when the entity has a label of this name. */
    create: async ({ id, entity, name, colour, by, at }: NewLabel): Promise<boolean> => {
      const created = await db
        .insertInto('label')
        .values({ id, entityId: entity, name, colour, createdBy: by, createdAt: new Date(at) })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      return created !== undefined
    },

    /** Whether the entity has another label of this name. Hold the entity by `countForAdding`. */
    hasOther: async (entity: EntityId, name: string, id: LabelId): Promise<boolean> => {
      const { rows } = await sql`
        select from label where entity_id = ${entity} and lower(name) = lower(${name}) and id <> ${id}`.execute(db)
      return rows.length > 0
    },

    update: async (id: LabelId, changes: LabelChanges): Promise<void> => {
      if (Object.keys(changes).length === 0) return
      await db.updateTable('label').set(changes).where('id', '=', id).execute()
    },

    remove: async (id: LabelId): Promise<void> => {
      await db.deleteFrom('label').where('id', '=', id).execute()
    },

    /** The labels of entities in reach that units have. */
    listOn: async (dataIds: readonly DataId[], reach: readonly EntityId[]): Promise<LabelOnUnit[]> => {
      const { rows } = await sql<LabelOnUnit>`
        select unit_label.data_id as "dataId", label.id as "labelId", label.entity_id as entity, label.name
        from unit_label join label on label.id = unit_label.label_id
        where unit_label.data_id = any (${[...dataIds]}) and label.entity_id = any (${[...reach]})
        order by lower(label.name)`.execute(db)
      return rows
    },

    putOn: async (pairs: readonly Pair[]): Promise<void> => {
      await sql`
        insert into unit_label (data_id, label_id) select * from ${unnested(pairs)} on conflict do nothing`.execute(db)
    },

    takeOff: async (pairs: readonly Pair[]): Promise<void> => {
      await sql`delete from unit_label where (data_id, label_id) in (select * from ${unnested(pairs)})`.execute(db)
    },
  }
}

function unnested(pairs: readonly Pair[]) {
  const [dataIds, labelIds] = [pairs.map(({ dataId }) => dataId), pairs.map(({ labelId }) => labelId)]
  return sql`unnest(${dataIds}::text[], ${labelIds}::text[])`
}
