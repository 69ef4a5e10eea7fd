import type { ListColumn, SortColumn } from '@fieldwatch/contract/units/list-columns'
import type { ListView } from '@fieldwatch/contract/units/list-view'
import { UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, useRef } from 'react'
import { usePrinting } from '#platform/print/print-context.tsx'
import { TriggeredMark } from '#shared/alerts/triggered-mark.tsx'
import { LabelChips } from '#shared/labels/label-chip.tsx'
import { labelsOf } from '#shared/labels/label-queries.ts'
import { iconOf } from '#shared/templates/unit-icons-query.ts'
import { ActivityLabel } from '#ui/components/activity-label.tsx'
import { activityOf } from '#ui/components/activity.ts'
import { UnitRing } from '#ui/components/unit-ring.tsx'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '#ui/icons/icons.ts'
import { PlainCheckbox } from '#ui/components/plain-checkbox.tsx'
import type { Chosen } from '../batch/chosen-units.ts'
import { type UnitChoice, useUnitChoice } from '../batch/use-unit-choice.ts'
import type { ListedUnit } from '../listed-unit.ts'
import { LastValue, nameOfValue } from './last-value.tsx'
import type { ValueReader } from './value-reader.ts'
import { CELL_KINDS, type CellSources, headingOf, sortPressed } from './unit-cells.ts'
import classes from './unit-table.module.css'
import { t } from '../texts.ts'

interface UnitTableProps {
  units: readonly ListedUnit[]
  sources: CellSources
  view: ListView
  /** Reads the last value, which then is the first column behind the name. */
  reader: ValueReader | undefined
  onSort: (sort: ListView['sort']) => void
  /** While units are being chosen. */
  chosen: Chosen | undefined
  onChoose: (chosen: Chosen) => void
}

/** Height of a row; the theme has the same as `--fw-unit-row`. */
const ROW_HEIGHT = 48
const OVERSCAN = 8
/** The width of the column of last values, in rem. */
const VALUE_WIDTH = 12

