import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { type RawBuilder, sql } from 'kysely'
import { countForAdding, type TableOfEntity } from '#platform/database/count-rows.ts'
import type { Db } from '#platform/database/database.ts'

/** Values by their names in the contract. */
export type Entered = Readonly<Record<string, unknown>>

/** How the things of a kind lie in their table. */
export interface ResourceTable {
  /** It has the columns `id` (a text), `entity_id`, `version`, `created_at`, `created_by`, `changed_at` and `changed_by`. */
  readonly table: TableOfEntity
  /** What the id is called in the contract. */
  readonly idName: string
  /** The columns of what people enter, by its names in the contract. Objects are JSON. The activity keeps them all, so none is a secret. */
  readonly columns: Readonly<Record<string, string>>
}

/** Which things are read. */
export type Which = RawBuilder<unknown>

interface NewThing {
  readonly id: string
  readonly entity: EntityId
  readonly by: UserId
  readonly at: number
  readonly entered: Entered
  /** Columns besides. */
  readonly more: Entered
}

/** The rows of a kind of thing that an entity keeps. */
export function createResourceStore(db: Db, { table, idName, columns }: ResourceTable) {
  const rowOf = (entered: Entered): Entered => {
    const given = Object.entries(columns).filter(([name]) => entered[name] !== undefined)
    return Object.fromEntries(given.map(([name, column]) => [column, columnValue(entered[name])]))
  }

  return {
    /** Those that match, the oldest first. */
    list: async (which: Which): Promise<readonly object[]> => {
      const names = { [idName]: 'id', entity: 'entity_id', ...columns, version: 'version' }
      const selected = Object.entries(names).map(([name, column]) => sql`${sql.ref(column)} as ${sql.ref(name)}`)
      const { rows } = await sql<object>`
        select ${sql.join(selected)} from ${sql.table(table)} where ${which} order by created_at, id`.execute(db)
      return rows
    },

    countForAdding: (entity: EntityId): Promise<number> => countForAdding(db, table, entity),

    /** Whether the entity has another one with this text, whatever its case. Hold the entity by `countForAdding`. */
    hasOther: async (entity: EntityId, [name, value]: readonly [string, unknown], id = ''): Promise<boolean> => {
      const { rows } = await sql`
        select from ${sql.table(table)} where entity_id = ${entity} and id <> ${id}
          and lower(${sql.ref(columns[name] ?? name)}) = lower(${value})`.execute(db)
      return rows.length > 0
    },

    create: async ({ id, entity, by, at, entered, more }: NewThing): Promise<void> => {
      const kept = { id, entityId: entity, createdBy: by, createdAt: new Date(at) }
      const row = { ...kept, ...more, ...rowOf(entered) }
      await sql`
        insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((column) => sql.ref(column)))})
        values (${sql.join(Object.values(row))})`.execute(db)
    },

    update: async (id: string, entered: Entered): Promise<void> => {
      const changes = Object.entries(rowOf(entered)).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
      if (changes.length > 0)
        await sql`update ${sql.table(table)} set ${sql.join(changes)} where id = ${id}`.execute(db)
    },

    remove: async (id: string): Promise<void> => {
      await sql`delete from ${sql.table(table)} where id = ${id}`.execute(db)
    },
  }
}

/** The things of an entity, or one of them, as a condition; columns with their table, for joins. */
export const ofEntity = (table: TableOfEntity, entity: EntityId): Which =>
  sql`${sql.ref(`${table}.entity_id`)} = ${entity}`

export const oneInReach = (table: TableOfEntity, id: string, reach: readonly EntityId[]): Which =>
  sql`${sql.ref(`${table}.id`)} = ${id} and ${sql.ref(`${table}.entity_id`)} = any (${[...reach]})`

function columnValue(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}
