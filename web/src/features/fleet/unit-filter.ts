import type { LabelId } from '@fieldwatch/contract/api/ids'
import type { Label } from '@fieldwatch/contract/units/labels'
import type { ListedUnit } from './listed-unit.ts'

/** Labels by their ids. */
type LabelsById = ReadonlyMap<LabelId, Pick<Label, 'labelID' | 'name'>>

const NO_LABELS: LabelsById = new Map()

/** The filter buttons, in their order on the screen; as they are in the address. */
export const UNIT_FILTERS = ['all', 'activated', 'deactivated', 'not-deployed'] as const
export type UnitFilter = (typeof UNIT_FILTERS)[number]

type UnitStatus = Exclude<UnitFilter, 'all'>

type FilteredUnit = Pick<ListedUnit, 'dataID' | 'friendlyName' | 'active' | 'lastActivityUTC' | 'labels'>

/**
 * Every unit has exactly one status, so that the filters divide the fleet: a unit that never sent anything is not yet Activated.
 */
export function statusOf(unit: Pick<ListedUnit, 'active' | 'lastActivityUTC'>): UnitStatus {
  if (!unit.active) return 'deactivated'
  return unit.lastActivityUTC === null ? 'not-deployed' : 'activated'
}

/** Units whose name, dataID or labels have every word of the search, whatever its case and accents. */
export function searchUnits<U extends FilteredUnit>(
  units: readonly U[],
  search: string,
  labels: LabelsById = NO_LABELS,
): readonly U[] {
  const words = plain(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return units
  const named = words.map((word) => ({ word, labels: labelsWith(labels, word) }))
  return units.filter((unit) => {
    const text = textOf(unit)
    return named.every(
      ({ word, labels: ids }) => text.includes(word) || unit.labels?.some((id) => ids.has(id)) === true,
    )
  })
}

/** Units that have all of the labels. */
export function labelledUnits<U extends FilteredUnit>(units: readonly U[], ids: readonly LabelId[]): readonly U[] {
  return ids.length === 0 ? units : units.filter((unit) => ids.every((id) => unit.labels?.includes(id) === true))
}

/** The units that are assigned to a person. */
export function ownUnits<U extends FilteredUnit>(units: readonly U[], own: ReadonlySet<string>): readonly U[] {
  return units.filter(({ dataID }) => own.has(dataID))
}

function labelsWith(labels: LabelsById, word: string): ReadonlySet<LabelId> {
  return new Set([...labels.values()].filter(({ name }) => plain(name).includes(word)).map(({ labelID }) => labelID))
}

/** What is looked for in a unit, kept as long as the unit is as it is: among thousands, taking off accents at each key is felt. */
function textOf(unit: FilteredUnit): string {
  const known = texts.get(unit)
  if (known !== undefined) return known
  const text = plain(`${unit.friendlyName} ${unit.dataID}`)
  texts.set(unit, text)
  return text
}

const texts = new WeakMap<FilteredUnit, string>()

export function filterUnits<U extends FilteredUnit>(units: readonly U[], filter: UnitFilter): readonly U[] {
  return filter === 'all' ? units : units.filter((unit) => statusOf(unit) === filter)
}

/** How many units each filter shows. */
export function countByFilter(units: readonly FilteredUnit[]): Record<UnitFilter, number> {
  const counts = { all: units.length, activated: 0, deactivated: 0, 'not-deployed': 0 }
  for (const unit of units) counts[statusOf(unit)] += 1
  return counts
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
}
