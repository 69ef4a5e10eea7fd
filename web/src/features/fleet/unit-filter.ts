import type { ListedUnit } from './listed-unit.ts'

/** The filter buttons, in their order on the screen. */
export const UNIT_FILTERS = ['All', 'Activated', 'Deactivated', 'Not Deployed'] as const
export type UnitFilter = (typeof UNIT_FILTERS)[number]

export type UnitStatus = Exclude<UnitFilter, 'All'>

type FilteredUnit = Pick<ListedUnit, 'dataID' | 'friendlyName' | 'active' | 'lastActivityUTC'>

/**
 * Every unit has exactly one status, so that the filters divide the fleet: a unit that never sent anything is not yet Activated.
 */
export function statusOf(unit: Pick<ListedUnit, 'active' | 'lastActivityUTC'>): UnitStatus {
  if (!unit.active) return 'Deactivated'
  return unit.lastActivityUTC === null ? 'Not Deployed' : 'Activated'
}

/** Units whose name or dataID has every word of the search, whatever its case and accents. */
export function searchUnits<U extends FilteredUnit>(units: readonly U[], search: string): readonly U[] {
  const words = plain(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return units
  return units.filter((unit) => {
    const text = plain(`${unit.friendlyName} ${unit.dataID}`)
    return words.every((word) => text.includes(word))
  })
}

export function filterUnits<U extends FilteredUnit>(units: readonly U[], filter: UnitFilter): readonly U[] {
  return filter === 'All' ? units : units.filter((unit) => statusOf(unit) === filter)
}

/** How many units each filter shows. */
export function countByFilter(units: readonly FilteredUnit[]): Record<UnitFilter, number> {
  const counts = { All: units.length, Activated: 0, Deactivated: 0, 'Not Deployed': 0 }
  for (const unit of units) counts[statusOf(unit)] += 1
  return counts
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
}
