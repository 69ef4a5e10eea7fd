import type { DataDocument } from '@fieldwatch/contract/units'

/** The list with each changed document in its place, and new ones at the end of theirs by name. */
export function mergeDocuments(
  units: readonly DataDocument[],
  changed: ReadonlyMap<string, DataDocument>,
): readonly DataDocument[] {
  if (changed.size === 0) return units
  const known = new Set<string>(units.map(({ dataID }) => dataID))
  const merged = units.map((unit) => changed.get(unit.dataID) ?? unit)
  const added = [...changed.values()].filter(({ dataID }) => !known.has(dataID))
  return added.length === 0 ? merged : [...merged, ...added].toSorted(byName)
}

function byName(one: DataDocument, other: DataDocument): number {
  return one.friendlyName.localeCompare(other.friendlyName)
}
