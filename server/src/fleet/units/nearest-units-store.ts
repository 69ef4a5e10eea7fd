import { isUnitOf } from '#platform/database/unit-in-reach.ts'
import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import { EARTH_RADIUS } from '@fieldwatch/contract/places/sphere'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

interface AskedNearest {
  readonly lat: number
  readonly lon: number
  /** Metres. */
  readonly radius: number
  readonly limit: number
}

interface NearUnitRow {
  readonly dataId: DataId
  readonly friendlyName: string
  readonly lat: number
  readonly lon: number
  /** Metres. */
  readonly distance: number
  readonly active: boolean
  readonly lastActivityAt: Date | null
  readonly total: number
}

/** A degree of latitude is never shorter, in metres. */
const LEAST_DEGREE = 111_000

/** Units by how far they are from somewhere. */
export function createNearestUnitsStore(db: Db) {
  return {
    /** The units of the entities, the nearest first, by the haversine formula. */
    list: async (entities: readonly EntityId[], { lat, lon, radius, limit }: AskedNearest): Promise<NearUnitRow[]> => {
      const degrees = radius / LEAST_DEGREE
      const { rows } = await sql<NearUnitRow>`
        select *, count(*) over ()::int as total from (
          select data_id as "dataId", friendly_name as "friendlyName", active, last_activity_at as "lastActivityAt",
            current_lat as lat, current_lon as lon,
            ${2 * EARTH_RADIUS}::float8 * asin(least(1, sqrt(
              power(sind((current_lat - ${lat}::float8) / 2), 2)
              + cosd(${lat}::float8) * cosd(current_lat) * power(sind((current_lon - ${lon}::float8) / 2), 2)
            ))) as distance
          from unit
          where deleted_at is null
            and current_lat between greatest(-90, ${lat - degrees}::float8) and least(90, ${lat + degrees}::float8)
            and current_lon between -180 and 180
            and ${isUnitOf(entities)}
        ) near
        where distance <= ${radius}::float8 order by distance, "dataId" limit ${limit}`.execute(db)
      return rows
    },
  }
}
