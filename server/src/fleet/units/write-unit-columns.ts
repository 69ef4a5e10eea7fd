import type { Placed } from '#fleet/places/places.ts'
import { writeJsonItemsInTurns } from '#platform/http/json-list.ts'
import type { StoredColumns } from './unit-columns-store.ts'

/** The body of a reply with the units as columns. */
export async function writeUnitColumns(
  { members }: Pick<StoredColumns, 'members'>,
  { placed, asOf }: { placed: readonly Placed[]; asOf: string },
): Promise<Buffer> {
  const nearest = await writeJsonItemsInTurns(placed.map(({ nearestPlace = null }) => nearestPlace))
  const beginning = `{"status":"success","asOf":${JSON.stringify(asOf)},"details":{${members},"nearestPlace":[`
  return Buffer.concat([Buffer.from(beginning), nearest, Buffer.from(']}}')])
}

/** Where the units are, in the order of the columns. */
export function positionsOf({ dataIds, latitudes, longitudes }: StoredColumns): Placed[] {
  return dataIds.map((dataID, place) => ({
    dataID,
    currentLat: latitudes[place] ?? null,
    currentLon: longitudes[place] ?? null,
  }))
}
