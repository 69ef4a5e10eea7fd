import { Checkbox, Skeleton, Text } from '@mantine/core'
import type { RowData } from '@tanstack/react-table'
import { cellText, EMPTY_CELL } from './cell-text.ts'
import type { Column } from './column.ts'
import { RowMenu } from './row-menu.tsx'
import { HeadingText } from './table-head.tsx'
import { DEFAULT_PAGE_SIZE } from './table-paging.ts'
import type { Naming } from './table-scroll.tsx'
import type { TableRowsProps } from './table-rows.tsx'
import classes from './table-cards.module.css'
import { t } from './texts.ts'

interface TableCardsProps<Row extends RowData> extends TableRowsProps<Row> {
  naming: Naming
  compact: boolean
}

/** The rows where there is no room for columns: each is a card that names what it shows. What is empty is left out. */
export function TableCards<Row extends RowData>(props: TableCardsProps<Row>) {
  const { table, columns, naming, rowLabel, selection, actions, place, compact } = props
  return (
    <ul {...naming} className={classes['cards']} data-compact={compact}>
      {table.model.getRowModel().rows.map((row) => {
        const { original } = row
        const selected = row.getIsSelected()
        return (
          <li
            key={row.id}
            className={classes['card']}
            data-selected={selected}
            data-choice={selection !== undefined}
            data-menu={actions !== undefined}
          >
            {selection === undefined ? undefined : (
              <Checkbox
                aria-label={t('table.select.row', { row: rowLabel(original) })}
                checked={selected}
                onChange={row.getToggleSelectedHandler()}
                classNames={CHECK}
              />
            )}
            <dl className={classes['facts']}>
              {columns.map((column) => (
                <Fact key={column.id} column={column} row={original} />
              ))}
            </dl>
            {actions === undefined ? undefined : (
              <div className={classes['menu']}>
                <RowMenu
                  label={t('table.actions.row', { row: rowLabel(original) })}
                  actions={actions(original)}
                  place={place}
                />
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** What is shown in place of the cards when there are none. */
export function EmptyCards({ text }: { text: string }) {
  return (
    <Text c="dimmed" className={classes['empty'] ?? ''}>
      {text}
    </Text>
  )
}

/** The cards while their rows are on their way for the first time. */
export function CardsSkeleton() {
  return Array.from({ length: DEFAULT_PAGE_SIZE / 2 }, (_card, card) => (
    <div key={card} className={classes['card']} aria-hidden="true">
      <Skeleton height="4em" />
    </div>
  ))
}

const CHECK = { root: classes['check'] ?? '' }

interface FactProps<Row> {
  column: Column<Row>
  row: Row
}

function Fact<Row>({ column, row }: FactProps<Row>) {
  const shown = column.cell === undefined ? cellText(column.value(row)) : column.cell(row)
  if (shown === EMPTY_CELL || shown === undefined) return undefined
  return (
    <>
      <dt>
        <HeadingText column={column} />
      </dt>
      <dd>
        {typeof shown === 'string' ? (
          <span className={classes['text']} title={shown}>
            {shown}
          </span>
        ) : (
          shown
        )}
      </dd>
    </>
  )
}