/** The units as a table with the columns that a person chose, virtualised. */
export function UnitTable({
  units,
  sources,
  view: { columns, sort },
  reader,
  onSort,
  chosen,
  onChoose,
}: UnitTableProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const isPrinting = usePrinting().since !== undefined
  const choiceOf = useUnitChoice(units, chosen, onChoose)
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by a compiler
  const rows = useVirtualizer({
    count: units.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => units[index]?.dataID ?? index,
    overscan: OVERSCAN,
    rangeExtractor: isPrinting ? () => [...units.keys()] : defaultRangeExtractor,
    initialRect: { width: 0, height: ROW_HEIGHT * 20 },
  })
  const seen = rows.getVirtualItems()
  const above = seen[0]?.start ?? 0
  const below = rows.getTotalSize() - (seen.at(-1)?.end ?? 0)
  const width = columns.reduce((sum, column) => sum + CELL_KINDS[column].width, reader === undefined ? 0 : VALUE_WIDTH)
  const layout: CSSProperties & Record<`--${string}`, string> = { '--fw-columns-width': `${width}rem` }

  return (
    // A keyboard scrolls it sideways.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={scroller} className={classes['scroller']} style={layout} tabIndex={0} aria-label={t('fleet.table')}>
      <table aria-label={t('fleet.title')} aria-rowcount={units.length + 1} className={classes['table']}>
        <colgroup>
          <col className={classes['first']} />
          {reader === undefined ? undefined : <col style={{ width: `${VALUE_WIDTH}rem` }} />}
          {columns.map((column) => (
            <col key={column} style={{ width: `${CELL_KINDS[column].width}rem` }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <Heading column="name" sort={sort} onSort={onSort} />
            {reader === undefined ? undefined : (
              <th scope="col" title={t('fleet.value')}>
                {nameOfValue(reader.value)}
              </th>
            )}
            {columns.map((column) => (
              <Heading key={column} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Room height={above} />
          {seen.map(({ key, index }) => {
            const unit = units[index]
            return unit === undefined ? undefined : (
              <tr key={key} aria-rowindex={index + 2} className={classes['unit']}>
                <NameCell unit={unit} sources={sources} columns={columns} choice={choiceOf(unit, index)} />
                {reader === undefined ? undefined : (
                  <td>
                    <LastValue key={nameOfValue(reader.value)} unit={unit} reader={reader} now={sources.now} />
                  </td>
                )}
                {columns.map((column) => (
                  <Cell key={column} column={column} unit={unit} sources={sources} />
                ))}
              </tr>
            )
          })}
          <Room height={below} />
        </tbody>
      </table>
    </section>
  )
}

/** Placeholder of rows that are not in view. */
function Room({ height }: { height: number }) {
  return height > 0 ? <tr aria-hidden="true" style={{ height }} /> : undefined
}

interface HeadingProps {
  column: SortColumn
  sort: ListView['sort']
  onSort: (sort: ListView['sort']) => void
}

function Heading({ column, sort, onSort }: HeadingProps) {
  const sorted = sort.by === column ? (sort.descending ? 'descending' : 'ascending') : 'none'
  const Arrow = { none: IconArrowsSort, ascending: IconArrowUp, descending: IconArrowDown }[sorted]
  return (
    <th scope="col" aria-sort={sorted} className={column === 'name' ? classes['name'] : undefined}>
      <UnstyledButton
        className={classes['sort'] ?? ''}
        data-sorted={sorted !== 'none'}
        onClick={() => onSort(sortPressed(column, sort))}
      >
        {headingOf(column)}
        <Arrow stroke={1.5} size="1rem" aria-hidden="true" />
      </UnstyledButton>
    </th>
  )
}

interface CellProps {
  column: ListColumn
  unit: ListedUnit
  sources: CellSources
}

interface NameCellProps extends Omit<CellProps, 'column'> {
  columns: readonly ListColumn[]
  choice: UnitChoice | undefined
}

function NameCell({ unit, sources, columns, choice }: NameCellProps) {
  const { dataID, friendlyName, image } = unit
  const triggered = columns.includes('alerts') ? undefined : sources.triggered.get(dataID)
  const face = (
    <>
      <UnitRing
        image={image}
        icon={iconOf(sources.icons, unit)}
        kind={activityOf(unit, sources.now).kind}
        alarm={sources.triggered.has(dataID)}
      />
      <span className={classes['text']} title={friendlyName}>
        {friendlyName}
      </span>
      {triggered === undefined ? undefined : (
        <span className={classes['mark']}>
          <TriggeredMark count={triggered} />
        </span>
      )}
    </>
  )
  return (
    <th scope="row" className={classes['name']}>
      {choice === undefined ? (
        <Link to="/dashboard/$dataID" params={{ dataID }} className={classes['face'] ?? ''}>
          {face}
        </Link>
      ) : (
        <label className={classes['face']}>
          <PlainCheckbox
            aria-label={t('fleet.select.one', { friendlyName })}
            checked={choice.isChosen}
            disabled={!choice.isChosen && !choice.mayChoose}
            // The click of a key or a finger has it too; a change has not.
            onClick={({ shiftKey }) => choice.onToggle(shiftKey)}
            readOnly
          />
          {face}
        </label>
      )}
    </th>
  )
}

function Cell({ column, unit, sources }: CellProps) {
  const text = CELL_KINDS[column].text(unit, sources)
  return (
    <td title={text}>
      <CellFace column={column} unit={unit} sources={sources} text={text} />
    </td>
  )
}

function CellFace({ column, unit, sources, text }: CellProps & { text: string }) {
  if (column === 'activity') {
    return <ActivityLabel activity={activityOf(unit, sources.now)} lastActivityUtc={unit.lastActivityUTC} />
  }
  if (column === 'labels') return <LabelChips labels={labelsOf(sources.labels, unit.labels)} most={2} />
  const triggered = column === 'alerts' ? sources.triggered.get(unit.dataID) : undefined
  if (triggered !== undefined) return <TriggeredMark count={triggered} />
  return <span className={classes['text']}>{text}</span>
}
