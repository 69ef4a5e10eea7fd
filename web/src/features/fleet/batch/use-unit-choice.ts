import { MOST_UNITS_CHANGED } from '@fieldwatch/contract/actions/batch-limits'
import type { DataId } from '@fieldwatch/contract/api/ids'
import { useRef } from 'react'
import type { ListedUnit } from '../listed-unit.ts'
import { type Chosen, toggled, withRange } from './chosen-units.ts'

/** What the box of a unit needs. */
export interface UnitChoice {
  readonly isChosen: boolean
  readonly mayChoose: boolean
  /** `ranged`: with all from the one that was chosen last. */
  readonly onToggle: (ranged: boolean) => void
}

/** Choosing among units as they are listed; undefined for each while none are being chosen. */
export function useUnitChoice(
  units: readonly ListedUnit[],
  chosen: Chosen | undefined,
  onChoose: (chosen: Chosen) => void,
): (unit: ListedUnit, index: number) => UnitChoice | undefined {
  /** The unit that was chosen last, where a range begins. */
  const anchor = useRef<DataId>(undefined)

  function choose(before: Chosen, unit: ListedUnit, { index, ranged }: { index: number; ranged: boolean }): void {
    const from = ranged ? units.findIndex(({ dataID }) => dataID === anchor.current) : -1
    anchor.current = unit.dataID
    onChoose(from === -1 ? toggled(before, unit) : withRange(before, units, from, index))
  }

  return (unit, index) =>
    chosen && {
      isChosen: chosen.has(unit.dataID),
      mayChoose: chosen.size < MOST_UNITS_CHANGED,
      onToggle: (ranged) => choose(chosen, unit, { index, ranged }),
    }
}
