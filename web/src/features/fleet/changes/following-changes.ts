import type { Change } from '@fieldwatch/contract/consequences/changes'
import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import type { UnitChange } from '@fieldwatch/contract/units/unit-jobs'
import type { Chosen } from '../batch/chosen-units.ts'
import type { ListedUnit } from '../listed-unit.ts'

/** The most units of which it is listed what follows, and the most lists. */
export const MOST_UNITS_LISTED = 1000
const MOST_LISTS = 5

/**
 * The changes of which it is listed what follows, for the units that are not refused: one for each set of entities that units have
 * afterwards.
 */
export function followingChanges(change: UnitChange, chosen: Chosen, units: readonly ListedUnit[]): readonly Change[] {
  const changed = units
    .filter(({ dataID, sharedWith = [] }) => chosen.has(dataID) && sharedWith.length === 0)
    .slice(0, MOST_UNITS_LISTED)
  const dataIDs = changed.map(({ dataID }) => dataID)
  if (dataIDs.length === 0) return []
  switch (change.kind) {
    case 'active':
      return change.active ? [] : [{ kind: 'unit-deactivated', dataIDs }]
    case 'template':
      return [{ kind: 'template-changed', dataIDs, templateID: change.template }]
    case 'entities':
      return ofEntities(change, changed)
    default:
      return []
  }
}

function ofEntities(
  { how, entities }: Extract<UnitChange, { kind: 'entities' }>,
  units: readonly ListedUnit[],
): readonly Change[] {
  if (how === 'add') return [{ kind: 'unit-shared', dataIDs: units.map(({ dataID }) => dataID), entities }]
  const moved = units.filter((unit) =>
    how === 'set'
      ? unit.entities.some((entity) => !entities.includes(entity))
      : unit.entities.some((entity) => entities.includes(entity)),
  )
  const left = new Map<string, { dataIDs: DataId[]; entities: EntityId[] }>()
  for (const unit of moved) {
    const rest = how === 'set' ? entities : unit.entities.filter((entity) => !entities.includes(entity))
    // A unit that would be left without an entity is refused.
    if (rest.length === 0) continue
    const key = rest.toSorted().join()
    const group = left.get(key) ?? { dataIDs: [], entities: [...rest] }
    group.dataIDs.push(unit.dataID)
    left.set(key, group)
  }
  return [...left.values()].slice(0, MOST_LISTS).map((group) => ({ kind: 'unit-moved', ...group }))
}
