import type { DataId } from '@fieldwatch/contract/api/ids'
import type { DataDocument } from '@fieldwatch/contract/units/units'
import type { FrozenPlace, StoredShare } from './share-store.ts'
import { nameForVisitors, NO_DATA, type Shown } from './visit.ts'

/** The units of a map that are in reach and active. */
export function showMap(
  { id, what: { title = '', atUTC } }: Pick<StoredShare, 'id' | 'what'>,
  units: readonly Pick<DataDocument, 'dataID' | 'friendlyName' | 'active'>[],
  places: ReadonlyMap<DataId, FrozenPlace>,
): Shown {
  const shown = units.filter(({ dataID, active }) => active && (atUTC === undefined || places.has(dataID)))
  if (shown.length === 0) return units.length === 0 ? 'unit' : 'inactive'
  const named = shown.map((unit) => ({ ...unit, unit: nameForVisitors(id, unit.dataID) }))
  const placed = new Map(named.map(({ unit, dataID }) => [unit, dataID]))
  const frozen = named.flatMap(({ unit, dataID, friendlyName: name }) => {
    const place = places.get(dataID)
    return place === undefined ? [] : [{ unit, name, ...place }]
  })
  return {
    screen: { kind: 'map', name: title, units: [...placed.keys()], atUTC: atUTC ?? null },
    data: { ...NO_DATA, placed, frozen: atUTC === undefined ? undefined : frozen },
  }
}
