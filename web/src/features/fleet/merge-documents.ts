import type { EntityId } from '@fieldwatch/contract/ids'
import type { DataDocument } from '@fieldwatch/contract/units'

/**
 * The list with changed documents replaced and new ones inserted by name. After a switch of entities the former stream lives on
 * for some seconds: its documents are ignored.
 */
export function mergeDocuments(
  units: readonly DataDocument[],
  changed: ReadonlyMap<string, DataDocument>,
  viewing: readonly EntityId[],
): readonly DataDocument[] {
  if (changed.size === 0) return units
  const known = new Set<string>(units.map(({ dataID }) => dataID))
  const merged = units.map((unit) => changed.get(unit.dataID) ?? unit)
  const added = [...changed.values()].filter(
    ({ dataID, entities }) => !known.has(dataID) && entities.some((entity) => viewing.includes(entity)),
  )
  return added.length === 0 ? merged : [...merged, ...added].toSorted(byName)
}

function byName(one: DataDocument, other: DataDocument): number {
  return one.friendlyName.localeCompare(other.friendlyName)
}
