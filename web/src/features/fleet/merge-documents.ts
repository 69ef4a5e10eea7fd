import type { EntityId } from '@fieldwatch/contract/ids'
import type { DataDocument } from '@fieldwatch/contract/units'

/**
 * The list with each changed document in its place, and new ones of the viewing entities where their names belong. After
 * another entity was chosen, the stream of the former one lives on for some seconds: what it says is not for the list.
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
