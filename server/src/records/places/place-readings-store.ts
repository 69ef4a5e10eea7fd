import type { EntityId } from '@fieldwatch/contract/api/ids'
import type { PlaceReference } from '@fieldwatch/contract/places/place-conditions'
import { USUAL_POSITION_ACCURACY } from '@fieldwatch/contract/units/units'
import { type RawBuilder, sql } from 'kysely'
import type { ProbedPlace } from '#fleet/places/place-probe.ts'
import type { Db } from '#platform/database/database.ts'
import { prepared } from '#platform/database/prepared.ts'

/** The entities of the unit of a source, and how often their places changed. */
export interface PlacesOfSource {
  readonly entities: readonly EntityId[]
  readonly changed: string
  /** Metres, of positions whose records say nothing about it. */
  readonly usual: number
}

function isReferredTo(reference: PlaceReference | undefined): RawBuilder<unknown> {
  if (reference === undefined) return sql`true`
  return reference.kind === 'place' ? sql`id = ${reference.id}::bigint` : sql`group_name = ${reference.name}`
}

/** Which places count for the unit of a source: those of its entities. */
export function createPlaceReadingsStore(db: Db) {
  return {
    /** By key of source. One without a unit has none. */
    findAll: async (sourceKeys: readonly number[]): Promise<ReadonlyMap<number, PlacesOfSource>> => {
      const { rows } = await sql<PlacesOfSource & { key: number }>`
        ${prepared('places-of-sources')}
        select source_key as key, array_agg(entity.id order by entity.id) as entities,
          string_agg(entity.places_changed::text, ' ' order by entity.id) as changed,
          coalesce(min(position_accuracy), ${USUAL_POSITION_ACCURACY}) as usual
        from source join unit using (data_id) join unit_entity using (data_id)
          join entity on entity.id = unit_entity.entity_id
        where source_key = any (${[...sourceKeys]}::bigint[]) group by source_key`.execute(db)
      return new Map(rows.map((row) => [row.key, row]))
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
