import type { EntityId, UserId } from '@fieldwatch/contract/api/ids'
import { countPositions, type PlaceShape } from '@fieldwatch/contract/places/place-geometry'
import type { Place } from '@fieldwatch/contract/places/places'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

/** What people say about a place. */
export interface PlaceContent extends PlaceShape, Pick<Place, 'name' | 'group' | 'colour'> {}

/** What else the feature of the file had from which a place was imported: it is exported again. */
export interface PlaceFeature {
  readonly id?: string | number
  readonly properties?: Readonly<Record<string, unknown>>
  /** The point or line came as the only part of a `MultiPoint` or a `MultiLineString`, and is exported as that. */
  readonly isPart?: true
}

export interface StoredPlace extends Place {
  readonly feature: PlaceFeature | null
}

interface NewPlace extends PlaceContent {
  readonly feature?: PlaceFeature | undefined
}

interface Added {
  readonly entity: EntityId
  readonly by: UserId
  readonly at: number
}

/** The places of entities. */
export function createPlaceStore(db: Db) {
  const read = async (condition: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<StoredPlace[]> => {
    const { rows } = await sql<StoredPlace>`
      select id as "placeID", entity_id as entity, name, group_name as "group", colour, geometry, radius, version, feature
      from place where ${condition} order by ${order}`.execute(db)
    return rows
  }

  /** What is computed from the places of an entity is computed again. */
  const noteChanged = async (entity: EntityId): Promise<void> => {
    await sql`update entity set places_changed = places_changed + 1 where id = ${entity}`.execute(db)
  }

  return {
    noteChanged,

    /** How many positions the places of entities have. */
    countPositions: async (entities: readonly EntityId[]): Promise<number> => {
      const { rows } = await sql<{ positions: number }>`
        select coalesce(sum(positions), 0)::int as positions from place
        where entity_id = any (${[...entities]})`.execute(db)
      return rows[0]?.positions ?? 0
    },

    /** By name. */
    list: (entities: readonly EntityId[]): Promise<StoredPlace[]> =>
      read(sql`entity_id = any (${[...entities]})`, sql`lower(name), id`),

    /** In the order in which they were added. */
    listForExport: (entities: readonly EntityId[]): Promise<StoredPlace[]> =>
      read(sql`entity_id = any (${[...entities]})`, sql`id`),

    /** Undefined for a place of an entity out of reach too. */
    find: async (id: number, reach: readonly EntityId[]): Promise<StoredPlace | undefined> =>
      (await read(sql`id = ${id}::bigint and entity_id = any (${[...reach]})`, sql`id`))[0],

    /** Lets no other place be added to an entity until the end of the transaction, and counts them and their positions. */
    countForAdding: async (entity: EntityId): Promise<{ places: number; positions: number }> => {
      await db.selectFrom('entity').select('id').where('id', '=', entity).forNoKeyUpdate().execute()
      const { rows } = await sql<{ places: number; positions: number }>`
        select count(*)::int as places, coalesce(sum(positions), 0)::int as positions
        from place where entity_id = ${entity}`.execute(db)
      return rows[0] ?? { places: 0, positions: 0 }
    },

    /** Returns the ids of the new places, in their order. */
    add: async (places: readonly NewPlace[], { entity, by, at }: Added): Promise<number[]> => {
      if (places.length === 0) return []
      const rows = await db
        .insertInto('place')
        .values(
          places.map(({ feature, ...content }) => ({
            ...columnsOf(content),
            feature: feature === undefined ? null : JSON.stringify(feature),
            entityId: entity,
            createdBy: by,
            createdAt: new Date(at),
          })),
        )
        .returning('id')
        .execute()
      return rows.map(({ id }) => id)
    },

    change: async (id: number, content: PlaceContent): Promise<void> => {
      await db.updateTable('place').set(columnsOf(content)).where('id', '=', id).execute()
    },

    remove: async (id: number): Promise<void> => {
      await db.deleteFrom('place').where('id', '=', id).execute()
    },
  }
}

function columnsOf({ name, group, colour, geometry, radius }: PlaceContent) {
  return {
    name,
    groupName: group,
    colour,
    geometry: JSON.stringify(geometry),
    radius,
    positions: countPositions(geometry),
  }
}
