import type { ListedUnit } from './listed-unit.ts'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef } from 'react'
import { usePrinting } from '#platform/print/print-context.tsx'
import { useMe } from '#platform/session/me-queries.ts'
import { iconOf } from '#shared/templates/unit-icons-query.ts'
import type { Chosen } from './batch/chosen-units.ts'
import { useUnitChoice } from './batch/use-unit-choice.ts'
import type { CellSources } from './list-view/unit-cells.ts'
import type { ValueReader } from './list-view/value-reader.ts'
import { UnitCard } from './unit-card.tsx'
import classes from './unit-list.module.css'
import type { SessionUser } from '@fieldwatch/contract/people/users'
import { t } from './texts.ts'

interface UnitListProps {
  units: readonly ListedUnit[]
  sources: Pick<CellSources, 'now' | 'labels' | 'icons' | 'triggered'>
  /** Reads the last value that is shown beside each. */
  reader?: ValueReader | undefined
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
export function UnitList({
  units,
  sources: { now, labels, icons, triggered },
  reader,
  tight,
  chosen,
  onChoose,
}: UnitListProps) {
  const rowHeight = ROW_HEIGHT[tight ? 'tight' : 'usual']
  const scroller = useRef<HTMLDivElement>(null)
  const isPrinting = usePrinting().since !== undefined
  const choiceOf = useUnitChoice(units, chosen, onChoose)
  const { entityData } = useMe()
  const disabled = useMemo(() => disabledEntities(entityData), [entityData])
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by a compiler
  const rows = useVirtualizer({
    count: units.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => units[index]?.dataID ?? index,
    overscan: OVERSCAN,
    rangeExtractor: isPrinting ? () => [...units.keys()] : defaultRangeExtractor,
    initialRect: { width: 0, height: rowHeight * 20 },
  })

  return (
    <div ref={scroller} className={classes['scroller']}>
      <ul aria-label={t('fleet.title')} className={classes['list']} style={{ height: rows.getTotalSize() }}>
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
                icon={iconOf(icons, unit)}
                triggered={triggered.get(unit.dataID)}
                reader={reader}
                choice={choiceOf(unit, index)}
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
