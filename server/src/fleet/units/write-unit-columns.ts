import type { NearestPlace } from '@fieldwatch/contract/places'
import type { Placed } from '#fleet/places/places.ts'
import type { StoredColumns } from './unit-columns-store.ts'

/** The body of a reply with the units as columns. */
export function writeUnitColumns({ members }: StoredColumns, places: readonly (NearestPlace | null)[]): string {
  return `{"status":"success","details":{${members},"nearestPlace":${JSON.stringify(places)}}}`
}

/** Where the units are, in the order of the columns. */
export function positionsOf({ dataIds, latitudes, longitudes }: StoredColumns): Placed[] {
  return dataIds.map((dataID, place) => ({
    dataID,
    currentLat: latitudes[place] ?? null,
    currentLon: longitudes[place] ?? null,
  }))
}
