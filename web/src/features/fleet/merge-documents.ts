import type { EntityId } from '@fieldwatch/contract/ids'
import { byName, type ListedUnit } from './listed-unit.ts'

/**
 * The list with changed documents replaced, and new and renamed ones by name. After a switch of entities the former stream lives on
 * for some seconds: its documents are ignored.
 */
export function mergeDocuments(
  units: readonly ListedUnit[],
  changed: ReadonlyMap<string, ListedUnit>,
  viewing: readonly EntityId[],
): readonly ListedUnit[] {
  if (changed.size === 0) return units
  const known = new Set<string>(units.map(({ dataID }) => dataID))
  const merged = units.map((unit) => changed.get(unit.dataID) ?? unit)
  const added = [...changed.values()].filter(
    ({ dataID, entities }) => !known.has(dataID) && entities.some((entity) => viewing.includes(entity)),
  )
  const isInOrder =
    added.length === 0 && units.every(({ friendlyName }, place) => merged[place]?.friendlyName === friendlyName)
  return isInOrder ? merged : [...merged, ...added].toSorted(byName)
}
