import { MOST_UNITS_CHANGED } from '@fieldwatch/contract/batch-limits'
import type { DataId } from '@fieldwatch/contract/ids'
import type { ListedUnit } from './listed-unit.ts'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef } from 'react'
import { useMe } from '#platform/session/me-queries.ts'
import { useLiveAlerts } from '#shared/alerts/use-live-alerts.ts'
import { useTriggered } from '#shared/alerts/use-triggered.ts'
import { type Chosen, toggled, withRange } from './batch/chosen-units.ts'
import { useLabels } from '#shared/labels/label-queries.ts'
import { UnitCard } from './unit-card.tsx'
import classes from './unit-list.module.css'
import type { SessionUser } from '@fieldwatch/contract/users'

interface UnitListProps {
  units: readonly ListedUnit[]
  now: number
  /** Lower rows, for a low screen. */
  tight: boolean
  /** While units are being chosen. */
  chosen?: Chosen | undefined
  onChoose: (chosen: Chosen) => void
}

/** Height of a card; the theme has the same as `--fw-unit-row` and `--fw-touch-target`. */
const ROW_HEIGHT = { usual: 48, tight: 44 }
const OVERSCAN = 8

/** The cards of the units, virtualised. */
export function UnitList({ units, now, tight, chosen, onChoose }: UnitListProps) {
  const rowHeight = ROW_HEIGHT[tight ? 'tight' : 'usual']
  const scroller = useRef<HTMLDivElement>(null)
  /** The unit that was chosen last, where a range begins. */
  const anchor = useRef<DataId>(undefined)
  const { entityData } = useMe()
  const triggered = useTriggered()
  const labels = useLabels()
  useLiveAlerts('viewing')
  const disabled = useMemo(() => disabledEntities(entityData), [entityData])
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by a compiler
  const rows = useVirtualizer({
    count: units.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => units[index]?.dataID ?? index,
    overscan: OVERSCAN,
    initialRect: { width: 0, height: rowHeight * 20 },
  })

  function choose(before: Chosen, index: number, { ranged }: { ranged: boolean }): void {
    const unit = units[index]
    if (unit === undefined) return
    const from = ranged ? units.findIndex(({ dataID }) => dataID === anchor.current) : -1
    anchor.current = unit.dataID
    onChoose(from === -1 ? toggled(before, unit) : withRange(before, units, from, index))
  }

  return (
    <div ref={scroller} className={classes['scroller']}>
      <ul aria-label="Units" className={classes['list']} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ key, index, start }) => {
          const unit = units[index]
          return unit === undefined ? undefined : (
            <li
              key={key}
              aria-setsize={units.length}
              aria-posinset={index + 1}
              className={classes['row']}
              data-tight={tight}
              style={{ transform: `translateY(${start}px)` }}
            >
              <UnitCard
                unit={unit}
                now={now}
                labels={labels}
                disabled={disabled}
                triggered={triggered.get(unit.dataID)}
                choice={
                  chosen && {
                    isChosen: chosen.has(unit.dataID),
                    mayChoose: chosen.size < MOST_UNITS_CHANGED,
                    onToggle: (ranged: boolean) => choose(chosen, index, { ranged }),
                  }
                }
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** The disabled entities in reach: their users cannot sign in, their units work as before. */
function disabledEntities(entityData: SessionUser['entityData']): ReadonlySet<string> {
  return new Set(Object.entries(entityData).flatMap(([id, { status }]) => (status === 'disabled' ? [id] : [])))
}
