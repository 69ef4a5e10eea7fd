import type { Change } from '@fieldwatch/contract/consequences/changes'
import type { DataId, EntityId } from '@fieldwatch/contract/api/ids'
import type { UnitChange } from '@fieldwatch/contract/units/unit-jobs'
import type { Chosen } from '../batch/chosen-units.ts'
import type { ListedUnit } from '../listed-unit.ts'

/** The most units of which it is listed what follows, and the most lists. */
const MOST_UNITS_LISTED = 1000
const MOST_LISTS = 5

export interface Following {
  readonly changes: readonly Change[]
  /** The number of units for which it is listed what follows; undefined: all. */
  readonly onlyOf?: number
}

/**
 * The changes of which it is listed what follows, for the units that are not refused: one for each set of entities that units have
 * afterwards.
 */
export function followingChanges(change: UnitChange, chosen: Chosen, units: readonly ListedUnit[]): Following {
  const all = units.filter(({ dataID, sharedWith = [] }) => chosen.has(dataID) && sharedWith.length === 0)
  const changed = all.slice(0, MOST_UNITS_LISTED)
  const groups = changed.length === 0 ? [] : groupsOf(change, changed)
  const changes = groups.slice(0, MOST_LISTS)
  if (changed.length === all.length && changes.length === groups.length) return { changes }
  return { changes, onlyOf: changes.reduce((sum, { dataIDs }) => sum + dataIDs.length, 0) }
}

type UnitsChange = Extract<Change, { dataIDs: readonly DataId[] }>

function groupsOf(change: UnitChange, changed: readonly ListedUnit[]): readonly UnitsChange[] {
  const dataIDs = changed.map(({ dataID }) => dataID)
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
): readonly UnitsChange[] {
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
  return [...left.values()].map((group) => ({ kind: 'unit-moved', ...group }))
}
