import type { NearestPlace } from '@fieldwatch/contract/places'
import type { Placed } from '#fleet/places/places.ts'
import type { StoredColumns } from './unit-columns-store.ts'

/** The body of a reply with the units as columns. */
export function writeUnitColumns(
  { members }: Pick<StoredColumns, 'members'>,
  { nearest, asOf }: { nearest: readonly (NearestPlace | null)[]; asOf: string },
): string {
  return `{"status":"success","asOf":${JSON.stringify(asOf)},"details":{${members},"nearestPlace":${JSON.stringify(nearest)}}}`
}

/** Where the units are, in the order of the columns. */
export function positionsOf({ dataIds, latitudes, longitudes }: StoredColumns): Placed[] {
  return dataIds.map((dataID, place) => ({
    dataID,
    currentLat: latitudes[place] ?? null,
    currentLon: longitudes[place] ?? null,
  }))
}
