import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import type { SharedPosition } from '@fieldwatch/contract/shares/shared-screens'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import type { Db } from '#platform/database/database.ts'

/** Where units are now, by the names that a visitor has for them. */
export async function readPositions(
  db: Db,
  placed: ReadonlyMap<DataId, DataId>,
  reach: readonly EntityId[],
): Promise<SharedPosition[]> {
  if (placed.size === 0) return []
  const documents = await createUnitStore(db).listDocuments(reach, { dataIds: [...placed.values()] })
  const names = new Map([...placed].map(([name, dataId]) => [dataId, name]))
  return documents.flatMap(({ dataID, active, friendlyName, currentLat, currentLon, lastActivityUTC }) => {
    const unit = names.get(dataID)
    if (unit === undefined || !active) return []
    return [{ unit, name: friendlyName, latitude: currentLat, longitude: currentLon, lastActivityUTC }]
  })
}
