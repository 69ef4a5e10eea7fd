import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { PlaceReference } from '@fieldwatch/contract/places/place-conditions'
import { type RawBuilder, sql } from 'kysely'
import type { ProbedPlace } from '#fleet/places/place-probe.ts'
import type { Db } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared.ts'

/** The entities of the unit of a source, and how often their places changed. */
export interface PlacesOfSource {
  readonly entities: readonly EntityId[]
  readonly changed: string
}

function isReferredTo(reference: PlaceReference | undefined): RawBuilder<unknown> {
  if (reference === undefined) return sql`true`
  return reference.kind === 'place' ? sql`id = ${reference.id}::bigint` : sql`group_name = ${reference.name}`
}

/** Which places count for the unit of a source: those of its entities. */
export function createPlaceReadingsStore(db: Db) {
  return {
    find: async (sourceKey: number): Promise<PlacesOfSource> => {
      const { rows } = await sql<{ entities: EntityId[] | null; changed: string | null }>`
        ${prepared('places-of-source')}
        select array_agg(entity.id order by entity.id) as entities,
          string_agg(entity.places_changed::text, ' ' order by entity.id) as changed
        from source join unit_entity using (data_id) join entity on entity.id = unit_entity.entity_id
        where source_key = ${sourceKey}`.execute(db)
      return { entities: rows[0]?.entities ?? [], changed: rows[0]?.changed ?? '' }
    },

    /** Without a reference all of them. */
    list: async (entities: readonly EntityId[], reference: PlaceReference | undefined): Promise<ProbedPlace[]> => {
      const { rows } = await sql<ProbedPlace>`
        select id as "placeID", name, geometry, radius from place
        where entity_id = any (${[...entities]})
          and ${isReferredTo(reference)}
        order by id`.execute(db)
      return rows
    },
  }
}
