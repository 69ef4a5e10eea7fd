import { MOST_UNITS_CHANGED } from '@fieldwatch/contract/actions/batch-limits'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { ListedUnit } from '../listed-unit.ts'

type Named = Pick<ListedUnit, 'dataID' | 'friendlyName'>

/** The units that are chosen, with their names, in the order in which they were. */
export type Chosen = ReadonlyMap<DataId, string>

export const NONE: Chosen = new Map()

/** Chooses a unit that is not chosen, unless there are as many as may be; leaves one out that is. */
export function toggled(chosen: Chosen, unit: Named): Chosen {
  if (!chosen.has(unit.dataID)) return withAll(chosen, [unit])
  const rest = new Map(chosen)
  rest.delete(unit.dataID)
  return rest
}

/** Adds units, as many as can be changed at once. */
export function withAll(chosen: Chosen, units: readonly Named[]): Chosen {
  const all = new Map(chosen)
  for (const { dataID, friendlyName } of units) {
    if (all.size >= MOST_UNITS_CHANGED) break
    all.set(dataID, friendlyName)
  }
  return all
}

/** Chooses those from one unit of a list to another, in either direction, both included. */
export function withRange(chosen: Chosen, units: readonly Named[], from: number, to: number): Chosen {
  return withAll(chosen, units.slice(Math.min(from, to), Math.max(from, to) + 1))
}

interface SelectionSummary {
  /** Those that a request can be sent to. */
  readonly ready: readonly DataId[]
  /** The names of those that belong to other entities too. */
  readonly shared: readonly string[]
  /** The names of those that are deactivated. */
  readonly inactive: readonly string[]
  /** The names of those that are not there any more. */
  readonly gone: readonly string[]
}

/** What can be sent to those chosen, as the units are now. */
export function summarizeSelection(chosen: Chosen, units: readonly ListedUnit[]): SelectionSummary {
  const known = new Map(units.map((unit) => [unit.dataID, unit]))
  const groups = { ready: [] as DataId[], shared: [] as string[], inactive: [] as string[], gone: [] as string[] }
  for (const [dataId, name] of chosen) {
    const unit = known.get(dataId)
    if (unit === undefined) groups.gone.push(name)
    else if (unit.sharedWith !== undefined && unit.sharedWith.length > 0) groups.shared.push(unit.friendlyName)
    else if (!unit.active) groups.inactive.push(unit.friendlyName)
    else groups.ready.push(dataId)
  }
  return groups
}
